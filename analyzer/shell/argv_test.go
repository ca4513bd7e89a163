package shell

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	tests := []struct {
		argv                          string
		shell, script, args, wrappers string
		init                          string
		family                        Family
	}{
		{"sh|-c|app", "sh", "app", "", "", "", UnknownFamily},
		{"/bin/bash|-euo|pipefail|-c|app", "/bin/bash", "app", "", "", "", Bash},
		{"bash|-o|pipefail|-c|app|--|x", "bash", "app", "--|x", "", "", Bash},
		{"bash|-ceo|pipefail|app", "bash", "app", "", "", "", Bash},
		{"bash|-c|-e|app", "bash", "app", "", "", "", Bash},
		{"bash|--login|--rcfile|f|-c|app", "bash", "app", "", "", "", Bash},
		{"bash|+e|-lc|--|app", "bash", "app", "", "", "", Bash},
		{"sh|-euxc|app|$0|1", "sh", "app", "$0|1", "", "", UnknownFamily},
		{"/bin/dash|-ec|app", "/bin/dash", "app", "", "", "", Dash},
		{"busybox|sh|-c|app", "busybox sh", "app", "", "", "", Ash},
		{"/busybox/sh|-c|app", "/busybox/sh", "app", "", "", "", Ash},
		{"ksh|-c|app", "ksh", "app", "", "", "", UnknownFamily},
		{"env|-i|X=1|Y=2|sh|-c|app", "sh", "app", "", "env", "", UnknownFamily},
		{"/usr/bin/env|-u|X|bash|-c|app", "bash", "app", "", "/usr/bin/env", "", Bash},
		{"nice|-n|5|ionice|-c2|-n|0|sh|-c|app", "sh", "app", "", "nice|ionice", "", UnknownFamily},
		{"nohup|stdbuf|-oL|-e|L|sh|-c|app", "sh", "app", "", "nohup|stdbuf", "", UnknownFamily},
		{"setpriv|--reuid|1000|--clear-groups|sh|-c|app", "sh", "app", "", "setpriv", "", UnknownFamily},
		{"chroot|--userspec=1|/root|sh|-c|app", "sh", "app", "", "chroot", "", UnknownFamily},
		{"gosu|app|sh|-c|app", "sh", "app", "", "gosu", "", UnknownFamily},
		{"/sbin/tini|-g|--|sh|-c|app", "sh", "app", "", "", "/sbin/tini", UnknownFamily},
		{"dumb-init|-r|15:3|sh|-c|app", "sh", "app", "", "", "dumb-init", UnknownFamily},
		{"catatonit|--|su-exec|nobody|ash|-c|app", "ash", "app", "", "su-exec", "catatonit", Ash},
	}
	for _, tt := range tests {
		inv, ok := Split(strings.Split(tt.argv, "|"))
		got := fmt.Sprint(inv.Shell, "#", inv.Script, "#", strings.Join(inv.Args, "|"), "#", strings.Join(inv.Wrappers, "|"), "#", inv.Init)
		want := fmt.Sprint(tt.shell, "#", tt.script, "#", tt.args, "#", tt.wrappers, "#", tt.init)
		if !ok || got != want || FamilyOf(inv.Shell) != tt.family {
			t.Errorf("%s: got %v %s %v, want %s %v", tt.argv, ok, got, FamilyOf(inv.Shell), want, tt.family)
		}
		if ok && strings.Split(tt.argv, "|")[inv.ScriptIndex] != inv.Script {
			t.Errorf("%s: ScriptIndex %d is not the script", tt.argv, inv.ScriptIndex)
		}
	}
}

func TestSplitNoScript(t *testing.T) {
	tests := []struct {
		argv    string
		program int
	}{
		{"", 0},
		{"app|-c|x", 0},
		{"sh|script.sh", 0},
		{"sh|-e|script.sh|-c", 0},
		{"sh|-c", 0},
		{"sh", 0},
		{"bash|-o", 0},
		{"tini|--|app|-c|x", 2},
		{"env|X=1|node|server.js", 2},
		{"env|-S|sh -c app", 0},
		{"setsid|-f|sh|-c|app", 0},
		{"timeout|5|sh|-c|app", 0},
		{"busybox|sleep|5", 0},
		{"tini|--", 2},
	}
	for _, tt := range tests {
		inv, ok := Split(strings.Split(tt.argv, "|"))
		if ok || inv.ProgramIndex != tt.program {
			t.Errorf("%s: got %v, program at %d, want %d", tt.argv, ok, inv.ProgramIndex, tt.program)
		}
	}
	if _, ok := Split(nil); ok {
		t.Error("an empty argv runs a script")
	}
}

func TestSplitInitArgs(t *testing.T) {
	inv, _ := Split([]string{"tini", "-g", "-e", "143", "--", "app"})
	if want := []string{"-g", "-e", "143", "--"}; !reflect.DeepEqual(inv.InitArgs, want) {
		t.Errorf("got %q, want %q", inv.InitArgs, want)
	}
}

func TestKeepalive(t *testing.T) {
	for argv, want := range map[string]bool{
		"tail|-f|/dev/null": true, "tail|-n|0|-F|x": true, "sleep|infinity": true, "cat": true, "tini|--|sleep|inf": true,
		"env|X=1|tail|--follow|x": true, "sleep|5": false, "tail|x": false, "cat|file": false, "app": false, "": false,
	} {
		if got := Keepalive(strings.Split(argv, "|")); got != want {
			t.Errorf("%s: got %v", argv, got)
		}
	}
}

func TestNames(t *testing.T) {
	got := fmt.Sprint(UnknownFamily, Dash, Bash, Ash, Mksh, Unknown, Yes, No, NotKnown, LowerBound, Exact, TrapSingleWait, Trap(99))
	if want := "unknown dash bash ash mksh unknown yes no unknown at least exact single-wait unknown"; got != want {
		t.Errorf("got %q", got)
	}
}
