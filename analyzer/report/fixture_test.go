package report

import (
	"os"
	"path/filepath"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/source"
)

const (
	chart      = "charts/shop/templates/deployment.yaml"
	values     = "charts/shop/values.yaml"
	agent      = "overlays/kø 配置/search agent.yaml"
	startup    = "images/api/start.sh"
	dockerfile = "images/api/Dockerfile"
)

func at(file string, line, from, to int) source.Span {
	return source.Span{File: file, Start: source.Pos{Line: line, Col: from}, End: source.Pos{Line: line, Col: to}}
}

func ref(s source.Span) *source.Span { return &s }

func readSource(file string) ([]byte, error) {
	return os.ReadFile(filepath.Join("testdata", "src", filepath.FromSlash(file)))
}

func fixtureOptions() Options {
	return Options{
		Source:   readSource,
		Version:  "v1.2.3",
		RepoURI:  "https://user:secret@git.example.org/shop/deploy",
		Revision: "3f0c1e5a9d2b7c4e8f6a1b3d5c7e9f0a2b4c6d8e",
		Branch:   "main",
	}
}

func fixtureRules() map[string]*finding.Rule {
	rules := []*finding.Rule{
		{
			Name: "cannot-analyse", Area: "input", Title: "Input that could not be analysed", Severity: finding.Error,
			Description: "What cannot be loaded is not checked.", Confidence: "high",
		},
		{
			Name: "capabilities-not-dropped", Area: "privileges", Title: "Capabilities are not dropped",
			Description: "A container keeps the runtime's default capabilities.", Severity: finding.Note, Confidence: "high",
			Remediation: "Add `capabilities: {drop: [ALL]}`.", Tags: []string{"security"}, SecuritySeverity: "3.0",
		},
		{
			Name: "no-latest", Area: "team", Title: "Image tags are pinned", Severity: finding.Warning, User: true,
			References: []finding.Reference{{URL: "https://wiki.example.org/pinning"}},
		},
		{Name: "no-min-ready", Area: "rollout", Title: "minReadySeconds is 0", Severity: finding.Note, Confidence: "medium"},
		{
			Name: "no-readiness-probe", Area: "rollout", Title: "Traffic before readiness", Severity: finding.Warning,
			Confidence: "medium", Remediation: "add a readinessProbe that fails until the program can serve",
		},
		{Name: "pdb-no-effect", Area: "rollout", Title: "Budget without effect", Severity: finding.Warning, Confidence: "low"},
		{
			Name: "prestop-exceeds-grace", Area: "termination", Title: "preStop hook outlives the grace period",
			Description: "The kubelet stops waiting for the hook when the grace period ends.\n\nIt then sends the stop " +
				"signal and kills the container 2 s later:\n\n- requests in flight are cut\n- buffers are lost",
			Remediation: "Raise `terminationGracePeriodSeconds`, or shorten the hook.",
			Severity:    finding.Error, Confidence: "high", Tags: []string{"termination", "requests"},
			References: []finding.Reference{{URL: "https://docs.example.org/hooks", Title: "Container hooks"}},
		},
		{
			Name: "privileged", Area: "privileges", Title: "Privileged container", Severity: finding.Error,
			Description: "A privileged container owns its node.", Confidence: "high", SecuritySeverity: "8.8",
			Remediation: "drop privileged and add only the capabilities that the program needs",
		},
		{Name: "script-does-not-exec", Area: "signals", Title: "Script does not exec", Severity: finding.Error, Confidence: "high"},
	}
	byName := map[string]*finding.Rule{}
	for _, r := range rules {
		byName[r.Name] = r
	}
	return byName
}

// ruleOrder is fixtureRules in the order of a report.
var ruleOrder = []string{
	"cannot-analyse", "capabilities-not-dropped", "no-latest", "no-min-ready", "no-readiness-probe", "pdb-no-effect",
	"prestop-exceeds-grace", "privileged", "script-does-not-exec",
}

// fixture is the report that every format prints: each finding has something that is easy to print wrongly.
func fixture() *finding.Report {
	rules := fixtureRules()
	r := &finding.Report{
		Root:       "/home/dev/shop",
		Findings:   append(chartFindings(rules), otherFindings(rules)...),
		Incomplete: true,
		Stats: finding.Stats{
			Charts: 4, Kustomizations: 2, ManifestUnits: 1, Dockerfiles: 1, Objects: 120, Workloads: 17, Problems: 1,
		},
		Notices: []finding.Notice{
			{Severity: finding.Warning, Message: "no such file or folder: deploy/old\x1b[2J"},
			{Severity: finding.Note, Message: "folder deploy/empty holds nothing to analyse"},
		},
	}
	for _, name := range ruleOrder {
		r.Rules = append(r.Rules, rules[name])
	}
	return r
}

func chartFindings(rules map[string]*finding.Rule) []finding.Finding {
	const web = "Deployment/shop/web"
	return []finding.Finding{
		{
			Rule: rules["cannot-analyse"], Severity: finding.Error, Span: source.Span{File: "charts/shop/charts/cache-1.0.0.tgz"},
			Message: "not a chart archive: unexpected end of file", Change: "vendor it again with `helm dependency update`",
			Fingerprint: "f-archive",
		},
		{
			Rule: rules["no-min-ready"], Severity: finding.Note, Span: at(chart, 5, 1, 5), Object: web, Path: "spec.minReadySeconds",
			Message: "a new pod counts as available the moment it is ready", Fingerprint: "f-min-ready",
		},
		{
			Rule: rules["no-readiness-probe"], Severity: finding.Warning, Span: at(chart, 11, 11, 20), Object: web,
			Path: "spec.template.spec.containers[0].readinessProbe", Fingerprint: "f-readiness",
			Message: "container web gets requests before it can answer them, and a rollout cannot notice a broken version",
			Proof:   []finding.ProofLine{{Text: "Service web sends traffic to port 8080", Span: ref(at("charts/shop/templates/service.yaml", 9, 7, 17))}},
		},
		{
			Rule: rules["capabilities-not-dropped"], Severity: finding.Note, Span: at(chart, 11, 11, 20), Object: web, Exact: true,
			Path: "spec.template.spec.containers[0].securityContext.capabilities", Message: "web keeps default capabilities",
		},
		{
			Rule: rules["prestop-exceeds-grace"], Severity: finding.Error, Span: at(chart, 14, 13, 56), Exact: true, Object: web,
			Message: "the preStop hook of container web sleeps 45 s of a 30 s grace period: the kubelet sends SIGTERM with 2 s left, " +
				"so requests in flight are cut",
			Change: "set terminationGracePeriodSeconds to 75, or shorten the sleep to 20 s",
			Path:   "spec.template.spec.containers[0].lifecycle.preStop", Fingerprint: "f-prestop",
			Proof: []finding.ProofLine{
				{Text: "P = 45 s: sleep 45", Span: ref(at(chart, 14, 22, 56))},
				{Text: "T = 30 s: terminationGracePeriodSeconds", Span: ref(at(values, 3, 1, 10))},
				{Text: "D = 30 s: the profile's default drain time"},
			},
			Via:  []source.Step{{Why: "values key grace", Span: at(values, 3, 1, 10)}},
			Sets: []string{"default values", "ci/small-values.yaml"},
		},
		{
			Rule: rules["privileged"], Severity: finding.Error, Span: at(chart, 17, 13, 29), Exact: true, Object: web,
			Message: "container web is privileged", Path: "spec.template.spec.containers[0].securityContext.privileged",
			Fingerprint: "f-waived",
			Waiver: &finding.Waiver{
				Reason: "loads the eBPF probe", Until: "2027-03-01", Where: "comment", Span: at(chart, 16, 13, 87),
			},
		},
	}
}

func otherFindings(rules map[string]*finding.Rule) []finding.Finding {
	return []finding.Finding{
		{
			Rule: rules["no-latest"], Severity: finding.Warning, Span: at(dockerfile, 1, 1, 15), Exact: true,
			Message: "image debian:12 has no digest", Fingerprint: "f-waived-by-config",
			Waiver: &finding.Waiver{Reason: "base images follow the distribution", Where: "config", Span: at(".drainlint.yaml", 4, 3, 0)},
		},
		{
			Rule: rules["script-does-not-exec"], Severity: finding.Error, Exact: true, Fingerprint: "f-script",
			Span:    source.Span{File: startup, Start: source.Pos{Line: 4, Col: 2}},
			Message: "the script starts /app/server as a child, so the stop signal ends at the shell",
			Change:  "write `exec /app/server --listen :8080`",
			Proof:   []finding.ProofLine{{Text: "ENTRYPOINT runs the script", Span: ref(at(dockerfile, 3, 1, 25))}},
		},
		{
			Rule: rules["capabilities-not-dropped"], Severity: finding.Note, Span: at(agent, 7, 18, 31), Exact: true,
			Object: "DaemonSet/sök", Path: "spec.template.spec.containers[0]", Message: "the agent keeps default capabilities",
		},
		{
			Rule: rules["privileged"], Severity: finding.Error, Span: at(agent, 7, 643, 659), Exact: true, Object: "DaemonSet/sök",
			Message:     "container sök-エージェント\x1b]0;owned\x07 is privileged, see [here](https://example.org): it owns\nthe node",
			Path:        "spec.template.spec.containers[0].securityContext.privileged",
			Fingerprint: "f-agent",
		},
		{
			Rule: rules["pdb-no-effect"], Severity: finding.Warning, Span: at("pdb.yaml", 1, 1, 26), Exact: true,
			Object: "PodDisruptionBudget/agent", Message: "a drain never asks the budget of a DaemonSet", Fingerprint: "f-pdb",
		},
	}
}

// emptyReport is a run that found nothing.
func emptyReport() *finding.Report {
	r := fixture()
	r.Findings, r.Notices, r.Incomplete = nil, nil, false
	r.Stats = finding.Stats{ManifestUnits: 1, Objects: 3, Workloads: 1}
	return r
}

// stdinReport is a run over manifests from standard input, of which one is no object.
func stdinReport() *finding.Report {
	r := emptyReport()
	r.Root, r.Stdin = "", true
	rules := fixtureRules()
	r.Findings = []finding.Finding{
		{
			Rule: rules["privileged"], Severity: finding.Error, Span: at("-", 12, 7, 23), Exact: true, Fingerprint: "f-stdin",
			Object: "Pod/debug", Path: "spec.containers[0].securityContext.privileged", Message: "container sh is privileged",
		},
		{Rule: rules["cannot-analyse"], Severity: finding.Error, Message: "document 2 is a list, not an object"},
	}
	return r
}

// baselineReport is the fixture with all findings but one accepted; two entries match nothing, one of them in a file that
// is gone.
func baselineReport() *finding.Report {
	r := fixture()
	for i := range r.Findings {
		r.Findings[i].Baseline = finding.Unchanged
	}
	r.Findings[7].Baseline = finding.New
	r.Incomplete, r.Notices = false, nil
	r.Baseline = &finding.Comparison{
		File: ".drainlint-baseline.json", Unchanged: 10, Covered: true,
		Absent: []finding.Accepted{
			{Rule: "privileged", Object: "DaemonSet/sök", File: agent, Fingerprint: "f-gone", Content: "c-gone"},
			{Rule: "no-latest", File: "images/old/Dockerfile", Fingerprint: "f-file-gone"},
		},
	}
	return r
}
