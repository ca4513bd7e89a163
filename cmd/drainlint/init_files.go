package main

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/drainlint/drainlint/analyzer/config"
)

func (f *found) files() []written {
	out := []written{
		{config.Name, f.config(), "This would have been written"},
		{".pre-commit-config.yaml", "repos:\n" + f.hook(), "Add the entry below repos"},
	}
	if f.github {
		out = append(out, written{".github/workflows/drainlint.yml", workflow(), "This would have been written"})
	}
	if f.gitlab {
		out = append(out, written{".gitlab-ci.yml", gitlabJob(), "Add the job"})
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
		"# Findings that are accepted until somebody has time: drainlint baseline writes the file.\n# baseline: .drainlint-baseline.json\n\n" +
		"# Findings that are right as they are.\n# waivers:\n#   - rule: privileged\n#     object: DaemonSet/node-agent\n#     reason: loads a kernel module\n#     until: 2027-03-01\n")
	if len(f.charts) == 0 {
		return b.String()
	}
	b.WriteString("\n# Charts are rendered with their own values and with each of these sets; without any, with ci/*-values.yaml.\n")
	var sets []string
	for _, chart := range f.charts {
		for _, file := range f.values[chart] {
			name := strings.TrimSuffix(strings.TrimLeft(strings.TrimPrefix(path.Base(file), "values"), "-._"), ".yaml")
			sets = append(sets, fmt.Sprintf("    - {name: %s, charts: [%s], values: [%s]}\n", strconv.Quote(name), strconv.Quote(chart), strconv.Quote(file)))
		}
	}
	if len(sets) == 0 {
		b.WriteString("# helm:\n#   valueSets:\n#     - {name: prod, charts: [" + strconv.Quote(f.charts[0]) + "], values: [env/prod.yaml]}\n")
		return b.String()
	}
	b.WriteString("helm:\n  valueSets:\n" + strings.Join(sets, ""))
	return b.String()
}

// hook is an entry of pre-commit: drainlint analyses the charts and overlays that the changed files belong to.
func (f *found) hook() string {
	return "  - repo: local\n    hooks:\n      - id: drainlint\n        name: drainlint\n" +
		"        entry: drainlint scan --from-hook -o short\n        language: golang\n" +
		"        additional_dependencies: [" + module() + "]\n" +
		"        files: " + quoted(f.pattern()) + "\n        require_serial: true\n"
}

// quoted is a YAML scalar in single quotes, in which a backslash is itself.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// pattern matches the files of what was found.
func (f *found) pattern() string {
	var parts []string
	all := false
	add := func(dir string) {
		if dir == "." {
			all = true
			return
		}
		if p := regexp.QuoteMeta(dir) + "/"; !slices.Contains(parts, p) {
			parts = append(parts, p)
		}
	}
	for _, dir := range slices.Concat(f.charts, f.overlays, f.manifests) {
		add(dir)
	}
	for _, file := range f.dockerfiles {
		add(path.Dir(file))
	}
	if all || len(parts) == 0 {
		return `\.(ya?ml|json|tpl|sh)$|(^|/)(Dockerfile|Containerfile)[^/]*$|\.Dockerfile$`
	}
	slices.Sort(parts)
	return "^(" + strings.Join(parts, "|") + ")"
}

// module is the program at this version, or at the newest where this is a build of something in between.
func module() string {
	v := version()
	if n, err := semver.StrictNewVersion(strings.TrimPrefix(v, "v")); err != nil || n.Prerelease() != "" || n.Metadata() != "" {
		v = "latest"
	}
	return "github.com/drainlint/drainlint/cmd/drainlint@" + v
}

func workflow() string {
	return `name: drainlint
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
  security-events: write
jobs:
  drainlint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-go@v5
        with:
          go-version: stable
          cache: false
      - run: go install ` + module() + `
      - run: drainlint scan -o github -o sarif=drainlint.sarif -o markdown="$GITHUB_STEP_SUMMARY"
      - uses: github/codeql-action/upload-sarif@v3
        if: always()
        with:
          sarif_file: drainlint.sarif
`
}

func gitlabJob() string {
	return `drainlint:
  image: golang:latest
  script:
    - go install ` + module() + `
    - drainlint scan -o text -o gitlab=gl-code-quality-report.json -o junit=drainlint.xml
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
      junit: drainlint.xml
`
}
