package shell

import (
	"strings"
	"testing"
)

// measured holds what real shells did with app as the main program, as PID 1 of a fresh PID namespace: E replaced, F
// stayed, S syntax error; in the order dash, bash, BusyBox ash, mksh. A question mark is an answer that the text alone
// does not give.
var measured = []struct{ script, want string }{
	// The rows of the specification.
	{"app", "FEEE"},
	{"app;", "FEEF"},
	{"app\n", "FEFF"},
	{"app # comment", "FEEF"},
	{"X=1 app", "FEEF"},
	{"app >log", "FFEF"},
	{"app 2>&1", "FFEF"},
	{"app <f", "FFEF"},
	{"a; app", "FEEF"},
	{"a && app", "FEEF"},
	{"cd d && app", "FEEF"},
	{"set -e; app", "FEEF"},
	{"a\napp", "FEEF"},
	{"set -e\na\napp\n", "FEFF"},
	{"app || x", "FFFF"},
	{"app; x", "FFFF"},
	{"app && true", "FFFF"},
	{"app | tee", "FFFF"},
	{"(app)", "FFEF"},
	{"{ app; }", "FFEF"},
	{"if t; then app; fi", "FFEF"},
	{"case x in x) app;; esac", "FFEF"},
	{"for i in 1 2; do app; done", "FFFF"},
	{"f(){ app; }; f", "FFFF"},
	{"while [ -f x ]; do sleep 1; done; app", "FEEF"},
	{"trap 'echo bye' TERM; app", "FFFF"},
	{"trap : EXIT; app", "FFFF"},
	{`eval "app"`, "FFFF"},
	{"! app", "FFFF"},
	{"app & wait", "FFFF"},
	{"exec app", "EEEE"},
	{"a && exec app", "EEEE"},
	{"exec app >log 2>&1", "EEEE"},
	{"if t; then exec app; fi", "EEEE"},
	{"f(){ exec app; }; f", "EEEE"},
	{"exec app && x", "EEEE"},
	{"exec app; x", "EEEE"},
	{"exec app | tee", "FFFF"},
	{"(exec app); x", "FFFF"},
	{"exec app > >(tee log)", "SEES"},

	// What decides between families in detail.
	{"app\n\n", "FFFF"},
	{"app\n# comment", "FFFF"},
	{"app # comment\n", "FEFF"},
	{"app;\n", "FEFF"},
	{"app \n ", "FFFF"},
	{"app \\\n  --flag", "FEEF"},
	{"app \\\n", "FEEF"},
	{"a\n\n# why\napp", "FEEF"},
	{"a; b && app", "FFEF"},
	{"set -e; cd / && app", "FFEF"},
	{"set -e\ncd / && a && app", "FEEF"},
	{"a && b; app", "FEEF"},
	{"a || b && app\n", "FEFF"},
	{"! a; ! b || app", "FFEF"},
	{"a & app", "FFEF"},
	{"a &\napp", "FEEF"},
	{"a & b; app", "FEEF"},
	{"a; X=1 app", "FEEF"},
	{"a >log; app", "FEEF"},
	{"if a; then b; fi; app", "FEEF"},
	{"{ a; }; app", "FEEF"},
	{"a; (app)", "FFEF"},
	{"(a; app) >log", "FFEF"},
	{"{ app; } >log", "FFFF"},
	{"{ (app); } >log", "FFEF"},
	{"if t; then app; fi >log", "FFFF"},
	{"if t; then app; fi\n", "FFFF"},
	{"(exec app)", "FFEF"},
	{"{ exec app; } >log", "EEEE"},
	{"trap : TERM; (app)", "FFFF"},
	{"trap : TERM; exec app", "EEEE"},
	{"trap - TERM; app", "FEEF"},
	{"trap : TERM; trap - TERM; app", "FEFF"},
	{"trap : TERM INT; trap - TERM; app", "FFFF"},
	{"trap '' TERM; app", "F?EF"},
	{"(trap : TERM); app", "FEEF"},
	{"f(){ trap : TERM; }; f; app", "FFFF"},
	{"eval 'trap : TERM'; app", "FFFF"},
	{"eval exec app", "EEEE"},
	{"command app", "FEEE"},
	{"command exec app", "EEEE"},
	{"time app", "FFFF"},
	{"exec >log; app", "FEEF"},
	{"X=$(a); app", "FEEF"},
	{"app $(a)", "FEEF"},
	{"app <<E\nhi\nE", "FFFF"},
	{"cat <<E; app\nhi\nE", "FEFF"},
	{"cat <<E; app\nE\n", "FEFF"},
	{"cat <<E\nhi\nE\napp", "FEEF"},
	{"case x in x) cat <<E\nhi\nE\napp;; esac", "FFEF"},
	{"x() { a; }\napp", "FEEF"},
	{"x() { true; } && exec app", "EEEE"},
	{"f() (exec app); f", "FFFF"},
	{"f() { exec \"$@\"; }; f app", "EEEE"},
	{"exec app & wait", "FFFF"},
	{"cat f | exec app", "FFFF"},
	{"while true; do app; done", "FFFF"},
	{"while :; do exec app; done", "EEEE"},
	{"for i in 1; do exec app; done", "EEEE"},
	{"until a; do b; done\napp", "FEEF"},
	{"a || exit 1; exec app", "EEEE"},
	{"[ -f x ] || exec app", "EEEE"},
	{"if ! a; then exit 1; fi; exec app", "EEEE"},
	{"exec app || exit 1", "EEEE"},
	{"nice app", "FEEE"},
	{"app --x=1", "FEEF"},

	// Where paths differ, the answer is unknown.
	{"if t; then exec app; else app; fi", "??E?"},
	{"case $1 in a) exec app;; *) other;; esac", "??E?"},
	{"[ -n \"$DEBUG\" ] && exec a; app", "?EE?"},
	{"case $1 in a) exec app;; *) exec other;; esac", "EEEE"},
	{". ./env.sh", "????"},
	{"eval \"$COMMAND\"", "????"},
}

func TestStays(t *testing.T) {
	families := []Family{Dash, Bash, Ash, Mksh}
	for _, row := range measured {
		got := ""
		for _, f := range families {
			v := Stays(row.script, f)
			letter := map[Tri]string{Yes: "F", No: "E", Unknown: "?"}[v.Stays]
			if v.SyntaxError != "" {
				letter = "S"
			}
			got += letter
		}
		if got != row.want {
			t.Errorf("%q: got %s, want %s (dash, bash, ash, mksh)", row.script, got, row.want)
		}
	}
}

func TestStaysUnknownFamily(t *testing.T) {
	tests := []struct {
		script  string
		stays   Tri
		differs string
	}{
		{"exec app", No, ""},
		{"app | tee log", Yes, ""},
		{"app; echo done", Yes, ""},
		{"app", Unknown, "dash"},
		{"app >log", Unknown, "dash bash"},
		{"app\n", Unknown, "dash ash"},
		{"a; b && app", Unknown, "dash bash"},
		// Only bash and ash can parse it, and they agree.
		{"exec app > >(tee log)", No, ""},
		{"app &;", Unknown, ""},
		{"[[ -f x ]] && exec app; exec app", No, ""},
	}
	for _, tt := range tests {
		v := Stays(tt.script, UnknownFamily)
		var names []string
		for _, f := range v.Differs {
			names = append(names, f.String())
		}
		if v.Stays != tt.stays || strings.Join(names, " ") != tt.differs {
			t.Errorf("%q: got %v differs %v, want %v differs [%s]", tt.script, v.Stays, v.Differs, tt.stays, tt.differs)
		}
	}
}

func TestStaysReason(t *testing.T) {
	tests := []struct {
		script, reason, program string
		family                  Family
		line, col               int
	}{
		{"app --x", "dash as shipped by Debian and Ubuntu never replaces itself", "app --x", Dash, 1, 1},
		{"app >log", "the last command carries a redirection", "app", Bash, 1, 1},
		{"trap : TERM\napp", "a trap is set", "app", Dash, 2, 1},
		{"exec app | tee log", "it runs in a pipeline", "app", Dash, 1, 1},
		{"app; echo x", "a command follows", "app", Bash, 1, 1},
		{"(exec app); echo x", "it runs in a subshell", "app", Ash, 1, 2},
		{"app & wait", "it runs in the background", "app", Ash, 1, 1},
		{"while true; do app; done", "it runs in a loop", "app", Bash, 1, 16},
		{"f() { app; }; f", "it runs in a function", "app", Ash, 1, 7},
		{"echo é; app\n", "the script ends in a newline (a block scalar with | or >), so BusyBox ash still expects another command", "app", Ash, 1, 9},
		{"a; b && app", "bash replaces itself only when its last line is one command or one list of a single kind", "app", Bash, 1, 9},
		{"app\n\n", "empty lines or comments follow the last command", "app", Bash, 1, 1},
		{"if t; then app; fi", "bash replaces itself only for a simple command, not inside braces, parentheses, if or case", "app", Bash, 1, 12},
		{"eval app", "the command is run by eval", "app", Bash, 1, 1},
		{"! app", "its status is negated with !", "app", Bash, 1, 3},
		{"exec  gosu app  run", "exec replaces the shell", "gosu app run", Dash, 1, 1},
		{"app", "the shell replaces itself with its last command", "app", Bash, 1, 1},
	}
	for _, tt := range tests {
		v := Stays(tt.script, tt.family)
		if v.Reason != tt.reason || v.Program != tt.program || v.Line != tt.line || v.Col != tt.col {
			t.Errorf("%q in %v: got %q at %d:%d, program %q", tt.script, tt.family, v.Reason, v.Line, v.Col, v.Program)
		}
	}
}

func TestStaysProgram(t *testing.T) {
	tests := []struct {
		script, program string
		finite, keep    bool
	}{
		{"python manage.py migrate; rc=$?; pkill -TERM db-proxy; exit $rc", "python manage.py migrate", false, false},
		{": \\\n && node scripts/bootstrap.js \\\n && node server.js ;", "node server.js", false, false},
		{"cron && apache2-foreground", "apache2-foreground", false, false},
		{"gunicorn app:app; ./report", "gunicorn app:app", false, false},
		{"until nslookup db; do sleep 1; done\nstored --data-dir /var", "stored --data-dir /var", false, false},
		{"app 2>&1 | tee -a log", "app", false, false},
		{"cat conf | app", "app", false, false},
		{"[ -f x ] || cp a x; app", "app", false, false},
		{"cat <<E >/etc/conf\nx\nE\napp", "app", false, false},
		{"mkdir -p /a && cp -r /b /a", "cp -r /b /a", true, false},
		{"echo hello", "", true, false},
		{"sleep 5", "sleep 5", true, false},
		{"while true; do sleep 5; done", "", false, false},
		{"until pg_isready; do sleep 1; done", "", false, false},
		{"service cron start; tail -f /dev/null", "tail -f /dev/null", false, true},
		{"sleep infinity", "sleep infinity", false, true},
		{"app & sleep inf", "sleep inf", false, true},
		{"app & tail -f /dev/null & wait", "app", false, false},
		{"haproxy -W -db & watcher & wait", "haproxy -W -db", false, false},
		{"cat", "cat", false, true},
		{"app | cat", "app", false, false},
	}
	for _, tt := range tests {
		v := Stays(tt.script, Dash)
		if v.Program != tt.program || v.Finite != tt.finite || v.Keepalive != tt.keep {
			t.Errorf("%q: got program %q finite %v keepalive %v", tt.script, v.Program, v.Finite, v.Keepalive)
		}
	}
}

func TestStaysArgv(t *testing.T) {
	v := Stays("cd /srv && exec env X=1 'my app' --port=\"$PORT\" \\\n  run", Dash)
	if got := strings.Join(v.Argv, "|"); got != `env|X=1|my app|--port="$PORT"|run` {
		t.Errorf("got %s", got)
	}
	if v := Stays("echo", Dash); v.Argv != nil {
		t.Errorf("a builtin: got %q", v.Argv)
	}
}

func TestStaysExec(t *testing.T) {
	tests := []struct {
		script         string
		exec, subshell bool
	}{
		{"exec app", true, false},
		{"app", false, false},
		{"exec app | tee log", false, true},
		{"(exec app)", false, true},
		{"exec app & wait", false, true},
		{"exec >log; app", false, false},
		{"(exec a); exec app", true, true},
	}
	for _, tt := range tests {
		if v := Stays(tt.script, Bash); v.Exec != tt.exec || v.SubshellExec != tt.subshell {
			t.Errorf("%q: got exec %v, in a subshell %v", tt.script, v.Exec, v.SubshellExec)
		}
	}
}

// "$@" in a function are the function's arguments, and what stands before an endless loop is no program.
func TestStaysProgramOfFunctionsAndLoops(t *testing.T) {
	for _, tt := range []struct{ script, program string }{
		{"run() { \"$@\"; }\nrun app --x\n", "app --x"},
		{"main() { exec \"$@\"; }\nmain \"$@\"\n", `"$@"`},
		{"run() { nohup \"${@}\"; }\nwrap() { run \"$@\"; }\nwrap app\n", "nohup app"},
		{"rpc.statd --no-notify\nwhile true; do sleep 5; done\n", ""},
		{"app &\nwhile true; do sleep 5; done\n", "app"},
		{"while true; do sleep 60; redis-cli ping; done\n", ""},
		{"while true; do app; done\n", "app"},
		{"app &\nif [ \"$1\" = -bash ]; then /bin/bash; fi\n", "app"},
		{"app --x\nbash -i\n", "app --x"},
		{"bash run.sh\n", "bash run.sh"},
	} {
		if got := StaysFile(tt.script, Bash); got.Program != tt.program {
			t.Errorf("%q: program %q, want %q", tt.script, got.Program, tt.program)
		}
	}
}
