//go:build linux

package analyzertest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/shell/pid1"
)

func TestMain(m *testing.M) {
	pid1.Main()
	os.Exit(m.Run())
}

// verdicts are the rules that say what becomes of the program; where none speaks, it drains.
var verdicts = map[string]pid1.Outcome{
	"shell-wraps-process": pid1.Unsignalled, "script-does-not-exec": pid1.Unsignalled, "exec-in-pipeline": pid1.Unsignalled,
	"trap-cannot-run": pid1.Unsignalled, "init-cannot-forward": pid1.Unsignalled, "killed-while-draining": pid1.Killed,
}

// TestVerdictsAreTrue builds an image of each command line (as a Dockerfile), takes what the rules say about it, and compares
// that with what happens when real shells and inits run it as PID 1. A note is no verdict: it counts as undecided.
func TestVerdictsAreTrue(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root for PID namespaces")
	}
	const again = "#!/bin/dash\ntrap 'kill -TERM $P' TERM\nAPP &\nP=$!\nwait $P\nwait $P\n"
	const once = "#!/bin/dash\ntrap 'kill -TERM $P' TERM\nAPP &\nP=$!\nwait $P\n"
	tests := []struct {
		script string
		argv   []string
	}{
		{"", []string{"tini", "--", "APP"}},
		{"", []string{"tini", "-g", "--", "APP"}},
		{"", []string{"tini", "-s", "--", "APP"}},
		{"", []string{"tini", "--", "env", "X=1", "APP"}},
		{"", []string{"tini", "--", "dash", "-c", "APP"}},
		{"", []string{"tini", "--", "dash", "-c", "exec APP"}},
		{"", []string{"tini", "--", "bash", "-c", "APP"}},
		{"", []string{"tini", "--", "bash", "-c", "APP; true"}},
		{"", []string{"tini", "-g", "--", "bash", "-c", "APP; true"}},
		{"", []string{"tini", "-g", "--", "dash", "-c", "APP"}},
		{"#!/bin/dash\nAPP\n", []string{"tini", "--", "SCRIPT"}},
		{"#!/bin/dash\nAPP\n", []string{"tini", "-g", "--", "SCRIPT"}},
		{"#!/bin/dash\nexec APP\n", []string{"tini", "--", "SCRIPT"}},
		{"#!/bin/dash\nexec APP\n", []string{"tini", "-g", "--", "SCRIPT"}},
		{"#!/bin/bash\nset -e\nexec \"$@\"\n", []string{"tini", "--", "SCRIPT", "APP"}},
		{again, []string{"tini", "--", "SCRIPT"}},
		{"", []string{"dumb-init", "APP"}},
		{"", []string{"dumb-init", "--", "APP"}},
		{"", []string{"dumb-init", "-c", "APP"}},
		{"", []string{"dumb-init", "dash", "-c", "APP"}},
		{"", []string{"dumb-init", "dash", "-c", "exec APP"}},
		{"", []string{"dumb-init", "-c", "dash", "-c", "APP"}},
		{"", []string{"dumb-init", "--single-child", "bash", "-c", "APP; true"}},
		{"", []string{"dumb-init", "bash", "-c", "APP"}},
		{"#!/bin/dash\nAPP\n", []string{"dumb-init", "SCRIPT"}},
		{"#!/bin/dash\nAPP\n", []string{"dumb-init", "--single-child", "SCRIPT"}},
		{"#!/bin/bash\nexec APP\n", []string{"dumb-init", "SCRIPT"}},
		{"", []string{"catatonit", "--", "APP"}},
		{"", []string{"catatonit", "--", "dash", "-c", "APP"}},
		{"", []string{"catatonit", "--", "dash", "-c", "exec APP"}},
		{"", []string{"dash", "-c", "APP"}},
		{"", []string{"dash", "-c", "exec APP"}},
		{"", []string{"bash", "-c", "APP"}},
		{"", []string{"bash", "-c", "APP | cat"}},
		{"", []string{"bash", "-c", "exec APP | cat"}},
		{"", []string{"bash", "-c", "(exec APP); true"}},
		{"", []string{"busybox", "ash", "-c", "true; APP"}},
		{"", []string{"busybox", "ash", "-c", "true; APP\n"}},
		{"", []string{"env", "X=1", "nice", "APP"}},
		{"#!/bin/dash\nAPP\n", []string{"SCRIPT"}},
		{"#!/bin/dash\nexec APP\n", []string{"SCRIPT"}},
		{"#!/bin/dash\nset -e\nexec \"$@\"\n", []string{"SCRIPT", "APP"}},
		{"#!/bin/dash\nset -e\nexec \"$@\"\n", []string{"SCRIPT", "dash", "-c", "APP"}},
		{"#!/bin/dash\nset -e\nexec tini -- \"$@\"\n", []string{"SCRIPT", "APP"}},
		{"#!/bin/dash\nif [ \"$1\" = x ]; then exec false; fi\nexec \"$@\"\n", []string{"SCRIPT", "APP"}},
		{again, []string{"SCRIPT"}},
		{once, []string{"SCRIPT"}},
		{"#!/bin/bash\ntrap 'kill $P' TERM\nAPP\n", []string{"SCRIPT"}},
		{"#!/bin/bash\ntrap 'exit 0' TERM\nAPP &\nwait\n", []string{"SCRIPT"}},
		{"#!/bin/bash\nAPP &\nwait\n", []string{"SCRIPT"}},
		{"#!/bin/bash\nrun() { exec APP; }\nrun\n", []string{"SCRIPT"}},
		{"#!/bin/bash\nrun() { APP; }\nrun\n", []string{"SCRIPT"}},
		{"#!/bin/bash\nexec APP > >(cat)\n", []string{"SCRIPT"}},
	}
	var mu sync.Mutex
	var tried, decided int
	t.Run("all", func(t *testing.T) {
		for i, tt := range tests {
			t.Run(fmt.Sprintf("%d %s", i, strings.Join(tt.argv, " ")), func(t *testing.T) {
				t.Parallel()
				for _, w := range tt.argv {
					if w != "APP" && w != "SCRIPT" && (w == tt.argv[0] || w == "bash" || w == "dash") {
						if _, err := exec.LookPath(w); err != nil {
							t.Skip(w + " is not installed")
						}
					}
				}
				want, note := verdict(t, tt.script, tt.argv)
				got := pid1.Observe(t, tt.script, tt.argv...)
				mu.Lock()
				defer mu.Unlock()
				tried++
				if note != "" {
					t.Logf("undecided: %s", note)
					return
				}
				decided++
				// The kernel may kill the program before it has written that it was signalled.
				if got != want && !(want == pid1.Killed && got == pid1.Unsignalled) {
					t.Errorf("the program %s, but the rules say it %s", got, want)
				}
			})
		}
	})
	if decided*10 < tried*9 {
		t.Errorf("%d of %d decided, want nine in ten", decided, tried)
	}
	t.Logf("%d of %d decided", decided, tried)
}

// verdict is what the rules say about an image that starts the command line.
func verdict(t *testing.T, script string, argv []string) (says pid1.Outcome, note string) {
	t.Helper()
	dir := t.TempDir()
	words := make([]string, len(argv))
	for i, a := range argv {
		words[i] = strings.ReplaceAll(strings.ReplaceAll(a, "APP", "/opt/bin/server"), "SCRIPT", "/run.sh")
	}
	line, err := json.Marshal(words)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("Dockerfile", "FROM debian:12\nCOPY run.sh /run.sh\nENTRYPOINT "+string(line)+"\n")
	write("run.sh", strings.ReplaceAll(script, "APP", "/opt/bin/server"))
	says = pid1.Drained
	for _, f := range Findings(t, dir, Case{}, analyzer.Options{}) {
		outcome, ok := verdicts[f.Rule.Name]
		switch {
		case !ok:
		case f.Severity == finding.Note:
			note = f.Message
		default:
			says = outcome
			if strings.Contains(f.Message, "killed while it drains") {
				says = pid1.Killed // a trap that passes the signal on and does not wait
			}
		}
	}
	return says, note
}
