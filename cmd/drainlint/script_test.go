package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"drainlint": main})
}

// TestScripts runs the real program over testdata/script/*.txtar: flags, streams, exit codes, messages.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", UpdateScripts: *update,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exit": wantExit, "generate": generate, "appears": appears, "terminate": terminate},
	})
}

// wantExit runs drainlint and compares its exit code: exit 2 scan a.yaml.
func wantExit(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec("drainlint", args[1:]...)
	got := 0
	if err != nil {
		if _, e := fmt.Sscanf(err.Error(), "exit status %d", &got); e != nil {
			ts.Fatalf("%v", err)
		}
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// generate writes inputs that are too large or too odd for an archive: generate objects FILE N, generate latin1 FILE.
func generate(ts *testscript.TestScript, _ bool, args []string) {
	var b bytes.Buffer
	switch args[0] {
	case "objects":
		n, err := strconv.Atoi(args[2])
		ts.Check(err)
		for i := range n {
			fmt.Fprintf(&b, "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c%d\n  labels: {app: generated, part: filler}\ndata:\n  key: %s\n", i, strings.Repeat("x", 190))
		}
		fmt.Fprint(&b, "---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: last\nspec:\n  terminationGracePeriodSeconds: 5\n  containers:\n  - name: app\n    image: example.com/app:1.0\n    lifecycle: {preStop: {exec: {command: [sleep, \"9\"]}}}\n")
	case "latin1":
		b.WriteString("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: caf\xe9\n")
	case "bomb":
		b.WriteString("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bomb}\na0: &a0 [x,x,x,x,x,x,x,x,x,x]\n")
		for i := 1; i < 9; i++ {
			refs := strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 10), ",")
			fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, refs)
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), b.Bytes(), 0o644))
}

// appears waits for a file that a program in the background writes.
func appears(ts *testscript.TestScript, _ bool, args []string) {
	for range 1000 {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			time.Sleep(50 * time.Millisecond) // what is printed follows
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s did not appear", args[0])
}

// terminate sends SIGTERM to the programs in the background.
func terminate(ts *testscript.TestScript, _ bool, _ []string) {
	for _, c := range ts.BackgroundCmds() {
		ts.Check(c.Process.Signal(syscall.SIGTERM))
	}
}

// TestSameBytes proves that the output does not depend on how many goroutines run.
func TestSameBytes(t *testing.T) {
	demo, err := filepath.Abs("../../testdata/demo")
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, format := range []string{"text", "json", "sarif"} {
		var first string
		for _, procs := range []int{1, 2, 8, 2, 1} {
			runtime.GOMAXPROCS(procs)
			var stdout, stderr bytes.Buffer
			code := run(context.Background(), []string{"scan", demo, "-o", format, "--show", "note", "--fail-on", "never"}, strings.NewReader(""), &stdout, &stderr)
			out := fmt.Sprintf("%d\n%s\n%s", code, stdout.String(), stderr.String())
			if first == "" {
				first = out
			}
			if out != first {
				t.Errorf("%s: other output with GOMAXPROCS=%d", format, procs)
			}
		}
		if len(first) < 100 {
			t.Errorf("%s: the output is empty: %q", format, first)
		}
	}
}
