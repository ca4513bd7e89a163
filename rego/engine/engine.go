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
	"github.com/drainlint/drainlint/rego/metadata"
)

const stage = "rule"

// Options choose the rules of an engine.
type Options struct {
	// Metadata says what the embedded rules are; without it their files are read.
	Metadata []metadata.Entry
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
	empty    []string

	mu sync.Mutex // guards the compiled state of rules
}

// rule is one rule, parsed and compiled on first use: a run pays only for rules whose kinds occur.
type rule struct {
	*finding.Rule
	// files are the rule's own file and the helpers it imports, directly or not.
	files  []*file
	schema func() []byte

	ready bool // compiled, or err says why not
	query opa.PreparedEvalQuery
	err   error
}

// New takes the embedded rules of builtin (folders rules and lib) and the user's
// folders. Rules that cannot be read are reported by Problems.
func New(builtin fs.FS, o Options) *Engine {
	e := &Engine{disabled: map[string]bool{}}
	own, helpers := e.indexed(builtin, o.Metadata)
	if own == nil {
		own, helpers = e.read(builtin, "rego", nil, false)
	}
	e.add(own, o)
	for _, dir := range o.Policies {
		before := len(e.problems)
		theirs, _ := e.read(os.DirFS(dir), dir, helpers, true)
		if len(theirs) == 0 && len(e.problems) == before {
			e.empty = append(e.empty, dir)
		}
		for _, r := range theirs {
			r.schema = o.Schema
		}
		e.add(theirs, o)
	}
	slices.SortFunc(e.rules, func(a, b *rule) int { return strings.Compare(a.Name, b.Name) })
	return e
}

func (e *Engine) add(rules []*rule, o Options) {
	for _, r := range rules {
		if slices.Contains(o.Disable, r.Name) {
			e.disabled[r.Name] = true
			continue
		}
		if i := slices.IndexFunc(e.rules, func(other *rule) bool { return other.Name == r.Name }); i >= 0 {
			e.problems = append(e.problems, source.Problem{
				Stage: stage, Span: source.Span{File: r.File},
				Message: fmt.Sprintf("rule %s exists already (%s)", r.Name, e.rules[i].File), Change: "give it a name of its own",
			})
			continue
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

// Empty are the folders of Options.Policies in which there is no rule.
func (e *Engine) Empty() []string { return e.empty }

// compile prepares the queries of rules that have none yet. Embedded rules share one compiler, which costs a third of one
// for each; when that fails, and for users' rules, each has its own, so that a mistake in one costs no other.
func (e *Engine) compile(ctx context.Context, due []*rule) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var embedded []*rule
	for _, r := range due {
		switch {
		case r.ready:
		case r.User:
			r.err = compile(ctx, []*rule{r}, false)
			r.ready = true
		default:
			embedded = append(embedded, r)
		}
	}
	if len(embedded) == 0 {
		return
	}
	together := compile(ctx, embedded, true)
	for _, r := range embedded {
		if together != nil {
			r.err = compile(ctx, []*rule{r}, false)
		}
		r.ready = true
	}
}

// checked are the stages that only look for mistakes, and those that speed up what no rule has (print, comprehensions over
// large sets). The embedded rules go through all stages in the tests of package rego; at run time these would be half of
// the start-up of a small run.
var checked = []ast.StageID{
	ast.StageBuildComprehensionIndices, ast.StageRewritePrintCalls,
	ast.StageCheckUnusedImports, ast.StageCheckKeywordOverrides, ast.StageCheckDuplicateImports, ast.StageCheckVoidCalls,
	ast.StageParseMetadataBlocks, ast.StageSetAnnotationSet, ast.StageRewriteRegoMetadataCalls, ast.StageCheckRuleConflicts,
	ast.StageCheckUndefinedFuncs, ast.StageRewriteTestRulesForTracing, ast.StageCheckRecursion, ast.StageCheckTypes,
	ast.StageCheckUnsafeBuiltins, ast.StageCheckDeprecatedBuiltins, ast.StageBuildRequiredCapabilities,
}

func compile(ctx context.Context, rules []*rule, trusted bool) error {
	for _, r := range rules[len(rules)/2:] {
		go func() { _, _ = r.files[0].parse() }() // the loop below waits for it
	}
	modules, helpers := map[string]*ast.Module{}, map[string]bool{}
	for _, r := range rules {
		for i, f := range r.files {
			m, err := f.parse()
			if err != nil {
				return err
			}
			modules[f.shown], helpers[f.shown] = m, i > 0
		}
	}
	if trusted {
		modules = pruned(modules, helpers)
	}
	c := ast.NewCompiler().WithCapabilities(capabilities()).WithStrict(true)
	if trusted {
		c = c.WithSkipStages(checked...)
	}
	if len(rules) == 1 && rules[0].schema != nil {
		set, err := schemaSet(rules[0].schema())
		if err != nil {
			return err
		}
		c = c.WithSchemas(set).WithUseTypeCheckAnnotations(true)
	}
	if c.Compile(modules); c.Failed() {
		return c.Errors
	}
	for _, r := range rules {
		query := modules[r.files[0].shown].Package.Path.String() + ".violations"
		var err error
		if r.query, err = opa.New(opa.Query(query), opa.Compiler(c), opa.StrictBuiltinErrors(true)).PrepareForEval(ctx); err != nil {
			return err
		}
	}
	return nil
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
