package shell

import (
	"math"
	"strings"
	"testing"
)

// testEnv knows GRACE, EMPTY and nothing else.
func testEnv(name string) (string, bool) {
	switch name {
	case "GRACE":
		return "20", true
	case "EMPTY":
		return "", true
	}
	return "", false
}

var delays = []struct {
	script    string
	seconds   float64
	known     Certainty
	unbounded bool
	why       string
}{
	{"sleep 5", 5, Exact, false, "sleep 5"},
	{"sleep 1.5", 1.5, Exact, false, "sleep 1.5"},
	{"/bin/sleep 1m 5s", 65, Exact, false, "sleep 1m 5s"},
	{"sleep 2h", 7200, Exact, false, "sleep 2h"},
	{"sleep 5; sleep 10", 15, Exact, false, "sleep 5 + sleep 10"},
	{"sleep 5 && nginx -s quit", 5, Exact, false, "sleep 5"},
	{"nginx -s quit", 0, Exact, false, "nothing in it takes time"},
	{"kill -QUIT $(cat /run/app.pid); sleep 3", 3, Exact, false, "sleep 3"},
	{"usleep 500000", 0.5, Exact, false, "usleep 500000"},
	{"nohup nice sleep 4", 4, Exact, false, "sleep 4"},
	{"busybox sleep 4", 4, Exact, false, "sleep 4"},

	// Variables and arithmetic.
	{"sleep $GRACE", 20, Exact, false, "sleep 20"},
	{"sleep \"${GRACE}s\"", 20, Exact, false, "sleep 20s"},
	{"sleep ${EMPTY:-5}", 5, Exact, false, "sleep 5"},
	{"sleep ${GRACE:-5}", 20, Exact, false, "sleep 20"},
	{"sleep ${OTHER:-5}", 0, NotKnown, false, "the operand of a sleep is not known"},
	{"sleep $OTHER", 0, NotKnown, false, "the operand of a sleep is not known"},
	{"sleep 3; sleep $OTHER", 3, LowerBound, false, "sleep 3, and the operand of a sleep is not known"},
	{"sleep $((GRACE - 5))", 15, Exact, false, "sleep 15"},
	{"T=15; sleep $T", 15, Exact, false, "sleep 15"},
	{"sleep $(echo 7)", 7, Exact, false, "sleep 7"},
	{"sleep ${GRACE%s}", 20, Exact, false, "sleep 20"},
	{"T=4s; sleep ${T%s}", 4, Exact, false, "sleep 4"},
	{"export T=6; sleep $T", 6, Exact, false, "sleep 6"},
	{"T=5; [ -f x ] && T=9; sleep $T", 0, NotKnown, false, "the operand of a sleep is not known"},

	// Branches: the shortest way is certain.
	{"if [ -f x ]; then sleep 5; else sleep 15; fi", 5, LowerBound, false, "sleep 5, and more on some paths"},
	{"if [ -f x ]; then sleep 5; else sleep 5; fi", 5, Exact, false, "sleep 5"},
	{"if [ -f x ]; then sleep 5; fi", 0, NotKnown, false, "more on some paths"},
	{"[ -f x ] && sleep 5; sleep 1", 1, LowerBound, false, "sleep 1, and more on some paths"},
	{"sleep 5 || sleep 9", 5, Exact, false, "sleep 5"},
	{"nginx -s quit || true", 0, Exact, false, "nothing in it takes time"},
	{"pgrep x || exit 0; sleep 9", 0, NotKnown, false, "more on some paths"},
	{"case $X in a) sleep 5;; *) sleep 3;; esac", 3, LowerBound, false, "sleep 3, and more on some paths"},
	{"case $GRACE in 20) sleep 5;; *) sleep 3;; esac", 5, Exact, false, "sleep 5"},
	{"if [ $GRACE -gt 10 ]; then sleep 8; fi", 8, Exact, false, "sleep 8"},
	{"exit 0; sleep 5", 0, Exact, false, "nothing in it takes time"},
	{"sleep 3; exec sleep 5; sleep 9", 8, Exact, false, "sleep 3 + sleep 5"},

	// Loops.
	{"for i in 1 2 3; do sleep 2; done", 6, Exact, false, "3 x sleep 2"},
	{"for i in $(seq 1 30); do sleep 1; done", 30, Exact, false, "30 x sleep 1"},
	{"for i in 1 2 5; do sleep $i; done", 8, Exact, false, "sleep 1 + sleep 2 + sleep 5"},
	{"for i in {1..5}; do sleep 1; done", 1, LowerBound, false, "sleep 1, and the number of passes of a loop is not known"},
	{"for i in $LIST; do sleep 1; done", 0, NotKnown, false, "the number of passes of a loop is not known"},
	{"for i in $(seq 30); do curl -f x && break; sleep 1; done", 0, NotKnown, false, "the time of curl is not known"},
	{"i=0; while [ $i -lt 30 ]; do sleep 1; i=$((i+1)); done", 30, Exact, false, "30 x sleep 1"},
	{"i=0; while [ $i -lt 30 ] && pgrep x; do sleep 1; i=$((i+1)); done", 0, NotKnown, false, "a loop runs until something happens"},
	{"for ((i=0; i<10; i++)); do sleep 1; done", 10, Exact, false, "10 x sleep 1"},
	{"for a in 1 2; do for b in 1 2; do break 2; done; sleep 3; done; sleep 1", 1, Exact, false, "sleep 1"},
	{"kill -TSTP 1; while busy | grep -qv '^0$'; do sleep 2; done", 0, NotKnown, true, "a loop waits without a bound of its own"},
	{"sleep 5; until curl -sf x; do sleep 1; done", 5, LowerBound, true, "sleep 5, and a loop waits without a bound of its own"},
	{"while [ $(ss -t | grep -c ESTAB) -gt 0 ]; do sleep 1; done", 0, NotKnown, true, "a loop waits without a bound of its own"},
	{"while true; do pgrep x || break; sleep 1; done", 0, NotKnown, true, "a loop waits without a bound of its own"},
	{"while true; do sleep 1; done", 1, LowerBound, true, "sleep 1, and the loop never ends"},
	{"while :; do pgrep x || exit 0; sleep 1; done", 0, NotKnown, true, "a loop waits without a bound of its own"},
	{"end=$(($(date +%s) + 30)); while [ $(date +%s) -lt $end ]; do sleep 1; done", 0, NotKnown, false, "a loop runs until something happens"},
	{"while [ $SECONDS -lt 30 ] && pgrep x; do sleep 1; done", 0, NotKnown, false, "a loop runs until something happens"},
	{"i=0; while true; do pgrep x || break; i=$((i+1)); [ $i -gt 9 ] && break; sleep 1; done", 0, NotKnown, false, "a loop runs until something happens"},
	{"while read -r l; do echo $l; done", 0, NotKnown, false, "a loop runs until something happens"},

	// Jobs and processes.
	{"sleep 5 & sleep 10 & wait", 10, Exact, false, "sleep 10"},
	{"sleep 20 & sleep 5", 5, Exact, false, "sleep 5"},
	{"sleep 20 & p=$!; sleep 5; wait $p", 20, Exact, false, "sleep 20"},
	{"drain & sleep 15 & wait", 15, LowerBound, false, "sleep 15, and the time of drain is not known"},
	{"sleep 4 & sleep 7 & wait -n", 4, LowerBound, false, "sleep 4, and more on some paths"},
	{"sleep 5 | cat", 5, Exact, false, "sleep 5"},
	{"(sleep 3; exit 1); sleep 2", 5, Exact, false, "sleep 3 + sleep 2"},
	{"x=$(sleep 3)", 3, Exact, false, "sleep 3"},
	{"f() { sleep $1; }; f 5; f 7", 12, Exact, false, "sleep 5 + sleep 7"},
	{"f() { return; sleep 9; }; f; sleep 1", 1, Exact, false, "sleep 1"},
	{"f() { f; }; f", 0, NotKnown, false, "a function calls itself"},
	{"sh -c 'sleep 5'; sleep 1", 6, Exact, false, "sleep 5 + sleep 1"},
	{"eval 'sleep 5'", 5, Exact, false, "sleep 5"},
	{"timeout 30 drain", 0, NotKnown, false, "the time of drain is not known"},
	{"timeout 3 sleep 5", 3, Exact, false, "timeout 3"},
	{"timeout -k 1 30 sleep 5", 5, Exact, false, "sleep 5"},
	{"timeout 30 tail -f /dev/null", 30, Exact, false, "timeout 30"},
	{"timeout 30 sh -c 'until ready; do sleep 1; done'", 0, NotKnown, false, "a loop waits without a bound of its own"},
	{"sleep infinity", 0, NotKnown, true, "sleep infinity never ends"},
	{"sleep 2; tail -f /dev/null; sleep 9", 2, LowerBound, true, "sleep 2, and tail -f /dev/null never ends"},
	{"tail --pid=1 -f /dev/null", 0, NotKnown, false, "the time of tail is not known"},
	{"sleep 5; drain --wait", 5, LowerBound, false, "sleep 5, and the time of drain is not known"},
	{"drain", 0, NotKnown, false, "the time of drain is not known"},
	{". ./env; sleep 2", 2, LowerBound, false, "sleep 2, and a sourced file"},
	{"sleep 5 &; sleep 1", 0, NotKnown, false, "the script does not parse: 1:10: `;` can only immediately follow a statement"},
}

func TestDelay(t *testing.T) {
	for _, tt := range delays {
		d := Delay(tt.script, testEnv)
		if math.Abs(d.Seconds-tt.seconds) > 1e-9 || d.Known != tt.known || d.Unbounded != tt.unbounded || d.Why != tt.why {
			t.Errorf("%q: got %v %v unbounded %v (%s)\nwant %v %v unbounded %v (%s)", tt.script, d.Known, d.Seconds, d.Unbounded, d.Why,
				tt.known, tt.seconds, tt.unbounded, tt.why)
		}
	}
}

func TestDelayPlace(t *testing.T) {
	tests := []struct {
		script    string
		line, col int
	}{
		{"sleep 5\nsleep 10\n", 2, 1},
		{"sleep 10\nuntil ready; do sleep 1; done", 2, 1},
		{"echo é; drain", 1, 9},
		{"true", 0, 0},
	}
	for _, tt := range tests {
		if d := Delay(tt.script, nil); d.Line != tt.line || d.Col != tt.col {
			t.Errorf("%q: got %d:%d, want %d:%d", tt.script, d.Line, d.Col, tt.line, tt.col)
		}
	}
}

func TestDelayFamily(t *testing.T) {
	const script = "for i in {1..5}; do sleep 1; done"
	for f, want := range map[Family]float64{Bash: 5, Dash: 1, Ash: 1} {
		if d := DelayIn(script, f, nil); d.Seconds != want || d.Known != Exact {
			t.Errorf("%v: got %v %v, want exactly %v", f, d.Known, d.Seconds, want)
		}
	}
}

func TestDelayArgv(t *testing.T) {
	tests := []struct {
		argv    string
		seconds float64
		known   Certainty
	}{
		{"sleep|15", 15, Exact},
		{"/bin/sleep|1m", 60, Exact},
		{"busybox|sleep|5", 5, Exact},
		{"/usr/bin/env|sleep|5", 5, Exact},
		{"timeout|3|sleep|5", 3, Exact},
		{"sleep|$GRACE", 0, NotKnown},
		{"sleep|$(GRACE)", 0, NotKnown},
		{"/opt/drain|--wait|30", 0, NotKnown},
		{"nginx|-s|quit", 0, Exact},
		{"sh|-c|sleep $GRACE", 20, Exact},
		{"sh|-c|sleep $1|sh|5", 5, Exact},
		{"sh|-c|sleep $2|sh|5", 0, Exact},
		{"sh|-c|sleep|15", 0, Exact},
		{"bash|-c|for i in {1..5}; do sleep 1; done", 5, Exact},
		{"busybox|sh|-c|for i in {1..5}; do sleep 1; done", 1, Exact},
		{"/bin/sh|/drain.sh", 0, NotKnown},
		{"sleep 3", 0, NotKnown},
		{"", 0, NotKnown},
	}
	for _, tt := range tests {
		d := DelayArgv(strings.Split(tt.argv, "|"), testEnv)
		if d.Seconds != tt.seconds || d.Known != tt.known {
			t.Errorf("%q: got %v %v (%s), want %v %v", tt.argv, d.Known, d.Seconds, d.Why, tt.known, tt.seconds)
		}
	}
	if d := DelayArgv([]string{"sleep", "inf"}, nil); !d.Unbounded {
		t.Errorf("sleep inf: got %+v, want unbounded", d)
	}
}
