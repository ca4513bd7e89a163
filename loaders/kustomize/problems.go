package kustomize

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/source"
)

// lineSpan marks one line of a file, without its indentation.
func lineSpan(file string, data []byte, line int) source.Span {
	lines := bytes.Split(data, []byte("\n"))
	if line < 1 || line > len(lines) {
		return source.Span{File: file, Start: source.Pos{Line: max(line, 1)}}
	}
	text := string(lines[line-1])
	indent := utf8.RuneCountInString(text) - utf8.RuneCountInString(strings.TrimLeft(text, " \t"))
	end := utf8.RuneCountInString(strings.TrimRight(text, " \t\r"))
	return source.Span{File: file, Start: source.Pos{Line: line, Col: indent + 1}, End: source.Pos{Line: line, Col: max(end, indent+1) + 1}}
}

// syntaxProblem places an error of the YAML parser.
func syntaxProblem(file string, data []byte, err error) source.Problem {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	line := lineOf(err)
	if line > 0 {
		_, message, _ = strings.Cut(message, ": ")
		if strings.HasPrefix(message, "did not find expected") {
			line++ // the parser, unlike the scanner, counts its lines from 0
		}
	}
	return source.Problem{Stage: stage, Span: lineSpan(file, data, max(line, 1)), Message: "not valid YAML: " + message}
}

// patterns are compiled on first use.
var patterns = sync.OnceValue(func() struct{ unknownField, wrongType, dir, file, noMatch, twice *regexp.Regexp } {
	return struct{ unknownField, wrongType, dir, file, noMatch, twice *regexp.Regexp }{
		unknownField: regexp.MustCompile(`json: unknown field "(.+?)"`),
		wrongType:    regexp.MustCompile(`json: cannot unmarshal (\w+) into Go (?:struct field \w+\.(\S+)|value) of type (.+)$`),
		dir:          regexp.MustCompile(`(?:recursed accumulation of|recursed merging from|couldn't make target for) path '([^']+)': `),
		file:         regexp.MustCompile(`accumulating resources from '([^']+)': `),
		noMatch:      regexp.MustCompile(`no matches for Id (\S+?);?(?:\s|$|")`),
		twice:        regexp.MustCompile(`may not add resource with an already registered id: (\S+)`),
	}
})

// fieldProblem places what kustomize says about the fields of a kustomization file.
func fieldProblem(file string, data []byte, root *yaml.Node, err error) source.Problem {
	text := err.Error()
	p := source.Problem{Stage: stage, Span: lineSpan(file, data, 1), Message: strings.TrimPrefix(text, "invalid Kustomization: ")}
	field := ""
	if m := patterns().unknownField.FindStringSubmatch(text); m != nil {
		field = m[1]
		p.Message = fmt.Sprintf("kustomize knows no field %q", field)
		p.Change = "correct or remove it"
	} else if m := patterns().wrongType.FindStringSubmatch(text); m != nil {
		field = m[2][strings.LastIndex(m[2], ".")+1:]
		p.Message = fmt.Sprintf("field %q has the wrong type: expected %s, found %s", m[2], m[3], m[1])
		if field == "" {
			p.Message = fmt.Sprintf("a kustomization has to be a mapping, found %s", m[1])
		}
	}
	if key := findKey(root, field); key != nil {
		p.Span = source.NodeSpan(file, nil, key)
	}
	return p
}

func findKey(n *yaml.Node, name string) *yaml.Node {
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && strings.EqualFold(c.Value, name) {
			return c
		}
		if key := findKey(c, name); key != nil {
			return key
		}
	}
	return nil
}

// buildProblem turns the error of a build into words and finds the file and line that it is about.
func (p *preparer) buildProblem(dir string, err error) source.Problem {
	text := strings.ReplaceAll(err.Error(), `\"`, `"`)
	if all := patterns().dir.FindAllStringSubmatchIndex(text, -1); all != nil {
		m := all[len(all)-1]
		if inner, err := rel(text[m[2]:m[3]]); err == nil {
			dir = inner
		}
		text = text[m[1]:]
	}
	out := source.Problem{Stage: stage}
	out.Span.File = dir
	if name, data, err := kustomizationOf(p.fsys, dir); err == nil {
		out.Span = lineSpan(name, data, 1)
	}
	if m := patterns().file.FindStringSubmatchIndex(text); m != nil {
		if name := path.Join(dir, text[m[2]:m[3]]); fs.ValidPath(name) {
			if info, err := fs.Stat(p.fsys, name); err == nil && !info.IsDir() {
				out.Span = source.Span{File: name, Start: source.Pos{Line: 1}}
			}
		}
	}
	out.Message = "kustomize cannot build this: " + clean(text)
	if m := patterns().noMatch.FindStringSubmatch(text); m != nil {
		object := parseID(m[1])
		out.Message = fmt.Sprintf("a patch is for %s, which is not among the resources", object)
		out.Change = "correct the kind or name in the patch, or add the resource"
		if span, ok := p.findPatch(dir, object); ok {
			out.Span = span
		}
	} else if m := patterns().twice.FindStringSubmatch(text); m != nil {
		out.Message = fmt.Sprintf("%s is defined twice", parseID(m[1]))
		out.Change = "remove one of the two, or turn it into a patch"
		if first, second, ok := p.doubled(); ok {
			out.Span = second
			out.Message += ", first at " + first.String()
		}
	}
	return out
}

// doubled finds the first object that two resources define.
func (p *preparer) doubled() (first, second source.Span, ok bool) {
	seen := map[string]source.Span{}
	for _, file := range slices.Sorted(maps.Keys(p.parsed)) {
		for _, d := range p.parsed[file] {
			id := d.Identity()
			at := d.Trace(source.Path{"metadata", "name"}).Span
			if before, known := seen[id]; known && id != "" {
				return before, at, true
			}
			seen[id] = at
		}
	}
	return source.Span{}, source.Span{}, false
}

// clean takes kustomize's scaffolding out of an error text.
func clean(text string) string {
	text = strings.ReplaceAll(text, mount+"/", "")
	for _, noise := range []string{"accumulating resources: ", "accumulating components: ", "accumulation err="} {
		text = strings.ReplaceAll(text, noise, "")
	}
	return strings.Join(strings.Fields(text), " ")
}

// objectID names an object as kustomize's errors do.
type objectID struct{ kind, name, namespace string }

func (o objectID) String() string {
	if o.namespace != "" {
		return fmt.Sprintf("%s %s/%s", o.kind, o.namespace, o.name)
	}
	return fmt.Sprintf("%s %s", o.kind, o.name)
}

// parseID reads Deployment.v1.apps/name.namespace, where [noNs] stands for no namespace.
func parseID(id string) objectID {
	id = strings.Trim(id, `"':`)
	gvk, name, _ := strings.Cut(id, "/")
	o := objectID{name: name}
	o.kind, _, _ = strings.Cut(gvk, ".")
	if i := strings.LastIndex(name, "."); i >= 0 {
		o.name, o.namespace = name[:i], name[i+1:]
	}
	if o.namespace == "[noNs]" {
		o.namespace = ""
	}
	return o
}

// findPatch finds the patch of an object among those of the kustomization in dir.
func (p *preparer) findPatch(dir string, object objectID) (source.Span, bool) {
	name, data, err := kustomizationOf(p.fsys, dir)
	if err != nil {
		return source.Span{}, false
	}
	root, err := parseFile(data)
	if err != nil {
		return source.Span{}, false
	}
	for _, e := range entries(root) {
		file := path.Join(dir, e.value)
		if e.inline || !strings.HasPrefix(e.field, "patches") || !fs.ValidPath(file) {
			continue
		}
		for _, doc := range readDocuments(p.fsys, file) {
			if node := objectName(doc, object); node != nil {
				return source.NodeSpan(file, nil, node), true
			}
		}
	}
	var found *yaml.Node
	eachPair(root, func(key string, value *yaml.Node) {
		if strings.HasPrefix(key, "patches") {
			eachItem(value, func(item *yaml.Node) {
				if found == nil && mentions(item, object) {
					found = item
				}
			})
		}
	})
	if found == nil {
		return source.Span{}, false
	}
	return source.NodeSpan(name, nil, found), true
}

// objectName gives the node of metadata.name when doc is the object.
func objectName(doc *yaml.Node, object objectID) *yaml.Node {
	_, kind := source.Lookup(doc, "kind")
	_, meta := source.Lookup(doc, "metadata")
	_, name := source.Lookup(meta, "name")
	if kind == nil || name == nil || kind.Value != object.kind || name.Value != object.name {
		return nil
	}
	return name
}

// mentions reports whether a patch entry has the object as its target or as the text of its patch.
func mentions(item *yaml.Node, object objectID) bool {
	texts := []string{target(item).Value}
	matches := false
	eachPair(item, func(key string, value *yaml.Node) {
		switch key {
		case "patch":
			texts = append(texts, target(value).Value)
		case "target":
			_, kind := source.Lookup(target(value), "kind")
			_, name := source.Lookup(target(value), "name")
			matches = matches || kind != nil && name != nil && kind.Value == object.kind && name.Value == object.name
		}
	})
	for _, text := range texts {
		docs, _ := parseDocuments([]byte(text))
		for _, doc := range docs {
			matches = matches || objectName(doc, object) != nil
		}
	}
	return matches
}
