package helm

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/source"
)

// parseYAML parses the first document of a file; the parser's panics become errors. An empty file gives nil.
func parseYAML(data []byte) (root *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil || len(doc.Content) == 0 {
		return nil, err
	}
	return doc.Content[0], nil
}

var lineInError = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bline (\d+)(?:: |, column \d+: )?`) })

// yamlProblem turns Helm's error about a YAML file into one at its line. Helm's parser converts to JSON first and knows
// lines only for syntax errors, so the field that has the wrong type is looked up.
func yamlProblem(file string, data []byte, what string, err error) source.Problem {
	if _, own := parseYAML(data); own != nil {
		err = own
	}
	text, line := err.Error(), 1
	if m := lineInError().FindStringSubmatchIndex(text); m != nil {
		line, _ = strconv.Atoi(text[m[2]:m[3]])
		text = text[m[1]:]
		if strings.HasPrefix(text, "did not find expected") {
			line++ // the parser, unlike the scanner, counts its lines from 0
		}
	}
	for _, noise := range []string{"cannot load Chart.yaml: ", "cannot load values.yaml: ", "error converting YAML to JSON: ",
		"error unmarshaling JSON: ", "while decoding JSON: ", "json: ", "yaml: "} {
		text = strings.TrimPrefix(text, noise)
	}
	p := source.Problem{Stage: stage, Span: lineSpan(file, data, line)}
	if m := wrongType().FindStringSubmatch(text); m != nil {
		text = fmt.Sprintf("expected %s, found %s", goType(m[3]), m[1])
		if field := m[2]; field != "" {
			text = field + ": " + text
			if root, _ := parseYAML(data); root != nil {
				if key, value, depth := source.Find(root, fieldPath(field)); depth > 0 {
					p.Span = source.NodeSpan(file, key, value)
				}
			}
		}
		p.Message = what + " has a value of the wrong type: " + text
		p.Change = "quote the value if it is a string"
		if !strings.HasSuffix(text, "found number") && !strings.HasSuffix(text, "found bool") {
			p.Change = ""
		}
		return p
	}
	p.Message = what + " is not valid YAML: " + text
	return p
}

// wrongType takes "cannot unmarshal number into Go struct field Metadata.version of type string" apart.
var wrongType = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^cannot unmarshal (\w+)(?: [^ ]+)? into Go (?:struct field \w+\.(\S+)|value) of type (.+)$`)
})

func goType(t string) string {
	switch {
	case strings.HasPrefix(t, "map["), strings.Contains(t, "chart."):
		return "a mapping"
	case strings.HasPrefix(t, "[]"):
		return "a list"
	}
	return "a " + t
}

func fieldPath(field string) source.Path {
	var p source.Path
	for _, name := range strings.Split(field, ".") {
		p = append(p, name)
	}
	return p
}

// lineSpan marks one line, without its indentation; line 0 or a line past the end gives what is known.
func lineSpan(file string, data []byte, line int) source.Span {
	s := source.Span{File: file, Start: source.Pos{Line: line}, End: source.Pos{Line: line}}
	if line < 1 {
		return source.Span{File: file}
	}
	text, ok := lineOf(data, line)
	if !ok {
		return s
	}
	s.Start.Col = 1 + utf8.RuneCountInString(text) - utf8.RuneCountInString(strings.TrimLeft(text, " \t"))
	s.End.Col = max(1+utf8.RuneCountInString(strings.TrimRight(text, " \t\r")), s.Start.Col+1)
	return s
}

// lineOf gives the text of a 1-based line.
func lineOf(data []byte, line int) (string, bool) {
	for range line - 1 {
		i := bytes.IndexByte(data, '\n')
		if i < 0 {
			return "", false
		}
		data = data[i+1:]
	}
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		data = data[:i]
	}
	return string(data), true
}

// metadataProblem puts Helm's complaint about Chart.yaml at the key that it is about.
func metadataProblem(file string, data []byte, err error) source.Problem {
	text := err.Error()
	for _, noise := range []string{"validation: ", "chart.metadata."} {
		text = strings.TrimPrefix(text, noise)
	}
	p := source.Problem{Stage: stage, Message: "Chart.yaml: " + text, Span: lineSpan(file, data, 1)}
	key, _, _ := strings.Cut(text, " ")
	if strings.Contains(text, "dependenc") {
		key = "dependencies"
	}
	if root, _ := parseYAML(data); root != nil {
		if k, v := source.Lookup(root, key); k != nil {
			p.Span = source.NodeSpan(file, k, v)
		}
	}
	switch {
	case strings.HasSuffix(text, "is required"):
		p.Change = "add " + key + " to Chart.yaml"
	case key == "version":
		p.Change = "write a SemVer version such as 1.2.3"
	}
	return p
}

// dependencySpan finds the entry of a dependency in Chart.yaml, or in the older requirements.yaml.
func dependencySpan(files []input, index int, name string) source.Span {
	var fallback source.Span
	for _, f := range files {
		if f.name != "Chart.yaml" && f.name != "requirements.yaml" {
			continue
		}
		if f.archive {
			return source.Span{File: f.path}
		}
		if f.name == "Chart.yaml" {
			fallback = lineSpan(f.path, f.data, 1)
		}
		root, _ := parseYAML(f.data)
		_, list := source.Lookup(root, "dependencies")
		if list == nil || index >= len(list.Content) {
			continue
		}
		item := list.Content[index]
		if _, n := source.Lookup(item, "name"); n != nil && n.Value == name {
			return source.NodeSpan(f.path, nil, item)
		}
	}
	return fallback
}
