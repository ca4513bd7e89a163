package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/analyzer/finding"
)

// longest is how many lines of an example a page shows; a larger input is shown in part, with a link to the whole.
const longest = 40

// excerpt is a stretch of an input of a rule's test.
type excerpt struct {
	// file is relative to the repository.
	file     string
	from, to int
	lines    []string
	kind     string
}

// examples are the section with an input that the rule reports and one that it does not, both of which TestRules scans.
func examples(root string, r *finding.Rule) (string, error) {
	dir := path.Join("testdata", "rules", strings.ReplaceAll(r.Name, "-", "_"))
	file, line, err := firstReport(filepath.Join(root, dir, "reports"), r.Name)
	if err != nil || file == "" {
		return "", err
	}
	bad, err := excerpts(root, path.Join(dir, "reports", file))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	kind := ""
	for _, e := range bad {
		if e.from <= line && line <= e.to {
			kind = e.kind
			fmt.Fprintf(&b, "\n## Example\n\nReported at line %d", line)
			b.WriteString(e.window(line).markdown(bad))
			break
		}
	}
	if b.Len() == 0 {
		return "", nil
	}
	good, all, err := silent(root, path.Join(dir, "silent"), path.Base(file), kind)
	if err != nil || good == nil {
		return b.String(), err
	}
	b.WriteString("\nNot reported")
	b.WriteString(good.window(good.from).markdown(all))
	return b.String(), nil
}

// firstReport is the first place at which the rule must report something.
func firstReport(dir, rule string) (file string, line int, err error) {
	var c struct {
		MustReport []struct {
			File  string
			Line  int
			Rules []string
		} `yaml:"must_report"`
	}
	data, err := os.ReadFile(filepath.Join(dir, "expect.yaml"))
	if err != nil {
		return "", 0, err
	}
	if err := yaml.Unmarshal(data, &c); err != nil {
		return "", 0, err
	}
	for _, m := range c.MustReport {
		if slices.Contains(m.Rules, rule) && m.Line > 0 && text(m.File) {
			return m.File, m.Line, nil
		}
	}
	return "", 0, nil
}

// text tells whether a file can be shown.
func text(file string) bool { return !strings.HasSuffix(file, ".tgz") }

// silent is the first input that the rule is silent about: of the same kind and short where there is one.
func silent(root, dir, name, kind string) (good *excerpt, all []excerpt, err error) {
	var files []string
	err = fs.WalkDir(os.DirFS(root), dir, func(p string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && path.Base(p) != "expect.yaml" && text(p) {
			files = append(files, p)
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	// A file of the same name is what a reader can compare with.
	slices.SortStableFunc(files, func(a, b string) int {
		same := func(p string) int {
			if path.Base(p) == name {
				return 0
			}
			return 1
		}
		return same(a) - same(b)
	})
	rank := 0
	for _, file := range files {
		es, err := excerpts(root, file)
		if err != nil {
			return nil, nil, err
		}
		for i := range es {
			e := &es[i]
			n := 1
			if path.Ext(file) == path.Ext(name) && e.kind == kind {
				n += 2
			}
			if len(e.lines) <= longest {
				n++
			}
			if n > rank {
				rank, good, all = n, e, es
			}
		}
	}
	return good, all, nil
}

var kindLine = regexp.MustCompile(`^kind: *["']?(\w+)`)

// excerpts are the documents of a manifest, or a file as a whole where it is short or has no documents.
func excerpts(root, file string) ([]excerpt, error) {
	data, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		return nil, err
	}
	var out []excerpt
	current := excerpt{file: file, from: 1}
	flush := func(last int) {
		current.to = last
		current.trim()
		if len(current.lines) > 0 {
			out = append(out, current)
		}
	}
	lines := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "---") && path.Ext(file) == ".yaml" {
			flush(i)
			current = excerpt{file: file, from: i + 2}
			continue
		}
		if m := kindLine.FindStringSubmatch(l); m != nil && current.kind == "" {
			current.kind = m[1]
		}
		current.lines = append(current.lines, l)
	}
	flush(len(lines))
	return out, nil
}

// trim drops empty lines at both ends.
func (e *excerpt) trim() {
	for len(e.lines) > 0 && strings.TrimSpace(e.lines[0]) == "" {
		e.lines = e.lines[1:]
		e.from++
	}
	for n := len(e.lines); n > 0 && strings.TrimSpace(e.lines[n-1]) == ""; n-- {
		e.lines = e.lines[:n-1]
		e.to--
	}
}

// window is at most longest lines around a line.
func (e excerpt) window(line int) excerpt {
	if len(e.lines) <= longest {
		return e
	}
	start := max(0, min(line-e.from-longest*2/3, len(e.lines)-longest))
	return excerpt{file: e.file, from: e.from + start, to: e.from + start + longest - 1, lines: e.lines[start : start+longest], kind: e.kind}
}

func (e excerpt) markdown(all []excerpt) string {
	var b strings.Builder
	fmt.Fprintf(&b, " ([%s](../../%s)", strings.Join(strings.Split(e.file, "/")[2:], "/"), strings.ReplaceAll(e.file, " ", "%20"))
	if len(all) > 1 || all[0].to != e.to || all[0].from != e.from {
		fmt.Fprintf(&b, ", lines %d to %d", e.from, e.to)
	}
	language := map[string]string{".yaml": "yaml", ".tpl": "yaml", ".sh": "sh", ".json": "json"}[path.Ext(e.file)]
	if language == "" && strings.Contains(path.Base(e.file), "ockerfile") {
		language = "dockerfile"
	}
	fmt.Fprintf(&b, "):\n\n````%s\n%s\n````\n", language, strings.Join(e.lines, "\n"))
	return b.String()
}
