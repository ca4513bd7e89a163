// Package source holds what loaders produce and everything else reads: documents whose every node can be traced to
// the line a person edits. It is a leaf: it knows neither a file format nor a rule.
package source

import (
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Pos is a place in a file. Line and Col are 1-based; Col counts Unicode code points. Zero means unknown.
type Pos struct {
	Line int `json:"line"`
	Col  int `json:"col"`
}

// Span is a stretch of one file. File is slash-separated and relative to the root of the run. End is exclusive.
type Span struct {
	File  string `json:"file"`
	Start Pos    `json:"start"`
	End   Pos    `json:"end"`
}

// String gives file:line:col, leaving out what is unknown.
func (s Span) String() string {
	switch {
	case s.Start.Line == 0:
		return s.File
	case s.Start.Col == 0:
		return fmt.Sprintf("%s:%d", s.File, s.Start.Line)
	}
	return fmt.Sprintf("%s:%d:%d", s.File, s.Start.Line, s.Start.Col)
}

// Path leads from a document's root to a node; its elements are mapping keys (string) and list indexes (int).
type Path []any

// Child returns p extended by more elements. It never shares memory with p, so siblings cannot overwrite each other.
func (p Path) Child(more ...any) Path {
	out := make(Path, 0, len(p)+len(more))
	return append(append(out, p...), more...)
}

// String writes p the way Kubernetes writes field paths: spec.containers[0].name.
func (p Path) String() string {
	var b strings.Builder
	for _, e := range p {
		switch e := e.(type) {
		case int:
			b.WriteString("[" + strconv.Itoa(e) + "]")
		case string:
			if strings.ContainsAny(e, "./[]") {
				b.WriteString("[" + strconv.Quote(e) + "]")
				continue
			}
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(e)
		}
	}
	return b.String()
}

// Ref is what a rule points at: a node of a document, or (Dockerfiles, scripts, problems) a place in a file.
// Exactly one of the two is meaningful: Span when it is not nil, else Doc and Path.
type Ref struct {
	Doc  int   `json:"doc"`
	Path Path  `json:"path,omitempty"`
	Span *Span `json:"span,omitempty"`
	// Line is a 1-based line within the text at Path, a block scalar; 0 for the text as a whole.
	Line int `json:"line,omitempty"`
}

// Child returns the Ref of a node below r.
func (r Ref) Child(more ...any) Ref { return Ref{Doc: r.Doc, Path: r.Path.Child(more...)} }

// Step is one hop between the line to edit and the value: an include, an overlay, a values key.
type Step struct {
	Span Span   `json:"span"`
	Why  string `json:"why"`
}

// FromValues is the Why of the step to the key of a values file.
const FromValues = "value from"

// InArchive ends the Why of the step to the archive that a chart lies in; the line of the member stands before it.
const InArchive = " in the archive"

// Trace is the answer to "which line does a person edit to change this node?".
type Trace struct {
	Span Span
	// Exact is false when the node does not exist and Span is its nearest existing ancestor, or when the loader knows
	// the file only.
	Exact bool
	// Via are further places that took part, nearest first.
	Via []Step
}

// Document is one Kubernetes object.
type Document struct {
	// Root is the object's mapping. It holds no alias and no merge key: the loader has resolved them. The positions
	// inside are those of the text the loader parsed (for a chart: rendered text), so only Trace may be shown to users.
	Root *yaml.Node
	// File is where the object comes from: the manifest, the template, the resource file.
	File string
	// Random are the scalars that a chart renders differently each time.
	Random []Path
	// Discarded are values of 0 or false that a chart's template takes for "not set".
	Discarded []Discarded
	// Unmanaged is true for what lies in a chart's crds/: Helm installs it once and never touches it again.
	Unmanaged bool
	// Trace answers for a path in Root; for an absent node it answers for the nearest existing ancestor.
	Trace func(Path) Trace
	// Line answers for a line, from 1, of the text in the block scalar at a path. It is nil where Trace has to do.
	Line func(Path, int) Trace
}

// Discarded is a value that a template tests for truth before it renders it as a field.
type Discarded struct {
	Field string
	// Value is what the values say: 0 or false. Fallback is what is rendered instead, empty for nothing.
	Value, Fallback string
	// At is the test in the template, Key the key in the values file.
	At, Key Span
}

// PatchIssue is something that a kustomization does and its author cannot have meant.
type PatchIssue string

// The issues of patches.
const (
	// MatchesNothing is a patch whose target selects no object; What is the target.
	MatchesNothing PatchIssue = "matches-nothing"
	// UnusedImage is an images entry for an image that nothing runs; What is its name.
	UnusedImage PatchIssue = "unused-image"
	// AddsContainer is a container in a patch that has no name (What is empty then), or a name that the object does not
	// have and no image.
	AddsContainer PatchIssue = "adds-container"
	// ReplacesList is a list of containers that took the place of the object's own; What is lost.
	ReplacesList PatchIssue = "replaces-list"
)

// Patch is one such place.
type Patch struct {
	Issue PatchIssue
	At    Span
	// What and Object depend on the issue; Object is "Kind name".
	What, Object string
}

// Chart is what Chart.yaml says.
type Chart struct {
	Name, Version, AppVersion string
	// Parts are the charts that it consists of, below charts/ or in archives there, at any depth, sorted by name.
	Parts []ChartPart
	// At is where appVersion stands.
	At Span
}

// ChartPart is a chart within a chart.
type ChartPart struct{ Name, Version, AppVersion string }

// Instruction is one Dockerfile instruction that decides what runs.
type Instruction struct {
	Span Span
	// Shell is true for shell form (also where Docker falls back to it because the JSON is invalid).
	Shell bool
	// Words is the argv of exec form; in shell form it has one element, the whole string.
	Words []string
	// Args are the places of Words; nil where they cannot be told.
	Args []Span
}

// Dockerfile is the effective configuration of one stage of a file: the last one, or the target of a build.
type Dockerfile struct {
	File string
	// Target is the stage that was asked for, empty for the last one.
	Target string
	// Base is the image reference of the final stage's FROM, with stage references followed; empty when unknown.
	Base string
	// BaseText is that FROM's image as written.
	BaseText string
	// Platform is what FROM --platform says, empty when it says nothing or its value is not known.
	Platform string
	// From is the final stage's FROM instruction.
	From Span
	// Entrypoint, Cmd and Shell are nil when the final stage (and the stages it builds on) do not set them.
	Entrypoint, Cmd, SetShell *Instruction
	// LostCmd is a CMD of a stage below that ENTRYPOINT cleared.
	LostCmd *Instruction
	// StopSignal and User are empty when unset.
	StopSignal, User         string
	StopSignalSpan, UserSpan Span
	// Copies and Runs are the instructions that put files into the image and run commands, stages below included.
	Copies []Copy
	Runs   []Instruction
	// Scripts are the programs that ENTRYPOINT and CMD name and the build context holds, by the word that names them.
	Scripts map[string]Script
}

// Copy is a COPY or ADD.
type Copy struct {
	Span Span
	// From is the stage or image of --from, empty for the build context.
	From string
	// Sources are as written; a heredoc is its name. Dest is absolute; DestFolder is true when it is certainly a folder.
	Sources    []string
	Dest       string
	DestFolder bool
}

// Script is the text of a program that an image starts.
type Script struct {
	// File is where it is written: a file of the build context, or the Dockerfile for a heredoc, and Line its first line
	// there.
	File string
	Line int
	Text string
	// Copied is the instruction that puts it into the image.
	Copied Span
}

// Rendered is text that exists in no file: what a template produced.
type Rendered struct {
	// Name is the template as Helm names it, chart/templates/x.yaml; File is where it lies.
	Name, File string
	Text       string
	// Line answers for the first visible byte of a 1-based line of Text; Exact is false where only the file is known.
	Line func(line int) Trace
}

// Problem is input that could not be used: reported, never dropped.
type Problem struct {
	Span Span
	// Stage says who failed: discover, manifest, helm, kustomize, dockerfile, facts, rule.
	Stage string
	// Message says what was expected and what was found, in plain words.
	Message string
	// Change says what to do about it; may be empty.
	Change string
	// Partial is true when the rest of the same input was still analysed.
	Partial bool
	// Warning marks input that a lenient reader accepts: it is reported, but the run is not incomplete.
	Warning bool
}

// Kind is the format of a Unit's input.
type Kind string

// The kinds of input.
const (
	Manifest  Kind = "manifest"
	Helm      Kind = "helm"
	Kustomize Kind = "kustomize"
	Docker    Kind = "dockerfile"
)

// Unit is a set of objects that are deployed together, so that links between them (Service to pod, budget to pod) are
// complete in it.
type Unit struct {
	Kind Kind
	// Dir is the folder that owns the input, relative to the root of the run.
	Dir string
	// Set names the values a chart was rendered with; empty for default values and for other kinds.
	Set string
	// Namespace is what objects without one get; empty means "default".
	Namespace   string
	Documents   []*Document
	Dockerfiles []*Dockerfile
	// Rendered are the texts that Documents were read from, where these are no files.
	Rendered []Rendered
	// Patches are faults of the patches of a kustomization.
	Patches []Patch
	// Chart is nil for other kinds of input.
	Chart *Chart
	// Files is the text of every input file that took part, by root-relative path. Waiver comments are read from it.
	Files    map[string][]byte
	Problems []Problem
	// Partial is true when parts of the input are missing, so that "nothing selects this" proves nothing.
	Partial bool
}
