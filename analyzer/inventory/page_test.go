package inventory

import (
	"strings"
	"testing"
)

// TestLedgerWidth: only a word that is longer than a line leaves the columns, and nothing is left out.
func TestLedgerWidth(t *testing.T) {
	reason := strings.TrimSpace(strings.Repeat("reads the runtime's socket ", 20))
	l := &Ledger{Held: 3, Unexplained: 1, Privileges: []Privilege{
		{Input: ".", Workload: "DaemonSet/agent", Container: "agent", Kind: "runtime-socket", What: "/run/containerd/containerd.sock at /host/run/containerd/containerd.sock", At: Place{File: "templates/daemonset.yaml", Line: 12}, Reasons: []Reason{{From: "profile", Text: reason}}},
		{Input: ".", Workload: "DaemonSet/agent", Kind: "host-namespace", What: "hostPID", At: Place{File: "a.yaml", Line: 1}},
		{Input: ".", Workload: "DaemonSet/agent", Container: "agent", Kind: "host-path", What: "/proc at /host/proc", At: Place{File: strings.Repeat("x", 90), Line: 12}, Reasons: []Reason{{From: "profile", Text: reason}}},
	}}
	for _, width := range []int{0, 60, 80, 100, 200} {
		var b strings.Builder
		if err := l.Text(&b, Layout{Width: width}); err != nil {
			t.Fatal(err)
		}
		most := width
		if most == 0 {
			most = 100
		}
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			if len(line) > most && !strings.Contains(line, "xxx") || strings.HasSuffix(line, " ") {
				t.Errorf("%d: %d columns: %q", width, len(line), line)
			}
		}
		flat := strings.Join(strings.Fields(b.String()), " ")
		if !strings.Contains(flat, "these 2: profile: "+reason) || strings.Count(flat, "  agent") > 1 {
			t.Errorf("%d:\n%s", width, b.String())
		}
	}
}
