//go:build linux

package shell

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// recorder is the environment variable that turns the test binary into the program under test: it writes "ready", and
// "term" when the stop signal reaches it.
const recorder = "DRAINLINT_RECORDER"

func TestMain(m *testing.M) {
	if file := os.Getenv(recorder); file != "" {
		record(file)
	}
	os.Exit(m.Run())
}

func record(file string) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	if os.WriteFile(file, []byte("ready"), 0o600) != nil {
		os.Exit(3)
	}
	select {
	case <-signals:
		_ = os.WriteFile(file, []byte("term"), 0o600)
		os.Exit(0)
	case <-time.After(20 * time.Second):
		os.Exit(4)
	}
}

// TestTruth starts a program under real shells and inits, as PID 1 of a PID namespace of its own, sends the stop signal to
// PID 1, and compares what reaches the program with the verdict. APP stands for the program.
func TestTruth(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root for PID namespaces")
	}
	shells := map[Family][]string{Dash: {"dash"}, Bash: {"bash"}, Ash: {"busybox", "ash"}}
	commands := []string{
		"APP",
		"exec APP",
		"true && APP",
		"true; APP",
		"APP; true",
		"APP && true",
		"exec APP; true",
		"APP 2>/dev/null",
		"APP | cat",
		"exec APP | cat",
		"(APP)",
		"(exec APP)",
		"{ APP; }",
		"if true; then APP; fi",
		"if true; then exec APP; fi",
		"X=1 APP",
		"env X=1 APP",
		"exec env X=1 APP",
		"APP & wait",
		"APP & wait $!",
		"trap 'kill $P' TERM; APP & P=$!; wait $P; wait $P",
		"trap 'kill -TERM $P' TERM; APP & P=$!; wait $P; wait $P",
		"trap '' TERM; APP",
		"trap 'exit 0' TERM; APP",
		"trap 'kill 0' TERM; APP",
		"APP\n",
		"true\nAPP",
		"f() { APP; }; f",
		"f() { exec APP; }; f",
		"case x in x) APP ;; esac",
		"! APP",
		"while true; do APP; done",
		"eval APP",
		"eval exec APP",
		"nohup APP >/dev/null 2>&1",
	}
	files := []string{"#!SHELL\nAPP\n", "#!SHELL\nexec APP\n", "#!SHELL\nset -e\nexec \"$@\"\n", "#!SHELL\n\"$@\"\n", "#!SHELL\nAPP &\nP=$!\ntrap 'kill $P' TERM\nwait $P\nwait $P\n"}
	var mu sync.Mutex
	var tried, decided int
	t.Run("all", func(t *testing.T) {
		for family, argv := range shells {
			if _, err := exec.LookPath(argv[0]); err != nil {
				t.Logf("%s is not installed", argv[0])
				continue
			}
			check := func(name, text string, start []string, v Verdict) {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					want := v.Stays == No || v.Stays == Yes && v.Forwards == Yes
					got := observe(t, family, text, start, want)
					mu.Lock()
					defer mu.Unlock()
					tried++
					if v.Stays == Unknown || v.Stays == Yes && v.Forwards == Unknown {
						return // undecided
					}
					decided++
					if got != want {
						t.Errorf("the program gets the signal: %v, the verdict says %v (stays %s, forwards %s: %s)", got, want, v.Stays, v.Forwards, v.Reason)
					}
				})
			}
			for _, c := range commands {
				check(fmt.Sprintf("%s -c %q", family, c), c, append(append([]string{}, argv...), "-c"), Stays(c, family))
			}
			for _, f := range files {
				check(fmt.Sprintf("%s file %q", family, f), f, nil, StaysFile(f, family))
			}
		}
	})
	if tried > 0 && decided*10 < tried*9 {
		t.Errorf("%d of %d decided, want nine in ten", decided, tried)
	}
	t.Logf("%d of %d decided", decided, tried)
}

// observe starts the text and says whether the program got the signal. start is the shell for a command string, nil for a
// script in a file; expected decides how long to wait.
func observe(t *testing.T, f Family, text string, start []string, expected bool) bool {
	t.Helper()
	dir, err := os.MkdirTemp("", "truth") // t.TempDir's name would hold the command's own quotes and brackets
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	app, log := filepath.Join(dir, "app"), filepath.Join(dir, "log")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, app); err != nil {
		t.Fatal(err)
	}
	text = strings.ReplaceAll(text, "APP", app)
	var argv []string
	if start != nil {
		argv = append(append([]string{}, start...), text)
	} else {
		text = strings.Replace(text, "#!SHELL", "#!"+interpreter(t, f), 1)
		script := filepath.Join(dir, "script")
		if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		argv = []string{script, app}
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), recorder+"="+log)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWPID, Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Skipf("no PID namespaces here: %v", err)
	}
	defer func() {
		_ = cmd.Process.Kill() // PID 1: takes the namespace along
		_ = cmd.Wait()
	}()
	if !appears(log, "ready", 10*time.Second) {
		t.Fatalf("the program did not start: %q", text)
	}
	time.Sleep(100 * time.Millisecond) // until the shell waits
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	limit := 700 * time.Millisecond // what is not to arrive has not arrived by then
	if expected {
		limit = 10 * time.Second
	}
	return appears(log, "term", limit)
}

func interpreter(t *testing.T, f Family) string {
	t.Helper()
	name := map[Family]string{Dash: "dash", Bash: "bash", Ash: "busybox"}[f]
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip(name + " is not installed")
	}
	if name == "busybox" {
		path += " ash"
	}
	return path
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
