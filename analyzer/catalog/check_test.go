package catalog

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestCheckReportsEachMistake(t *testing.T) {
	const good = "- name: x\n  class: network\n  images: [acme/x]\n  source: [https://example.com/x]\n"
	for _, tt := range []struct{ name, profiles, bases, want string }{
		{"good", good, "- images: [library/x]\n  shell: dash\n  source: [https://example.com/x]\n", ""},
		{"no source", "- {name: x, class: network, images: [acme/x]}\n", "[]\n", "no source"},
		{"source is no address", "- {name: x, class: network, images: [acme/x], source: [manual]}\n", "[]\n", `source "manual"`},
		{"no name", "- {class: network, images: [acme/x], source: [https://a]}\n", "[]\n", "has no name"},
		{"name twice", good + strings.ReplaceAll(good, "acme/x", "acme/y"), "[]\n", "the name occurs twice, also in profiles/a.yaml"},
		{"image twice", good + strings.Replace(good, "name: x", "name: y", 1), "[]\n", `image acme/x is also in "x" of profiles/a.yaml`},
		{"program twice", "- {name: x, class: network, programs: [p, p], source: [https://a]}\n", "[]\n", "program p is also in"},
		{"matches nothing", "- {name: x, class: network, source: [https://a]}\n", "[]\n", "matches nothing"},
		{"class", strings.Replace(good, "network", "netwrok", 1), "[]\n", `class "netwrok" is none of telemetry`},
		{"wildcard", strings.Replace(good, "acme/x", "'acme/x?'", 1), "[]\n", "only * is a wildcard"},
		{"slash", strings.Replace(good, "acme/x", "acme/x/", 1), "[]\n", "only * is a wildcard"},
		{"acceptsWhen alone", good + "  acceptsWhen: [a]\n", "[]\n", "acceptsWhen without keepsAccepting"},
		{"privilege", good + "  needs: [{privilege: root, why: a}]\n", "[]\n", `need "root": expected privileged`},
		{"need twice", good + "  needs: [{privilege: hostPID, why: a}, {privilege: hostPID, why: b}]\n", "[]\n", "need hostPID occurs twice"},
		{"no why", good + "  needs: [{privilege: hostPID}]\n", "[]\n", "hostPID says no why"},
		{"capability", good + "  needs: [{privilege: 'cap:CAP_BPF', why: a}]\n", "[]\n", `need "cap:CAP_BPF"`},
		{"relative path", good + "  needs: [{privilege: 'path:proc', why: a}]\n", "[]\n", "write an absolute path"},
		{"path with slash", good + "  needs: [{privilege: 'path:/proc/', why: a}]\n", "[]\n", "without a slash at its end"},
		{"var run", good + "  needs: [{privilege: 'write:/var/run/x', why: a}]\n", "[]\n", "write /run"},
		{"two documents", good + "---\n" + good, "[]\n", "more than one YAML document"},
		{"empty entry", good + "- \n", "[]\n", "entry 2 is empty"},
		{"no list", "name: x\n", "[]\n", "profiles/a.yaml"},
		{"shell", good, "- {images: [library/x], shell: zsh, source: [https://a]}\n", `shell "zsh" is none of`},
		{"tag", good, "- {images: [library/x], shell: dash, tag: '(', source: [https://a]}\n", "bases.yaml: [library/x]: tag"},
		{"base without images", good, "- {shell: dash, source: [https://a]}\n", "has no images"},
		{"base without source", good, "- {images: [library/x], shell: dash}\n", "no source"},
		{"base twice", good, "- {images: [library/x, library/x], shell: dash, source: [https://a]}\n", "is also in bases.yaml"},
		{"unknown field", good, "- {images: [library/x], shell: dash, shel: ash, source: [https://a]}\n", "field shel not found"},
		{"programs", good, "- {images: [library/x], shell: dash, has: [sh, bash], lacks: [curl], source: [https://a]}\n", ""},
		{"program path", good, "- {images: [library/x], shell: dash, has: [/bin/sleep], source: [https://a]}\n", `"/bin/sleep" is no name of a program`},
		{"empty program", good, "- {images: [library/x], shell: dash, lacks: ['']}\n", `"" is no name of a program`},
		{"has and lacks", good, "- {images: [library/x], shell: dash, has: [curl], lacks: [curl], source: [https://a]}\n", "curl occurs twice"},
		{"none has sh", good, "- {images: [library/x], shell: none, has: [sh], source: [https://a]}\n", "shell none, but has sh"},
		{"dash lacks sh", good, "- {images: [library/x], shell: dash, lacks: [sh], source: [https://a]}\n", `lacks sh, but shell is "dash"`},
	} {
		err := data(t, tt.profiles, tt.bases).Check()
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

// An alias into another entry works in YAML but not entry by entry: Check says so instead of losing the entry.
func TestCheckRefusesAliasesAcrossEntries(t *testing.T) {
	c := data(t, "- name: x\n  class: network\n  images: [acme/x]\n  source: &s [https://a]\n- name: y\n  class: network\n  images: [acme/y]\n  source: *s\n", "[]\n")
	if err := c.Check(); err == nil || !strings.Contains(err.Error(), `"- name: y"`) {
		t.Errorf("Check() = %v, want the entry that needs another", err)
	}
}

func TestCheckReportsEachMistakeInImages(t *testing.T) {
	const good = "- images: [acme/x]\n  source: [https://example.com/x]\n"
	for _, tt := range []struct{ name, images, want string }{
		{"good", good + "  tag: '^1'\n  entrypoint: [/e]\n  cmd: [x]\n  stopSignal: SIGQUIT\n  execs: true\n  init: tini\n  program: x\n", ""},
		{"real-time signal", good + "  stopSignal: SIGRTMIN+3\n", ""},
		{"last real-time signal", good + "  stopSignal: SIGRTMAX\n", ""},
		{"no images", "- {cmd: [x], source: [https://a]}\n", "has no images"},
		{"no source", "- {images: [acme/x]}\n", "images.yaml: [acme/x]: no source"},
		{"source is no address", "- {images: [acme/x], source: [http://a]}\n", `source "http://a"`},
		{"tag", good + "  tag: '('\n", "tag: error parsing regexp"},
		{"signal without SIG", good + "  stopSignal: QUIT\n", `stopSignal "QUIT" is no signal`},
		{"signal number", good + "  stopSignal: '15'\n", `stopSignal "15" is no signal`},
		{"misspelt signal", good + "  stopSignal: SIGWINHC\n", `stopSignal "SIGWINHC" is no signal`},
		{"real-time signal out of range", good + "  stopSignal: SIGRTMIN+40\n", `stopSignal "SIGRTMIN+40" is no signal`},
		{"init", good + "  entrypoint: [/sbin/init]\n  init: systemd\n", `init "systemd" is none of tini`},
		{"init of nothing", good + "  init: tini\n", "init without entrypoint and cmd"},
		{"execs of nothing", good + "  cmd: [x]\n  execs: true\n", "execs without entrypoint"},
		{"empty word", good + "  cmd: [x, '']\n", "an empty word"},
		{"program path", good + "  program: /bin/x\n", `program "/bin/x"`},
		{"wildcard", strings.Replace(good, "acme/x", "'acme/x?'", 1), "only * is a wildcard"},
		{"slash", strings.Replace(good, "acme/x", "/acme/x", 1) + strings.Replace(good, "acme/x", "acme/x/", 1), "only * is a wildcard"},
		{"twice", good + good, `acme/x with tag "" is also in images.yaml`},
		{"twice with other tags", good + good + "  tag: '^2'\n", ""},
		{"unknown field", good + "  entrypont: [x]\n", "field entrypont not found"},
	} {
		c, err := Load(fstest.MapFS{
			"bases.yaml":  {Data: []byte("- {images: [acme/x], shell: dash, source: [https://a]}\n")},
			"images.yaml": {Data: []byte(tt.images)},
		})
		if err != nil {
			t.Fatal(err)
		}
		err = c.Check()
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}
