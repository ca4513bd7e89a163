package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// stream is a buffer that a test reads while a command writes.
type stream struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *stream) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// editing is a folder under a running "drainlint watch".
type editing struct {
	t              *testing.T
	root, sarif    string
	stdout, stderr stream
	end            func() int
}

func startWatch(t *testing.T, args ...string) *editing {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	e := &editing{t: t, root: root, sarif: filepath.Join(root, "out.sarif")}
	e.check(os.CopyFS(root, os.DirFS("../../testdata/demo")))
	e.check(os.Mkdir(filepath.Join(root, ".git"), 0o755))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan int)
	go func() {
		done <- run(ctx, append([]string{"watch", root, "--sarif", e.sarif}, args...), strings.NewReader(""), &e.stdout, &e.stderr)
	}()
	e.end = func() int { cancel(); return <-done }
	return e
}

func (e *editing) check(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

func (e *editing) path(name string) string { return filepath.Join(e.root, filepath.FromSlash(name)) }

func (e *editing) write(name, text string) {
	e.t.Helper()
	e.check(os.MkdirAll(filepath.Dir(e.path(name)), 0o755))
	e.check(os.WriteFile(e.path(name), []byte(text), 0o644))
}

// same waits until the SARIF file is what a scan writes.
func (e *editing) same(after string) {
	e.t.Helper()
	var got, want []byte
	for range 500 {
		var stdout, stderr bytes.Buffer
		run(context.Background(), []string{"scan", e.root, "-o", "sarif"}, strings.NewReader(""), &stdout, &stderr)
		got, _ = os.ReadFile(e.sarif)
		if want = stdout.Bytes(); bytes.Equal(got, want) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	e.t.Fatalf("after %s the SARIF file (%d bytes) is not what a scan writes (%d bytes)\n%s", after, len(got), len(want), e.stderr.String())
}

const slowHook = `apiVersion: v1
kind: Pod
metadata: {name: slow}
spec:
  terminationGracePeriodSeconds: 5
  containers:
  - name: app
    image: example.com/app:1.0
    lifecycle: {preStop: {exec: {command: [sleep, "9"]}}}
`

func TestWatch(t *testing.T) {
	e := startWatch(t)
	e.same("the start")
	e.write("manifests/worker.yaml", slowHook)
	e.same("a save in place")
	e.write("manifests/.worker.yaml.swp", strings.Replace(slowHook, "\"9\"", "\"8\"", 1))
	e.check(os.Rename(e.path("manifests/.worker.yaml.swp"), e.path("manifests/worker.yaml")))
	e.same("a save by rename")
	e.write("manifests/worker.yaml", slowHook)
	e.same("another save in place")
	e.write("new/folder/below/pod.yaml", slowHook)
	e.same("a file in new folders")
	e.check(os.Rename(e.path("new/folder"), e.path("new/renamed")))
	e.same("a renamed folder")
	e.write("new/folder/below/pod.yaml", strings.Replace(slowHook, "slow", "other", 1))
	e.same("a new folder in the old one's place")
	e.write("new/renamed/below/pod.yaml", strings.Replace(slowHook, "slow", "third", 1))
	e.same("a save in the renamed folder")
	e.check(os.RemoveAll(e.path("new")))
	e.same("a deleted folder")
	e.check(os.Remove(e.path("deploy/base/api.yaml")))
	e.same("a deleted resource of a base")
	e.write(".drainlint.yaml", "disable: [prestop-exceeds-grace]\n")
	e.same("a new configuration")
	e.write(".drainlint.yaml", "disable: [no-such-rule]\n")
	e.write("charts/shop/values.yaml", "replicas: 1\n")
	e.check(os.Remove(e.path(".drainlint.yaml")))
	e.same("a mistake in the configuration that was put right")
	e.check(os.Remove(e.sarif))
	e.write("manifests/worker.yaml", slowHook+"# a comment\n")
	e.same("the SARIF file was deleted")
	if code := e.end(); code != exitClean {
		t.Errorf("exit code %d: %s", code, e.stderr.String())
	}
	left, err := filepath.Glob(e.path(temporary + "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("temporary files were left: %v %v", left, err)
	}
	if !strings.Contains(e.stdout.String(), "manifests/worker.yaml:9:51: error: ") || !strings.Contains(e.stderr.String(), " inputs analysed in ") {
		t.Errorf("stdout:\n%s\nstderr:\n%s", e.stdout.String(), e.stderr.String())
	}
}

func TestWatchPolls(t *testing.T) {
	f, err := newFolders(time.Millisecond, func(string) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	f.close()
	f.notify = nil
	if changed := f.wait(context.Background(), 0); changed != nil {
		t.Errorf("polling names no files: %v", changed)
	}
	if added, err := f.watch([]string{"."}); added || err != nil {
		t.Errorf("nothing can be watched: %v %v", added, err)
	}
}

func TestWatchMistakes(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"watch", "--format", "xml"}, `--format "xml": expected short, text or none`},
		{[]string{"watch", "--format", "none"}, "nothing to do: name a file with --sarif"},
		{[]string{"watch", "-", "--sarif", "x.sarif"}, "standard input cannot be analysed again"},
		{[]string{"watch", "testdata", "--sarif", "no/such/folder/x.sarif"}, "--sarif: "},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(context.Background(), tt.args, strings.NewReader(""), &stdout, &stderr); code != exitTrouble || !strings.Contains(stderr.String(), tt.want) {
			t.Errorf("%v: exit code %d, %s", tt.args, code, stderr.String())
		}
	}
}
