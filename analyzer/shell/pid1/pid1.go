//go:build linux

// Package pid1 observes, for tests, what becomes of a program when PID 1 of its PID namespace gets a stop signal.
package pid1

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Outcome is what becomes of the program.
type Outcome string

// The outcomes.
const (
	Unsignalled Outcome = "never gets the signal"
	Killed      Outcome = "gets the signal and is killed while it drains"
	Drained     Outcome = "gets the signal and drains"
)

// recorder is the environment variable that turns a test binary into the program under test.
const recorder = "DRAINLINT_RECORDER"

// drain is how long the program takes to end after its signal.
const drain = 200 * time.Millisecond

// Main has to be called first in TestMain: it is the program under test, and does not return, where the test binary was
// started as that. The program writes "ready", "term" when the stop signal reaches it, and "drained" before it ends.
func Main() {
	file := os.Getenv(recorder)
	if file == "" {
		return
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	if os.WriteFile(file, []byte("ready"), 0o600) != nil {
		os.Exit(3)
	}
	select {
	case <-signals:
		_ = os.WriteFile(file, []byte("term"), 0o600)
		time.Sleep(drain)
		_ = os.WriteFile(file, []byte("drained"), 0o600)
		os.Exit(0)
	case <-time.After(20 * time.Second):
		os.Exit(4)
	}
}

// Observe starts a command line, in which APP stands for the program and SCRIPT for an executable file with the text script,
// sends SIGTERM to PID 1, and says what becomes of the program. The test is skipped where the system has no PID namespaces.
func Observe(t *testing.T, script string, argv ...string) Outcome {
	t.Helper()
	dir, err := os.MkdirTemp("", "pid1") // t.TempDir's name would hold the command's own quotes and brackets
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	app, log, file := filepath.Join(dir, "app"), filepath.Join(dir, "log"), filepath.Join(dir, "script")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, app); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(script, "APP", app)), 0o700); err != nil {
		t.Fatal(err)
	}
	words := make([]string, len(argv))
	for i, a := range argv {
		words[i] = strings.ReplaceAll(strings.ReplaceAll(a, "APP", app), "SCRIPT", file)
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env = append(os.Environ(), recorder+"="+log)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWPID, Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Skipf("no PID namespaces here: %v", err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	defer func() {
		_ = cmd.Process.Kill() // PID 1: takes the namespace along
		<-ended
	}()
	if !appears(log, "ready", 10*time.Second) {
		t.Fatalf("the program did not start: %q", words)
	}
	time.Sleep(100 * time.Millisecond) // until the shell waits
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	// What is not to arrive has not arrived by then; a program that drains under load may take longer.
	select {
	case <-ended:
	case <-time.After(drain + 500*time.Millisecond):
		if text, err := os.ReadFile(log); err == nil && string(text) == "term" {
			appears(log, "drained", 10*time.Second)
		}
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	// The program empties the file before it writes what happened, and may be killed in between.
	return map[string]Outcome{"ready": Unsignalled, "": Killed, "term": Killed, "drained": Drained}[string(text)]
}

// appears waits for the file to hold a word.
func appears(file, word string, limit time.Duration) bool {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if text, err := os.ReadFile(file); err == nil && string(text) == word {
			return true
		}
	}
	return false
}
