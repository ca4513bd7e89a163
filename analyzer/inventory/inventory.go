// Package inventory lists what an input holds, leaves and consists of: the privileges of its pods with their reasons, what
// stays when it is uninstalled, and the versions it runs. It judges nothing; rules do that.
package inventory

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/source"
)

// Place is the line that a person edits.
type Place struct {
	File string `json:"file"`
	// Line is 0 where only the file is known.
	Line int `json:"line"`
	// Value is file:line of the key of a values file that the line prints, empty for none.
	Value string `json:"value,omitempty"`
}

// String is file:line, then the key of the values in parentheses.
func (p Place) String() string {
	if p.Line == 0 {
		return p.File
	}
	at := fmt.Sprintf("%s:%d", p.File, p.Line)
	if p.Value != "" {
		at += " (" + p.Value + ")"
	}
	return at
}

func (p Place) compare(q Place) int {
	return cmp.Or(strings.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line))
}

// input is one Unit while it is read.
type input struct {
	analyzer.Input
	in *analyzer.Inspection
	// name is the folder of the Unit and the value set, as entries have it.
	name string
}

// each calls do for every Unit that has objects or Dockerfiles.
func each(in *analyzer.Inspection, do func(*input)) {
	for _, i := range in.Inputs {
		if len(i.Unit.Documents)+len(i.Unit.Dockerfiles) == 0 && i.Unit.Chart == nil {
			continue
		}
		name := path.Clean(i.Unit.Dir)
		if i.Unit.Set != "" && i.Unit.Set != i.Unit.Dir {
			name += " (" + i.Unit.Set + ")"
		}
		do(&input{Input: i, in: in, name: name})
	}
}

// place answers for a Ref, and tells whether it concerns the paths of the run.
func (i *input) place(r facts.Ref) (Place, bool) {
	t := finding.Trace(i.Unit, r)
	concerns := i.in.Scope.Contains(t.Span.File) || slices.ContainsFunc(t.Via, func(s source.Step) bool { return i.in.Scope.Contains(s.Span.File) })
	p := Place{File: t.Span.File, Line: t.Span.Start.Line}
	if n := slices.IndexFunc(t.Via, func(s source.Step) bool { return s.Why == source.FromValues }); n >= 0 {
		p.Value = fmt.Sprintf("%s:%d", t.Via[n].Span.File, t.Via[n].Span.Start.Line)
	}
	return p, concerns
}

// object is Kind/namespace/name of a document, without the namespace where the files give none.
func (i *input) object(doc int) string {
	if doc < 0 || doc >= len(i.Unit.Documents) {
		return ""
	}
	return finding.ObjectName(i.Unit.Documents[doc])
}

// list turns nil into an empty list, which JSON shows as [].
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// group is the API group of an apiVersion: "apps" of "apps/v1", "" of "v1".
func group(apiVersion string) string {
	g, _, ok := strings.Cut(apiVersion, "/")
	if !ok {
		return ""
	}
	return g
}
