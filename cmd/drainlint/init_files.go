package main

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/drainlint/drainlint/analyzer/baseline"
	"github.com/drainlint/drainlint/analyzer/config"
)

// texts are the files to write.
func (f *found) texts() []written {
	out := []written{{config.Name, f.config(), "This would have been written"}}
	if !f.git {
		return out
	}
	out = append(out, written{".pre-commit-config.yaml", "repos:\n" + f.hook(), "Add the entry below repos"})
	if f.github {
		out = append(out, written{".github/workflows/drainlint.yml", f.workflow(), "This would have been written"})
	}
	if f.gitlab {
		out = append(out, written{".gitlab-ci.yml", f.gitlabJob(), "Add the job"})
	}
	return out
}

// config is a configuration in which everything that is not certain is a comment.
func (f *found) config() string {
	var b strings.Builder
	b.WriteString("# yaml-language-server: $schema=https://raw.githubusercontent.com/drainlint/drainlint/main/docs/config.schema.json\n" +
		"# Every key: https://github.com/drainlint/drainlint/blob/main/docs/usage.md#configuration\n\n" +
		"# The lowest severity that fails a run: error, warning, note or never.\nfailOn: warning\n\n" +
		"# The Kubernetes version of your clusters; without it the newest that drainlint knows.\n# kubeVersion: \"1.33\"\n\n" +
		"# What is no input, in .gitignore syntax; .gitignore itself is honoured.\n# exclude: [vendor/, \"**/testdata/\"]\n\n" +
		"# Findings that are accepted until somebody has time. drainlint baseline writes the file; without it nothing is accepted.\nbaseline: " + baseline.Name + "\n\n" +
		"# Findings that are right as they are.\n# waivers:\n#   - rule: privileged\n#     object: DaemonSet/node-agent\n#     reason: loads a kernel module\n#     until: 2027-03-01\n")
	if len(f.charts) == 0 {
		return b.String()
	}
	b.WriteString("\n# Charts are rendered with their own values and with each of these sets; without any, with ci/*-values.yaml.\n")
	var sets []string
	charts := deployed(f.charts)
	for _, chart := range charts {
		for _, file := range f.values[chart] {
			name := strings.TrimSuffix(strings.TrimLeft(strings.TrimPrefix(path.Base(file), "values"), "-._"), ".yaml")
			sets = append(sets, fmt.Sprintf("    - {name: %s, charts: [%s], values: [%s]}\n", strconv.Quote(name), strconv.Quote(chart), strconv.Quote(file)))
		}
	}
	if len(sets) == 0 {
		b.WriteString("# helm:\n#   valueSets:\n#     - {name: prod, charts: [" + strconv.Quote(charts[0]) + "], values: [env/prod.yaml]}\n")
		return b.String()
	}
	b.WriteString("helm:\n  valueSets:\n" + strings.Join(sets, ""))
	return b.String()
}

// hook is an entry of pre-commit: drainlint analyses the charts and overlays that the changed files belong to.
func (f *found) hook() string {
	return "  - repo: local\n    hooks:\n      - id: drainlint\n        name: drainlint\n" +
		"        entry: drainlint scan --from-hook -o short\n" +
		"        # pre-commit builds it with Go at the first commit, which takes minutes; \"language: system\" without\n" +
		"        # additional_dependencies runs the drainlint on the PATH\n        language: golang\n" +
		pinning("        ") + "        additional_dependencies: [" + module() + "]\n" +
		"        files: " + quoted(f.pattern()) + "\n        require_serial: true\n"
}

// quoted is a YAML scalar in single quotes, in which a backslash is itself.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// anyInput matches the files that can be an input, anywhere.
const anyInput = `\.(ya?ml|json|tpl|sh)$|(^|/)(Dockerfile|Containerfile)[^/]*$|\.Dockerfile$`

// settingsFiles matches the files that decide what a scan reports.
const settingsFiles = `(^|/)\.drainlint(\.yaml|-baseline\.json)$`

// pattern matches the files of what was found by the folders at the top that hold it, where those are few.
func (f *found) pattern() string {
	dirs := slices.Concat(f.charts, f.overlays)
	for _, file := range slices.Concat(f.files, f.dockerfiles) {
		if !strings.HasPrefix(path.Base(file), ".") {
			dirs = append(dirs, path.Dir(file))
		}
	}
	var tops []string
	for _, dir := range deployed(dirs) {
		if top, _, _ := strings.Cut(dir, "/"); !slices.Contains(tops, top) {
			tops = append(tops, top)
		}
	}
	slices.Sort(tops)
	if len(tops) == 0 || len(tops) > 6 || slices.Contains(tops, ".") {
		return anyInput
	}
	for i, top := range tops {
		tops[i] = regexp.QuoteMeta(top)
	}
	inputs := tops[0]
	if len(tops) > 1 {
		inputs = "(" + strings.Join(tops, "|") + ")"
	}
	return "^" + inputs + "/|" + settingsFiles
}

// Actions of GitHub, pinned by commit as our own workflows pin them.
const (
	actionCheckout = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1"
	actionSetupGo  = "actions/setup-go@b7ad1dad31e06c5925ef5d2fc7ad053ef454303e # v7.0.0"
	actionUpload   = "github/codeql-action/upload-sarif@8aad20d150bbac5944a9f9d289da16a4b0d87c1e # v4.36.2"
)

// module is the program at the version of the release that this is, or at the newest one.
func module() string {
	v := version()
	if development() {
		v = "latest"
	}
	return "github.com/drainlint/drainlint/cmd/drainlint@" + v
}

// development tells whether this is no release.
func development() bool {
	v, err := semver.StrictNewVersion(strings.TrimPrefix(version(), "v"))
	return err != nil || v.Metadata() != "" || pseudo.MatchString(v.Prerelease())
}

// pseudo is how Go names a commit between releases: 20260102150405-0123456789ab at the end.
var pseudo = regexp.MustCompile(`(^|\.)\d{14}-[0-9a-f]{12}$`)

// pinning is a comment for the line that names the module, where that is not pinned.
func pinning(indent string) string {
	if !development() {
		return ""
	}
	return indent + "# written by a development build: put a release (v1.2.3) in place of latest\n"
}

func (f *found) workflow() string {
	branch := f.branch
	if branch == "" || strings.Trim(branch, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") != "" {
		branch = quoted(branch)
	}
	const indent = "      "
	fetch := ""
	if commands := f.fetching(); len(commands) > 0 {
		fetch = indent + "# These charts have dependencies that are not in the repository, and drainlint itself fetches nothing.\n" +
			indent + "- run: |\n" + indent + "    " + strings.Join(commands, "\n"+indent+"    ") + "\n"
	}
	return `name: drainlint
on:
  push:
    branches: [` + branch + `]
  pull_request:
permissions:
  contents: read
jobs:
  drainlint:
    runs-on: ubuntu-latest
    permissions:
      contents: read
      security-events: write # for the upload to code scanning
    steps:
      - uses: ` + actionCheckout + `
        with:
          persist-credentials: false
      - uses: ` + actionSetupGo + `
        with:
          go-version: stable
          cache: false
` + pinning(indent) + `      - run: go install ` + module() + `
` + fetch + `      - run: drainlint scan -o github -o sarif=drainlint.sarif -o markdown="$GITHUB_STEP_SUMMARY"
      - uses: ` + actionUpload + `
        if: always() && !github.event.pull_request.head.repo.fork # a fork has no permission for it
        with:
          sarif_file: drainlint.sarif
`
}

func (f *found) gitlabJob() string {
	fetch := ""
	if commands := f.fetching(); len(commands) > 0 {
		fetch = "    # Dependencies that are not in the repository; the image needs helm for this:\n    # - " + strings.Join(commands, "\n    # - ") + "\n"
	}
	return `drainlint:
  image: golang:latest
  script:
` + pinning("    ") + `    - go install ` + module() + `
` + fetch + `    - drainlint scan -o text -o gitlab=gl-code-quality-report.json -o junit=drainlint.xml
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
      junit: drainlint.xml
`
}
