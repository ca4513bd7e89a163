package shell

import (
	"strings"
	"testing"
)

var malformed = []struct {
	argv  string
	index int // -1: nothing wrong
}{
	// One word.
	{"sleep 3", 0},
	{"/bin/sleep 3", 0},
	{"/bin/sh -c 'sleep 5'", 0},
	{"/opt/drain.sh --wait", 0},
	{"nginx -s quit && sleep 5", 0},
	{"sleep 5 && x", 0},
	{"sleep\n|5", 0},
	{"tini|--|sleep 3", 2},
	{"/opt/My App/run", -1},
	{"/opt/drain.sh", -1},

	// Shell syntax without a shell.
	{"sleep|5|;|nginx|-s|quit", 2},
	{"sleep|5|&&|nginx|-s|quit", 2},
	{"/opt/drain|&&|sleep|5", 1},
	{"sleep|5;", 1},
	{"sleep|$GRACE", 1},
	{"sleep|${GRACE}", 1},
	{"sleep|$(cat /grace)", 1},
	{"kill|-QUIT|`cat /run/x.pid`", 2},
	{"kill|-QUIT|$(cat /run/x.pid)", 2},
	{"curl|-X|POST|localhost|>|/dev/null", 4},
	{"sleep", 0},
	{"sleep|five", 1},
	{"sleep|$(GRACE)", -1},
	{"sleep|$$(GRACE)", -1},
	{"sleep|15", -1},
	{"sleep|1m|5s", -1},
	{"sleep|infinity", -1},
	{"find|/var|-exec|rm|{}|;", -1},
	{"/opt/drain|;|x", -1},
	{"/opt/drain|--filter|a|b", -1},
	{"echo|$HOME", -1},
	{"su|app|-c|a && b", -1},

	// Words lost behind sh -c.
	{"sh|-c|sleep|15", 3},
	{"/bin/sh|-c|nginx|-s|quit", 3},
	{"sh|-c|sleep 5|&&|nginx -s quit", 3},
	{"sh|-c|sleep 5|&&", 3},
	{"sh|-c|sleep $0|15", -1},
	{"sh|-c|sleep \"$1\"|sh|15", -1},
	{"sh|-c|exec \"$@\"|sh|app", -1},
	{"sh|-c|sleep 5|--", -1},
	{"sh|-c|sleep 5|drain", -1},
	{"sh|-c|shift; sleep 5|a|b", -1},
	{"sh|-c|for x; do sleep $x; done|sh|1", -1},
	{"sh|-c|. ./x|a|b", -1},

	// Scripts that do not parse.
	{"/usr/bin/bash|-euo|pipefail|-c|ringctl drain &; sleep 15 &; wait", 4},
	{"sh|-c|sleep 5 &; wait", 2},
	{"sh|-c|if [ -f x ]; then sleep 5", 2},
	{"sh|-c|if [ -f x ] then sleep 5; fi", 2},
	{"sh|-c|while true do sleep 1; done", 2},
	{"sh|-c|for i in 1 2 do sleep 1; done", 2},
	{"sh|-c|echo \"hello", 2},
	{"sh|-c|'sleep 5'", 2},
	{"sh|-c|\"nginx -s quit\"", 2},
	{"sh|-c|'/opt/My App/run'", -1},
	{"sh|-c", 0},
	{"sh|-ec", 0},
	{"sh|-e|drain.sh", -1},
	{"sh|-c|sleep 5 &&", 2},
	{"sh|-c|(sleep 5", 2},
	{"sh|-c|sleep 5 & wait", -1},
	{"sh|-c|sleep 5; # it's fine", -1},
	// A bash script is none for POSIX, but sh may be bash.
	{"sh|-c|a=(1 2); sleep ${a[0]}", -1},
	{"sh|-c|drain > >(logger)", -1},
	{"bash|-c|((a) && b)", -1},
	{"bash|-c|[[ -f x ]] && sleep 5", -1},
	{"app", -1},
	{"", -1},
}

func TestMalformed(t *testing.T) {
	for _, tt := range malformed {
		reason, index, ok := Malformed(strings.Split(tt.argv, "|"))
		if ok != (tt.index >= 0) || ok && (index != tt.index || reason == "") {
			t.Errorf("%q: got %v at %d (%s), want %d", tt.argv, ok, index, reason, tt.index)
		}
	}
	if _, _, ok := Malformed(nil); ok {
		t.Error("an empty argv is refused by the API, not malformed here")
	}
}

func TestMalformedReason(t *testing.T) {
	tests := map[string]string{
		"sleep 3":               `"sleep 3" is one word, so the runtime looks for a program of that name: each word needs an entry of its own, or sh -c in front`,
		"sleep|5|;|nginx":       `";" is shell syntax, but no shell runs this command: sleep gets it as an argument`,
		"/bin/sh|-c|sleep|15":   `only "sleep" is the script: "15" are its $0 and on, which it does not use`,
		"bash|-c|drain &; wait": "bash cannot parse the script, so nothing of it runs: line 1 column 8: `;` can only immediately follow a statement",
	}
	for argv, want := range tests {
		if reason, _, _ := Malformed(strings.Split(argv, "|")); reason != want {
			t.Errorf("%q: got %s", argv, reason)
		}
	}
}

func TestMalformedHook(t *testing.T) {
	if _, index, ok := MalformedHook([]string{"sleep", "$(GRACE)"}); !ok || index != 1 {
		t.Errorf("sleep $(GRACE): got %v at %d", ok, index)
	}
	if _, index, ok := MalformedHook([]string{"sleep 3"}); !ok || index != 0 {
		t.Errorf("sleep 3: got %v at %d", ok, index)
	}
	for _, argv := range []string{"sleep|15", "/opt/drain|$(GRACE)", "sh|-c|sleep $GRACE"} {
		if reason, _, ok := MalformedHook(strings.Split(argv, "|")); ok {
			t.Errorf("%q: got %s", argv, reason)
		}
	}
}
