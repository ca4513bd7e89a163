//go:build linux

package shell

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/drainlint/drainlint/analyzer/shell/pid1"
)

func TestMain(m *testing.M) {
	pid1.Main()
	os.Exit(m.Run())
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
					got := observe(t, family, text, start) == pid1.Drained
					mu.Lock()
					defer mu.Unlock()
					tried++
					if v.Stays == Unknown || v.Stays == Yes && v.Forwards == Unknown {
						return // undecided
					}
					decided++
					if got != want {
						t.Errorf("the program gets the signal and drains: %v, the verdict says %v (stays %s, forwards %s: %s)", got, want, v.Stays, v.Forwards, v.Reason)
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

// observe starts the text. start is the shell for a command string, nil for a script in a file.
func observe(t *testing.T, f Family, text string, start []string) pid1.Outcome {
	t.Helper()
	if start != nil {
		return pid1.Observe(t, "", append(append([]string{}, start...), text)...)
	}
	return pid1.Observe(t, strings.Replace(text, "#!SHELL", "#!"+interpreter(t, f), 1), "SCRIPT", "APP")
}
