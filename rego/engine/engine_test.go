package engine_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/loaders/source"
	"github.com/drainlint/drainlint/rego"
	"github.com/drainlint/drainlint/rego/engine"
	"github.com/drainlint/drainlint/rego/metadata"
)

// policy is a rule file with one changed part.
func policy(changes ...string) string {
	text := `# METADATA
# title: Every object is reported
# description: For tests.
# custom:
#   severity: warning
#   confidence: high
#   kinds: [Object]
#   remediation: Nothing.
package drainlint.rules.house.every_object

violations contains {"at": o.at, "message": sprintf("%s is here", [o.name])} if {
	some o in input.objects
}
`
	return strings.NewReplacer(changes...).Replace(text)
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func input() *facts.Facts {
	return &facts.Facts{Version: facts.Version, Objects: []facts.Object{{At: source.Ref{Doc: 0}, Kind: "Pod", Name: "p"}}}
}

func TestRun(t *testing.T) {
	e := engine.New(fstest.MapFS{"rules/house/every_object.rego": {Data: []byte(policy())}}, engine.Options{})
	if len(e.Problems()) > 0 || len(e.Rules()) != 1 {
		t.Fatalf("problems %v, rules %v", e.Problems(), e.Rules())
	}
	r := e.Rules()[0]
	if r.Name != "every-object" || r.Area != "house" || r.Title != "Every object is reported" {
		t.Errorf("rule %+v", r)
	}
	vs, problems := e.Run(context.Background(), input())
	if len(problems) > 0 || len(vs) != 1 || vs[0].Message != "p is here" {
		t.Errorf("violations %+v, problems %v", vs, problems)
	}
	vs, _ = e.Run(context.Background(), &facts.Facts{})
	if len(vs) != 0 {
		t.Errorf("evaluated without its kind: %+v", vs)
	}
}

// TestMistakes makes one mistake at a time: each is reported with its place, and a good rule beside it still runs.
func TestMistakes(t *testing.T) {
	good := policy("every_object", "good_rule")
	tests := []struct{ name, text, at, want string }{
		{"METADATA in lower case", policy("# METADATA", "# metadata"), "every_object.rego:9", "no METADATA block"},
		{"unknown custom key", policy("#   confidence", "#   severty: x\n#   confidence"), "every_object.rego:1", "severty"},
		{"no title", policy("# title: Every object is reported\n", ""), "every_object.rego:1", "has no title"},
		{"bad severity", policy("severity: warning", "severity: bad"), "every_object.rego:1", `"bad", expected error, warning or note`},
		{"no kinds", policy("#   kinds: [Object]\n", ""), "every_object.rego:1", "would never run"},
		{"no violations", policy("violations contains", "violation contains"), "every_object.rego:9", `no rule named "violations"`},
		{"file and package differ", policy("house.every_object", "house.another"), "every_object.rego:9", "differs from the last part"},
		{"wrong package", policy("drainlint.rules.house", "rules.house"), "every_object.rego:9", "a rule's package is"},
		{"syntax", policy("some o in", "some o in in"), "every_object.rego:12", "unexpected"},
		{"unknown input", policy("input.objects", "input.objetcs"), "every_object.rego:12", "objetcs"},
		{"network", policy("some o in input.objects", "some o in input.objects\n\thttp.send({})"), "every_object.rego:13", "http.send"},
		{"clock", policy("some o in input.objects", "some o in input.objects\n\ttime.now_ns() > 0"), "every_object.rego:13", "time.now_ns"},
		{"conflict at run time", policy("some o in input.objects", "some o in input.objects\n\tto_number(o.name) > 0"), "every_object.rego:13", "to_number"},
		{"no message", policy(`, "message": sprintf("%s is here", [o.name])`, ""), "every_object.rego", "message"},
		{"unknown key in a violation", policy(`"at": o.at,`, `"at": o.at, "line": 3,`), "every_object.rego", "line"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, "every_object.rego", tt.text)
			write(t, dir, "good_rule.rego", good)
			e := engine.New(fstest.MapFS{}, engine.Options{Policies: []string{dir}, Schema: facts.Schema})
			vs, problems := e.Run(context.Background(), input())
			problems = append(problems, e.Problems()...)
			if len(problems) == 0 || !strings.Contains(problems[0].Span.String(), tt.at) || !strings.Contains(problems[0].Message, tt.want) {
				t.Errorf("problems %v, want %q at %s", problems, tt.want, tt.at)
			}
			if len(vs) != 1 || vs[0].Rule.Name != "good-rule" {
				t.Errorf("the good rule was lost: %+v", vs)
			}
		})
	}
}

func TestDisableAndDuplicates(t *testing.T) {
	builtin := fstest.MapFS{"rules/house/every_object.rego": {Data: []byte(policy())}}
	e := engine.New(builtin, engine.Options{Disable: []string{"every-object"}})
	if len(e.Rules()) != 0 || !e.Disabled("every-object") || e.Disabled("other") {
		t.Errorf("rules %v", e.Rules())
	}
	dir := t.TempDir()
	write(t, dir, "every_object.rego", policy())
	e = engine.New(builtin, engine.Options{Policies: []string{dir}})
	if len(e.Rules()) != 1 || e.Rules()[0].User || len(e.Problems()) != 1 || !strings.Contains(e.Problems()[0].Message, "exists already") {
		t.Errorf("rules %v, problems %v", e.Rules(), e.Problems())
	}
}

// TestInputIsTotal makes sure that a rule meets no null: empty lists are lists.
func TestInputIsTotal(t *testing.T) {
	text := policy("some o in input.objects", "some o in input.objects\n\tcount(o.unknown) == 0\n\tcount(input.workloads) == 0")
	dir := t.TempDir()
	write(t, dir, "every_object.rego", text)
	e := engine.New(fstest.MapFS{}, engine.Options{Policies: []string{dir}, Schema: facts.Schema})
	vs, problems := e.Run(context.Background(), input())
	if len(vs) != 1 || len(problems) > 0 {
		t.Errorf("violations %v, problems %v", vs, problems)
	}
}

func TestBuiltinRulesUseKnownKinds(t *testing.T) {
	ofPrivileges := []string{
		"ReadOnlyWrite", "CapabilityList", "AddedCapability", "FileCaps", "Escalating", "MayBeRoot", "WritableRoot", "Unconfined", "IdleToken", "Granted",
		"Bidirectional", "PlainSecret", "Spool", "Unlimited", "SurgingAgent", "PodSecurity", "RootUser", "LooseHostPath", "HostLogs", "ReadOnlyTree",
	}
	known := []string{"Object", "Workload", "Problem", "Waiver", "Run", "UnknownField", "Refusal", "OldAPI", "Unmanaged", "Image", "ImageShell", "BrokenForm", "PatchFault", "Drift", "Init", "Bypassed", "SharedProcesses", "LostArguments", "LostCmd", "MissingTool", "SignalEffect", "Bare", "DrainCommand", "KeepAlive", "Launcher", "LongHook", "RemoteHook", "KillingHook", "FloatingImage", "Drain", "Malformed", "Sidecar", "ProbeGrace", "GracefulOff", "HeldJob", "ShortGrace", "LongGrace", "Scraped", "Discarded", "Random", "OtherVersion", "Served", "PreStop", "ZeroGrace", "Shell",
		"Privileged", "HostPath", "HostNamespace", "Undelayed", "Unprobed", "Interrupted", "Capable", "BadWaiver", "BlockedDrain", "ShortDelay", "UnscaledPDB", "IdleWaiver", "PodDisruptionBudget", "Service", "HorizontalPodAutoscaler", "Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob",
		"Surging", "OverlappedPDB", "UnhealthyPDB", "EmptyPDB", "EmptyService", "UnreadyService", "SlowStart", "Recreate", "NoMinReady", "Stalled", "WideOutage", "Replacing", "KilledStart",
		"SameProbe", "Alone", "Evictable", "FoughtReplicas", "Flapping", "Unsatisfiable", "StaleLabel", "NoControlPlane", "TolerateAll", "OwnLabel", "Leftover", "Webhook",
		"Uncovered", "NodeGap", "PlatformGap", "EndedExclusion", "BlindNodes"}
	for _, r := range engine.New(rego.FS, engine.Options{Metadata: metadata.Entries}).Rules() {
		for _, k := range r.Kinds {
			if !slices.Contains(known, k) && !slices.Contains(ofPrivileges, k) {
				t.Errorf("%s: kind %q is misspelt, or new: then add it here", r.Name, k)
			}
		}
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		engine.New(rego.FS, engine.Options{Metadata: metadata.Entries})
	}
}

// BenchmarkFirstRun is what a process pays once: reading and compiling all rules of a workload.
func BenchmarkFirstRun(b *testing.B) {
	f := input()
	f.Workloads = []facts.Workload{{Kind: "Deployment", Name: "w"}}
	for b.Loop() {
		engine.New(rego.FS, engine.Options{Metadata: metadata.Entries}).Run(context.Background(), f)
	}
}

func BenchmarkRun(b *testing.B) {
	f := input()
	f.Workloads = []facts.Workload{{Kind: "Deployment", Name: "w"}}
	e := engine.New(rego.FS, engine.Options{Metadata: metadata.Entries})
	e.Run(context.Background(), f)
	for b.Loop() {
		e.Run(context.Background(), f)
	}
}
