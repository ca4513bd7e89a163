package catalog

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestCheckReportsEachMistake(t *testing.T) {
	const good = "- name: x\n  class: network\n  images: [acme/x]\n  source: [https://example.com/x]\n"
	const (
		old   = "- name: x-old\n  class: network\n  images: [acme/x]\n  versions: <2\n  source: [https://example.com/x]\n"
		newer = "- name: x-new\n  class: network\n  images: [acme/x]\n  versions: '>=3'\n  source: [https://example.com/x]\n"
		stops = `  signals: {SIGTERM: graceful, SIGRTMIN+3: fast}
  drain:
    default: 0
    settings: [{flag: --wait, env: ARGS}, {flag: -t}, {env: WAIT, unit: ms}, {key: a.b, file: "*.ini", format: ini, unit: m}]
    adds: [{annotation: acme.io/config, key: a.wait, format: yaml}, {annotation: acme.io/wait, default: 10}, {flag: --x.*.wait}]
  gracefulOff: [{env: FAST, values: ["1"], why: it stops at once}]
  lameDuck: [{flag: --delay}]
  minGrace: 60
  stopCommands: [{words: [x, stop], waits: true, effect: graceful}]
`
	)
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
		{"stops", good + stops, "[]\n", ""},
		{"signal", good + "  signals: {TERM: graceful}\n", "[]\n", `signal "TERM" is none`},
		{"signal that nobody handles", good + "  signals: {SIGKILL: fast}\n", "[]\n", `signal "SIGKILL" is none`},
		{"effect", good + "  signals: {SIGTERM: slow}\n", "[]\n", `signal SIGTERM: effect "slow" is none of graceful`},
		{"empty drain", good + "  drain: {}\n", "[]\n", "drain says nothing"},
		{"default below 0", good + "  drain: {default: -1}\n", "[]\n", "drain default -1 is below 0"},
		{"default and unlimited", good + "  drain: {default: 1, unlimited: true}\n", "[]\n", "has a default and is unlimited"},
		{"no place", good + "  lameDuck: [{unit: s}]\n", "[]\n", "lameDuck: an empty setting: write one of"},
		{"two places", good + "  lameDuck: [{env: A, annotation: b}]\n", "[]\n", "lameDuck: A b: write one of"},
		{"flag and key", good + "  lameDuck: [{flag: -a, key: b, file: c, format: yaml}]\n", "[]\n", "write one of"},
		{"flag without dashes", good + "  lameDuck: [{flag: wait}]\n", "[]\n", "write the flag with its dashes"},
		{"flag with value", good + "  lameDuck: [{flag: --wait=}]\n", "[]\n", "write the flag with its dashes"},
		{"env", good + "  lameDuck: [{env: A-B}]\n", "[]\n", "no name of an environment variable"},
		{"annotation", good + "  lameDuck: [{annotation: a/b/c}]\n", "[]\n", "no key of an annotation"},
		{"key without file", good + "  lameDuck: [{key: a, format: yaml}]\n", "[]\n", "needs file"},
		{"key without format", good + "  lameDuck: [{key: a, file: b}]\n", "[]\n", "key and format go together"},
		{"file without key", good + "  lameDuck: [{env: A, file: b}]\n", "[]\n", "needs file"},
		{"file pattern", good + "  lameDuck: [{key: a, file: '[', format: yaml}]\n", "[]\n", "needs file"},
		{"file with folder", good + "  lameDuck: [{key: a, file: b/c, format: yaml}]\n", "[]\n", "needs file"},
		{"format", good + "  lameDuck: [{key: a, file: b, format: xml}]\n", "[]\n", `format "xml" is none of yaml`},
		{"key path", good + "  lameDuck: [{key: a..b, file: b, format: yaml}]\n", "[]\n", "a key is a path of words"},
		{"unit", good + "  drain: {settings: [{env: A, unit: h}]}\n", "[]\n", `drain settings: A: unit "h" is none of`},
		{"setting twice", good + "  drain: {adds: [{env: A}, {env: A}]}\n", "[]\n", "drain adds: A occurs twice"},
		{"default of a setting", good + "  drain: {settings: [{env: A, default: 5}]}\n", "[]\n", "drain settings: A: only drain adds have a default"},
		{"added default below 0", good + "  drain: {adds: [{env: A, default: -5}]}\n", "[]\n", "drain adds: A: only drain adds have a default of their own, above 0"},
		{"switch without values", good + "  gracefulOff: [{env: A, why: b}]\n", "[]\n", "gracefulOff: A: values are missing"},
		{"switch without why", good + "  gracefulOn: [{env: A, values: [b]}]\n", "[]\n", "gracefulOn: A says no why"},
		{"switch with unit", good + "  gracefulOn: [{env: A, unit: s, values: [b], why: c}]\n", "[]\n", "a switch has neither unit nor default"},
		{"minGrace", good + "  minGrace: -1\n", "[]\n", "minGrace -1 is below 0"},
		{"start", good + "  start: -1\n", "[]\n", "start -1 is below 0"},
		{"stop command without words", good + "  stopCommands: [{effect: fast}]\n", "[]\n", "words are missing"},
		{"stop command with an empty word", good + "  stopCommands: [{words: [a, ''], effect: fast}]\n", "[]\n", "words are missing or empty"},
		{"stop command twice", good + "  stopCommands: [{words: [a], effect: fast}, {words: [a], effect: fast}]\n", "[]\n", `stop command "a" occurs twice`},
		{"stop command effect", good + "  stopCommands: [{words: [a], effect: end}]\n", "[]\n", `stop command "a": effect "end"`},
		{"versions", good + "  versions: new\n", "[]\n", `versions "new"`},
		{"versions and programs", good + "  versions: '>=1'\n  programs: [x]\n", "[]\n", "programs in an entry with versions"},
		{"versions side by side", old + newer + good, "[]\n", ""},
		{"versions after the rest", good + old, "[]\n", `image acme/x is for any version in "x"`},
		{"versions twice", old + strings.Replace(old, "x-old", "x-older", 1) + good, "[]\n", `image acme/x <2 is also in "x-old"`},
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
