package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	opa "github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/topdown"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/source"
)

// Run evaluates the rules whose kinds occur in f. A rule that fails is a Problem and stops no other.
func (e *Engine) Run(ctx context.Context, f *facts.Facts) ([]finding.Violation, []source.Problem) {
	kinds := f.Kinds()
	var due []*rule
	for _, r := range e.rules {
		if slices.ContainsFunc(r.Kinds, func(k string) bool { return kinds[k] }) {
			due = append(due, r)
		}
	}
	if len(due) == 0 {
		return nil, nil
	}
	e.compile(ctx, due)
	input := Input(f) // once for all rules: OPA would convert it for each query
	var out []finding.Violation
	var problems []source.Problem
	for _, r := range due {
		vs, err := r.eval(ctx, input)
		if err != nil {
			problems = append(problems, evalProblems(r, err)...)
			continue
		}
		out = append(out, vs...)
	}
	return out, problems
}

func (r *rule) eval(ctx context.Context, input ast.Value) ([]finding.Violation, error) {
	if r.err != nil {
		return nil, r.err
	}
	rs, err := r.query.Eval(ctx, opa.EvalParsedInput(input))
	if err != nil {
		return nil, err
	}
	var out []finding.Violation
	for _, result := range rs {
		for _, expr := range result.Expressions {
			vs, err := violations(r.Rule, expr.Value)
			if err != nil {
				return nil, err
			}
			out = append(out, vs...)
		}
	}
	return out, nil
}

func evalProblems(r *rule, err error) []source.Problem {
	var te *topdown.Error
	if errors.As(err, &te) && te.Location != nil {
		err = located(te.Location.File, te.Location, "%s", te.Message)
	}
	return ruleProblems(r.File, err)
}

// violation is what a rule writes.
type violation struct {
	At       *source.Ref `json:"at"`
	Message  string      `json:"message"`
	Severity string      `json:"severity"`
	Change   string      `json:"change"`
	Proof    []struct {
		Text string      `json:"text"`
		At   *source.Ref `json:"at"`
	} `json:"proof"`
	// Flow is a fact: the steps from cause to effect, each with text and place.
	Flow []struct {
		Text   string      `json:"text"`
		At     *source.Ref `json:"at"`
		Passes string      `json:"passes"`
	} `json:"flow"`
}

func violations(r *finding.Rule, value any) ([]finding.Violation, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var list []violation
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		return nil, fmt.Errorf("a violation has another shape than {at, message, severity, change, proof, flow}: %w", err)
	}
	out := make([]finding.Violation, 0, len(list))
	for _, v := range list {
		if v.At == nil || v.Message == "" {
			return nil, errors.New(`a violation needs "at" (taken from a fact) and "message"`)
		}
		f := finding.Violation{Rule: r, Severity: r.Severity, Message: v.Message, Change: v.Change, At: integral(*v.At)}
		if v.Severity != "" {
			s, ok := finding.ParseSeverity(v.Severity)
			if !ok || s == finding.Never {
				return nil, fmt.Errorf("severity %q of a violation: expected error, warning or note", v.Severity)
			}
			f.Severity = s
		}
		for _, p := range v.Proof {
			proof := finding.Proof{Text: p.Text}
			if p.At != nil {
				at := integral(*p.At)
				proof.At = &at
			}
			f.Proof = append(f.Proof, proof)
		}
		for _, p := range v.Flow {
			step := finding.Hop{Text: p.Text, Passes: p.Passes}
			if p.At != nil {
				at := integral(*p.At)
				step.At = &at
			}
			f.Flow = append(f.Flow, step)
		}
		out = append(out, f)
	}
	return out, nil
}

// integral turns the list indexes of a path, which JSON gives as float64, into ints.
func integral(r source.Ref) source.Ref {
	for i, e := range r.Path {
		if n, ok := e.(float64); ok {
			r.Path[i] = int(n)
		}
	}
	return r
}
