package helm

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/drainlint/drainlint/loaders/source"
)

// chartStops begins the message of what fail and required say.
const chartStops = "the chart stops: "

// failure is one error of Helm's engine, taken apart.
type failure struct {
	// template is the first file that the error names: the one being rendered, except after {{ template }}. inner is the
	// last.
	template, inner string
	// at is the innermost place in a file of the checkout; where is the expression there.
	at    place
	where string
	// reason is what is left of the text without the chain of calls.
	reason string
	// missing is the name of the template that an include did not find.
	missing string
	// parse is true for syntax errors: the named template is then the culprit, also when it is a partial.
	parse bool
	// chosen is true for the texts of fail and required: they are the chart author's own words.
	chosen bool

	lost string
	also []string
}

type place struct {
	template string
	line     int
}

// patterns are compiled on first use.
var patterns = sync.OnceValue(func() struct{ at, in, step, missing, define, basePath, unclosed, nilField, badField *regexp.Regexp } {
	return struct{ at, in, step, missing, define, basePath, unclosed, nilField, badField *regexp.Regexp }{
		at:       regexp.MustCompile(`(?s)^(parse|execution) error at \((.+?):(\d+)(?::\d+)?\): (.*)$`),
		in:       regexp.MustCompile(`(?s)^(parse|execution) error in \((.+?)\): (.*)$`),
		step:     regexp.MustCompile(`(?s)template: ([^\n]+?):(\d+)(?::\d+)?: (?:executing "[^\n]*?" at <(.*?)>: )?`),
		missing:  regexp.MustCompile(`no template "(.+?)" associated with template|template "(.+?)" not defined`),
		define:   regexp.MustCompile(`\{\{-?\s*(?:define|block)\s+["` + "`" + `]([^"` + "`" + `]+)["` + "`" + `]`),
		basePath: regexp.MustCompile(`Template\.BasePath\s+"/([^"]+)"`),
		unclosed: regexp.MustCompile(`^unclosed action started at .*:(\d+)$`),
		nilField: regexp.MustCompile(`^nil pointer evaluating .*\.(\w+)$`),
		badField: regexp.MustCompile(`^can't evaluate field (\w+) in type `),
	}
})

// defines lists the names that the text of a template defines.
func defines(text string) []string {
	var names []string
	for _, m := range patterns().define.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

// parseFailure reads an error of Helm's engine; known are the templates it may name.
func parseFailure(text string, known map[string]template) *failure {
	f := &failure{reason: text}
	if m := patterns().at.FindStringSubmatch(text); m != nil {
		f.template, f.inner, f.reason = m[2], m[2], m[4]
		f.parse, f.chosen = m[1] == "parse", m[1] == "execution"
		line, _ := strconv.Atoi(m[3])
		if m := patterns().unclosed.FindStringSubmatch(f.reason); m != nil {
			f.reason = "an action that begins here is not closed with }}"
			line, _ = strconv.Atoi(m[1])
		}
		f.at = place{m[2], line}
		f.findMissing()
		return f
	}
	if m := patterns().in.FindStringSubmatch(text); m != nil {
		f.template, f.inner, f.reason, f.parse = m[2], m[2], m[3], m[1] == "parse"
		f.at = place{template: m[2]}
		return f
	}
	end := 0
	for _, m := range patterns().step.FindAllStringSubmatchIndex(text, -1) {
		name := text[m[2]:m[3]]
		line, _ := strconv.Atoi(text[m[4]:m[5]])
		t, ok := known[name]
		if ok && f.template == "" {
			f.template = name
		}
		if ok {
			f.inner = name
		}
		// tpl runs its text under a name of no file; a place in an archive is nothing a user can edit.
		if ok && (!t.input.archive || f.at.template == "") {
			f.at = place{name, line}
		}
		if m[6] >= 0 {
			f.where = text[m[6]:m[7]]
		}
		end = m[1]
	}
	f.reason = text[end:]
	for {
		call, rest, ok := strings.Cut(f.reason, ": ")
		if !ok || !strings.HasPrefix(call, "error calling include") && !strings.HasPrefix(call, "error calling tpl") {
			break
		}
		f.reason = rest
	}
	f.reason = strings.TrimPrefix(f.reason, "error calling ")
	f.findMissing()
	return f
}

func (f *failure) findMissing() {
	if m := patterns().missing.FindStringSubmatch(f.reason); m != nil {
		f.missing = m[1] + m[2]
	}
}

// key is equal for failures with the same cause: the same words of the author, or the same line.
func (f *failure) key() string {
	if f.chosen {
		return f.reason
	}
	return fmt.Sprintf("%s\x00%d\x00%s", f.at.template, f.at.line, f.reason)
}

func (f *failure) span(r *renderer) source.Span {
	t := r.templates[f.at.template]
	if t.input.archive || t.input.path == "" {
		if lost := r.templates[f.lost]; lost.input.path != "" && !lost.input.archive {
			return lineSpan(lost.input.path, lost.file.Data, 1)
		}
		return source.Span{File: r.templates[f.lost].input.path}
	}
	return lineSpan(t.input.path, t.file.Data, max(f.at.line, 1))
}

func (f *failure) message(r *renderer) string {
	text := f.plain()
	if f.lost == "" {
		return text
	}
	var also []string
	if f.lost != f.at.template || r.templates[f.lost].input.archive {
		also = append(also, r.display(f.lost))
	}
	for _, name := range f.also {
		also = append(also, r.display(name))
	}
	switch n := len(also); {
	case f.parse && r.templates[f.lost].partial():
	case n > 3:
		text += fmt.Sprintf(" (left out: %s and %d more)", strings.Join(also[:3], ", "), n-3)
	case n > 0:
		text += " (left out: " + strings.Join(also, ", ") + ")"
	}
	return text
}

// plain says the reason without the jargon of Go's template engine.
func (f *failure) plain() string {
	where := strings.TrimSpace(f.where)
	switch {
	case f.parse && strings.HasPrefix(f.reason, "function "):
		return "template syntax: " + strings.Replace(f.reason, "not defined", "does not exist in Helm", 1)
	case f.parse && strings.Contains(f.reason, "unexpected EOF"):
		return "template syntax: the file ends inside a block: {{ end }} is missing"
	case f.parse:
		return "template syntax: " + f.reason
	case f.chosen:
		return chartStops + strings.TrimSpace(f.reason)
	case f.missing != "":
		return fmt.Sprintf("template %q is included, but neither the chart nor its dependencies define it", f.missing)
	case patterns().nilField.MatchString(f.reason):
		m := patterns().nilField.FindStringSubmatch(f.reason)
		return fmt.Sprintf("%s cannot be read: what stands before .%s is not set", where, m[1])
	case patterns().badField.MatchString(f.reason):
		m := patterns().badField.FindStringSubmatch(f.reason)
		return fmt.Sprintf("%s cannot be read: what stands before .%s has no such field", where, m[1])
	case where != "" && !strings.HasPrefix(f.reason, where+": "):
		return fmt.Sprintf("%s: %s", where, strings.TrimSpace(f.reason))
	}
	return strings.TrimSpace(f.reason)
}

func (f *failure) change() string {
	switch {
	case f.chosen:
		return "pass values with which the chart can be installed"
	case f.parse:
		return "correct the template"
	case patterns().nilField.MatchString(f.reason), patterns().badField.MatchString(f.reason):
		return "set the value, or guard the expression"
	}
	return ""
}
