package report

import (
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/Masterminds/semver/v3"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/drainlint/drainlint/analyzer/finding"
)

const (
	srcRoot        = "%SRCROOT%"
	fingerprintKey = "drainlint/v1"
)

// SARIF prints the report as one run of SARIF 2.1.0 that code scanning accepts. All findings are results, waived ones
// suppressed; Options.Show does not apply. Above MaxResults the most severe are kept (see Truncated). A finding that
// stands in no file becomes a notification, except for standard input, whose results have logical locations only. The
// only error is w's.
func SARIF(w io.Writer, r *finding.Report, o Options) error {
	rules := newRuleIndex(r)
	indexes := results(r)
	src := newSources(o.Source)
	kept := mostSevere(r, indexes, MaxResults)

	run := sarif.NewRun().
		WithTool(sarif.NewTool().WithDriver(driver(rules, o))).
		WithColumnKind("unicodeCodePoints").
		WithOriginalUriBaseIds(map[string]sarif.ArtifactLocation{srcRoot: *sarif.NewArtifactLocation().
			WithDescription(sarif.NewTextMessage("The root of the analysed repository."))}).
		AddInvocation(invocation(r, rules, len(indexes)-len(kept)))
	if vcs := provenance(o); vcs != nil {
		run.AddVersionControlProvenance(vcs)
	}

	e := newEncoder(w)
	e.sparse = true
	e.streamed = "results"
	e.stream = func(yield func(any) error) error {
		b := &resultBuilder{report: r, rules: rules, src: src}
		for _, i := range kept {
			if err := yield(b.result(&r.Findings[i])); err != nil {
				return err
			}
		}
		for _, entry := range goneResults(r, rules, src, MaxResults-len(kept)) {
			if err := yield(b.absentResult(entry)); err != nil {
				return err
			}
		}
		return nil
	}
	return e.document(sarif.NewReport().AddRun(run))
}

func driver(rules *ruleIndex, o Options) *sarif.ToolComponent {
	version := numeric(o.version())
	d := sarif.NewToolComponent().
		WithName(toolName).
		WithInformationURI(informationURI).
		WithVersion(version).
		WithRules(rules.descriptors())
	if _, err := semver.StrictNewVersion(version); err == nil {
		d.WithSemanticVersion(version)
	}
	d.Contents = nil
	return d
}

// numeric is a version that starts with a digit, so that consumers can compare it: "v1.2.3" becomes 1.2.3 and a build
// without a number a pre-release of 0.0.0.
func numeric(version string) string {
	plain := strings.TrimPrefix(version, "v")
	if plain != "" && '0' <= plain[0] && plain[0] <= '9' {
		return plain
	}
	return "0.0.0-" + strings.Trim(version, "()")
}

// invocation says how the run went; what belongs to no line is a notification.
func invocation(r *finding.Report, rules *ruleIndex, truncated int) *sarif.Invocation {
	inv := sarif.NewInvocation().WithExecutionSuccessful(!r.Incomplete)
	notify := func(level finding.Severity, text string) *sarif.Notification {
		n := sarif.NewNotification().WithLevel(level.String()).WithMessage(message(sentence(text)))
		inv.AddToolExecutionNotification(n)
		return n
	}
	for _, n := range r.Notices {
		notify(n.Severity, n.Message)
	}
	if r.Stdin {
		notify(finding.Note, "manifests came from standard input, so results name objects instead of files: "+
			"this log is not for upload to code scanning")
	} else {
		for i := range r.Findings {
			f := &r.Findings[i]
			if noFile(f.Span.File) && f.Waiver == nil {
				notify(f.Severity, f.Message).WithAssociatedRule(sarif.NewReportingDescriptorReference().
					WithID(f.Rule.Name).WithIndex(rules.index[f.Rule.Name]))
			}
		}
	}
	if truncated > 0 {
		notify(finding.Warning, fmt.Sprintf("%d of the least severe findings are left out, "+
			"because code scanning takes no more than %d results", truncated, MaxResults))
	}
	return inv
}

// provenance is nil unless the repository's URI is absolute, as the specification demands, and the revision is known.
func provenance(o Options) *sarif.VersionControlDetails {
	u, err := url.Parse(o.RepoURI)
	if err != nil || !u.IsAbs() || u.Host == "" || o.Revision == "" {
		return nil
	}
	u.User = nil
	vcs := sarif.NewVersionControlDetails().
		WithRepositoryURI(u.String()).
		WithRevisionID(o.Revision).
		WithMappedTo(sarif.NewArtifactLocation().WithURIBaseID(srcRoot))
	if o.Branch != "" {
		vcs.WithBranch(o.Branch)
	}
	return vcs
}

// message is a plain text message. Brackets directly before parentheses would be an embedded link to nowhere
// (SARIF 2.1.0, section 3.11.6).
func message(text string) *sarif.Message {
	return sarif.NewTextMessage(unlink(text))
}

func unlink(text string) string { return strings.ReplaceAll(text, "](", "] (") }
