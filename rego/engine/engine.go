// Package engine compiles the rules and evaluates them over facts. It is the only package that knows OPA.
package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
	opa "github.com/open-policy-agent/opa/v1/rego"

	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/source"
)

const stage = "rule"

// Options choose the rules of an engine.
type Options struct {
	// Policies are folders with a user's own rules.
	Policies []string
	// Disable are rule names that are not evaluated.
	Disable []string
	// Schema is the JSON schema of the input; with it the references of users' rules are checked when they are compiled.
	Schema func() []byte
}

// Engine holds compiled rules. It is safe for concurrent use.
type Engine struct {
	rules    []*rule
	disabled map[string]bool
	problems []source.Problem
}

// rule is one rule, compiled on first use: a run pays only for rules whose kinds occur.
type rule struct {
	*finding.Rule
	module  *module
	helpers []*module
	schema  func() []byte

	once  sync.Once
	query opa.PreparedEvalQuery
	err   error
}

// New reads the embedded rules below builtin (folders rules and lib) and the user's folders. Rules that cannot be read
// are reported by Problems.
func New(builtin fs.FS, o Options) *Engine {
	e := &Engine{disabled: map[string]bool{}}
	own, problems := read(builtin, ".", "rego", false)
	e.problems = append(e.problems, problems...)
	helpers := slices.DeleteFunc(slices.Clone(own), func(m *module) bool { return m.rule != nil })
	e.add(own, helpers, o)
	for _, dir := range o.Policies {
		theirs, problems := read(os.DirFS(dir), ".", dir, true)
		e.problems = append(e.problems, problems...)
		all := slices.Concat(helpers, slices.DeleteFunc(slices.Clone(theirs), func(m *module) bool { return m.rule != nil }))
		e.add(theirs, all, o)
	}
	slices.SortFunc(e.rules, func(a, b *rule) int { return strings.Compare(a.Name, b.Name) })
	return e
}

func (e *Engine) add(modules, helpers []*module, o Options) {
	for _, m := range modules {
		if m.rule == nil {
			continue
		}
		if slices.Contains(o.Disable, m.rule.Name) {
			e.disabled[m.rule.Name] = true
			continue
		}
		if i := slices.IndexFunc(e.rules, func(r *rule) bool { return r.Name == m.rule.Name }); i >= 0 {
			e.problems = append(e.problems, source.Problem{
				Stage: stage, Span: source.Span{File: m.file},
				Message: fmt.Sprintf("rule %s exists already (%s)", m.rule.Name, e.rules[i].File), Change: "give it a name of its own",
			})
			continue
		}
		r := &rule{Rule: m.rule, module: m, helpers: helpers}
		if m.rule.User {
			r.schema = o.Schema
		}
		e.rules = append(e.rules, r)
	}
}

// Rules are the enabled rules, sorted by name.
func (e *Engine) Rules() []*finding.Rule {
	out := make([]*finding.Rule, len(e.rules))
	for i, r := range e.rules {
		out[i] = r.Rule
	}
	return out
}

// Disabled tells whether name is a rule that Options.Disable left out.
func (e *Engine) Disabled(name string) bool { return e.disabled[name] }

// Problems are rules that could not be read.
func (e *Engine) Problems() []source.Problem { return e.problems }

// compile prepares the query of one rule. Each rule has a compiler of its own, so that a mistake in one costs no other.
func (r *rule) compile(ctx context.Context) error {
	r.once.Do(func() {
		c := ast.NewCompiler().WithCapabilities(capabilities()).WithStrict(true).WithEnablePrintStatements(false)
		if r.schema != nil {
			set, err := schemaSet(r.schema())
			if err != nil {
				r.err = err
				return
			}
			c = c.WithSchemas(set).WithUseTypeCheckAnnotations(true)
		}
		modules := map[string]*ast.Module{r.module.file: r.module.parsed}
		for _, h := range r.needed() {
			modules[h.file] = h.parsed
		}
		if c.Compile(modules); c.Failed() {
			r.err = c.Errors
			return
		}
		query := r.module.parsed.Package.Path.String() + ".violations"
		r.query, r.err = opa.New(opa.Query(query), opa.Compiler(c), opa.StrictBuiltinErrors(true)).PrepareForEval(ctx)
	})
	return r.err
}

// needed are the helper modules that the rule imports, directly or through other helpers.
func (r *rule) needed() []*module {
	var out []*module
	var add func(m *module)
	add = func(m *module) {
		for _, imp := range m.parsed.Imports {
			for _, h := range r.helpers {
				if imp.Path.Value.Compare(h.parsed.Package.Path) == 0 && !slices.Contains(out, h) {
					out = append(out, h)
					add(h)
				}
			}
		}
	}
	add(r.module)
	return out
}

// ruleProblems turns errors of OPA and of ours into Problems with file and line.
func ruleProblems(file string, err error) []source.Problem {
	problem := func(span source.Span, text string) source.Problem {
		return source.Problem{Stage: stage, Span: span, Message: "rule is left out: " + text, Change: "correct the rule"}
	}
	var own *ruleError
	if errors.As(err, &own) {
		return []source.Problem{problem(own.span, own.text)}
	}
	var list ast.Errors
	if errors.As(err, &list) {
		var out []source.Problem
		for _, e := range list {
			span := source.Span{File: file}
			if e.Location != nil {
				if e.Location.File != "" {
					span.File = e.Location.File
				}
				span.Start = source.Pos{Line: e.Location.Row, Col: max(e.Location.Col, 1)}
				span.End = source.Pos{Line: e.Location.Row, Col: max(e.Location.Col, 1) + 1}
			}
			text := e.Message
			if e.Details != nil {
				text += ": " + strings.Join(e.Details.Lines(), " ")
			}
			out = append(out, problem(span, text))
		}
		return out
	}
	return []source.Problem{problem(source.Span{File: file}, err.Error())}
}
