package facts

import (
	"path"
	"strings"

	"go.yaml.in/yaml/v3"
)

// entry is one setting of a configuration file: its dotted path, its value and its line in the file, from 1.
type entry struct {
	key, value string
	line       int
}

// entriesOf reads a configuration file; see catalog.Formats. Text that cannot be read holds nothing.
func entriesOf(text, format string) []entry {
	switch format {
	case "yaml", "json":
		return yamlEntries(text)
	case "toml", "ini", "properties":
		return assignments(text)
	case "nginx", "words":
		return words(text)
	}
	return nil
}

func yamlEntries(text string) (out []entry) {
	d := yaml.NewDecoder(strings.NewReader(text))
	for {
		var doc yaml.Node
		if d.Decode(&doc) != nil {
			return out
		}
		out = flatten(&doc, "", out)
	}
}

// flatten lists the scalars below a node; lists are passed through.
func flatten(n *yaml.Node, at string, out []entry) []entry {
	switch n.Kind {
	case yaml.DocumentNode, yaml.SequenceNode:
		for _, c := range n.Content {
			out = flatten(c, at, out)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i].Value
			if at != "" {
				key = at + "." + key
			}
			out = flatten(n.Content[i+1], key, out)
		}
	case yaml.ScalarNode:
		out = append(out, entry{at, n.Value, n.Line})
	}
	return out
}

// assignments reads lines of key = value below [sections]; a key may also be followed by blanks or a colon.
func assignments(text string) (out []entry) {
	section := ""
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' || line[0] == '!' {
			continue
		}
		if line[0] == '[' {
			section = strings.TrimSpace(strings.Trim(line, "[]"))
			continue
		}
		end := strings.IndexAny(line, "=: \t")
		if end < 0 {
			continue
		}
		key, value := line[:end], strings.TrimLeft(line[end:], "=: \t")
		if comment := strings.IndexAny(value, "#;"); comment > 0 && value[comment-1] == ' ' {
			value = value[:comment]
		}
		if section != "" {
			key = section + "." + key
		}
		out = append(out, entry{strings.Trim(key, `"`), strings.Trim(strings.TrimSpace(value), `"'`), i + 1})
	}
	return out
}

// words reads lines of a key and a value, at any depth of nesting.
func words(text string) (out []entry) {
	for i, line := range strings.Split(text, "\n") {
		for _, part := range strings.Split(line, ";") {
			fields := strings.Fields(strings.Trim(part, " \t{}"))
			if len(fields) > 1 && !strings.HasPrefix(fields[0], "#") {
				out = append(out, entry{fields[0], fields[1], i + 1})
			}
			// A key that is the last setting of a longer line: timeout hard-stop 30s.
			if len(fields) > 2 && !strings.HasPrefix(fields[0], "#") {
				out = append(out, entry{fields[1], fields[2], i + 1})
			}
		}
	}
	return out
}

// keyMatches compares a key with a pattern in which "*" stands for any run of characters without a dot.
func keyMatches(pattern, key, format string) bool {
	if format == "ini" || format == "words" {
		pattern, key = strings.ToLower(pattern), strings.ToLower(key)
	}
	if pattern == key {
		return true
	}
	if !strings.Contains(pattern, "*") {
		return false
	}
	slash := strings.NewReplacer(".", "/", "/", "\x01")
	ok, err := path.Match(slash.Replace(pattern), slash.Replace(key))
	return err == nil && ok
}
