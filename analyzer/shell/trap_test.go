package shell

import "testing"

// trapped holds what dash and bash did, as PID 1, when they got TERM while app, which takes its time to stop, ran: did it
// drain, was it cut short, did it never hear of it?
var trapped = []struct {
	script     string
	dash, bash Trap
}{
	{"trap 'kill -TERM $p; wait $p' TERM; app & p=$!; wait $p", TrapForwards, TrapForwards},
	{"trap 'kill -TERM $p' TERM; app & p=$!; wait $p", TrapSingleWait, TrapSingleWait},
	{"trap 'kill -TERM $p' TERM; app & p=$!; wait $p; wait $p", TrapForwards, TrapForwards},
	{"trap 'kill -TERM $p' TERM; app & p=$!; wait $p; while kill -0 $p; do wait $p; done", TrapForwards, TrapForwards},
	{"trap 'kill -TERM $p' TERM; app & p=$!; while kill -0 $p; do sleep 1; done", TrapForwards, TrapForwards},
	{"trap 'kill -TERM $p' TERM; app & p=$!; wait $p; trap - TERM; wait $p", TrapForwards, TrapForwards},
	{"trap 'kill -TERM $p; exit 0' TERM; app & p=$!; wait $p; wait $p", TrapSingleWait, TrapSingleWait},
	{"trap 'exit 0' TERM; app & wait", TrapEnds, TrapEnds},
	{"trap : TERM; app & wait", TrapEnds, TrapEnds},
	{"trap 'kill 0' TERM; app & wait; wait", TrapRecurses, TrapRecurses},
	{"trap 'trap - TERM; kill 0' TERM; app & wait; wait", TrapForwards, TrapForwards},
	{"trap 'trap - TERM; kill 0; wait' TERM; app & wait", TrapForwards, TrapForwards},
	{"trap '' TERM; app", TrapIgnores, TrapIgnores},
	{"trap '' TERM; exec app", TrapIgnores, TrapIgnores},
	{"trap : TERM; app", TrapBlocked, TrapBlocked},
	{"trap 'kill $p; wait $p' TERM; app & p=$!; tail -f /dev/null", TrapBlocked, TrapBlocked},
	{"trap 'kill $p; wait $p' TERM; exec app", TrapNone, TrapNone},
	{"trap 'kill $p; wait $p' INT; app & p=$!; wait", TrapNone, TrapNone},
	{"app & wait", TrapNone, TrapNone},
	{"trap : EXIT; app", TrapNone, TrapEnds},
	{"trap 'kill $p; wait $p' EXIT; app & p=$!; wait", TrapNone, TrapForwards},
	{"stop() { kill -TERM \"$p\"; wait \"$p\"; exit 0; }\ntrap stop TERM INT\napp & p=$!\nwait \"$p\"", TrapForwards, TrapForwards},
	{"stop() { kill -TERM \"$p\"; }\ntrap stop SIGTERM\napp & p=$!\nwait \"$p\"", TrapSingleWait, TrapSingleWait},
	{"app & p=$!; trap \"kill -15 $p; wait $p\" 15; wait $p", TrapForwards, TrapForwards},
	{"trap 'kill $(jobs -p); wait' TERM; app & wait", TrapUnknown, TrapForwards},
	{"trap 'pkill app; wait' TERM; app | cat & wait", TrapForwards, TrapForwards},
	{"trap 'kill $p; wait $p' TERM; app | cat & p=$!; wait", TrapMisses, TrapMisses},
	{"trap 'kill $p; wait $p' TERM; while true; do app; done & p=$!; wait", TrapMisses, TrapMisses},
	{"trap 'kill $p; wait $p' TERM; cd / && app & p=$!; wait", TrapForwards, TrapMisses},
	{"trap 'kill $p; wait $p' TERM; { exec app; } & p=$!; wait", TrapForwards, TrapForwards},
	{"trap 'kill $p; wait $p' TERM; (app; true) & p=$!; wait", TrapMisses, TrapMisses},
	{"trap 'kill -TERM $p; while kill -0 $p; do sleep 1; done' TERM; app & p=$!; wait", TrapForwards, TrapForwards},
	{"trap 'kill -TERM $p; sleep 5' TERM; app & p=$!; wait", TrapUnknown, TrapUnknown},
	{"trap 'drain-and-stop' TERM; app & wait", TrapUnknown, TrapUnknown},
	{"trap \"$HANDLER\" TERM; app & wait", TrapUnknown, TrapUnknown},
	{"trap : TERM; app & wait; wait", TrapIgnores, TrapIgnores},
}

func TestTrap(t *testing.T) {
	for _, tt := range trapped {
		for f, want := range map[Family]Trap{Dash: tt.dash, Bash: tt.bash} {
			v := Stays(tt.script, f)
			forwards := map[Trap]Tri{TrapForwards: Yes, TrapUnknown: Unknown}[want]
			if want != TrapForwards && want != TrapUnknown {
				forwards = No
			}
			if v.Trap != want || v.Stays != Unknown && v.Forwards != forwards {
				t.Errorf("%q in %v: got %v, forwards %v; want %v, %v", tt.script, f, v.Trap, v.Forwards, want, forwards)
			}
		}
	}
}

func TestTrapPlace(t *testing.T) {
	v := Stays("set -e\napp &\n  trap 'kill $!' TERM\nwait", Dash)
	if v.TrapLine != 3 || v.TrapCol != 3 || v.Line != 2 {
		t.Errorf("got trap at %d:%d and program at line %d", v.TrapLine, v.TrapCol, v.Line)
	}
}
