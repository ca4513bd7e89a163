// Package dockerfile reads what decides how a built image starts and stops: the effective ENTRYPOINT, CMD, SHELL,
// STOPSIGNAL and USER of a Dockerfile's final stage.
package dockerfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/drainlint/drainlint/loaders/manifest"
	"github.com/drainlint/drainlint/loaders/source"
)

const stageName = "dockerfile"

// silent is a linter that says nothing. Without any, BuildKit's parser crashes on a "# check=" comment.
var silent = linter.New(&linter.Config{SkipAll: true})

// Build says how a Dockerfile is built. The zero value is the last stage, with the Dockerfile's folder as context.
type Build struct {
	// Target is a stage's name or number.
	Target string
	// Context is the folder that COPY and ADD read, relative to the root. Empty means the Dockerfile's folder, or the
	// nearest one above that holds what is copied.
	Context string
}

// Load reads the Dockerfile at path file of fsys. An instruction that Docker would refuse becomes a Problem and the rest
// is still read; the Dockerfile is nil when its stages cannot be told.
func Load(fsys fs.FS, file string, b Build) (*source.Dockerfile, []source.Problem) {
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		p := manifest.ReadProblem(file, err)
		p.Stage = stageName
		return nil, []source.Problem{p}
	}
	l := &loader{fsys: fsys, file: file, build: b, lines: strings.Split(string(data), "\n")}
	return l.load(data), l.problems
}

type loader struct {
	fsys     fs.FS
	file     string
	build    Build
	lines    []string
	problems []source.Problem
	stages   []*stage
	// ignored are the files of a context that its .dockerignore leaves out, by context.
	ignored map[string]*ignorer
}

func (l *loader) load(data []byte) (out *source.Dockerfile) {
	defer func() {
		if r := recover(); r != nil {
			l.fail(1, 1, fmt.Sprintf("cannot be parsed: %v", r), false)
			out = nil
		}
	}()
	result, err := parser.Parse(bytes.NewReader(data))
	if err != nil {
		line := 1
		if le := (*parser.LocationError)(nil); errors.As(err, &le) && len(le.Locations) > 0 && len(le.Locations[0]) > 0 {
			line = le.Locations[0][0].Start.Line
		}
		l.fail(line, line, lowerFirst(err.Error()), false)
		return nil
	}
	known := l.parse(result.AST, newScope(result.EscapeToken))
	if l.template() {
		return nil
	}
	l.few()
	if !known {
		return nil
	}
	if len(l.stages) == 0 {
		l.fail(1, 1, "no FROM instruction", false)
		return nil
	}
	target := l.target()
	if target < 0 {
		l.fail(1, 1, fmt.Sprintf("no stage is called %q", l.build.Target), false)
		return nil
	}
	return l.effective(target)
}

// stage is one FROM with the instructions below it.
type stage struct {
	name string
	// base is the image or the stage that it builds on, empty when that depends on unknown arguments.
	base     string
	written  string
	platform string
	from     source.Span
	steps    []step
	// parent is the stage that it builds on, -1 for an image.
	parent int
}

// step is one instruction with variables expanded.
type step struct {
	command instructions.Command
	span    source.Span
}

// parse reads the instructions; ok is false when a FROM is broken, for then nothing below it has a place.
func (l *loader) parse(ast *parser.Node, scope *scope) (ok bool) {
	for _, node := range ast.Children {
		parsed, err := instructions.ParseInstructionWithLinter(node, silent)
		if err != nil {
			from := strings.EqualFold(node.Value, "from")
			l.fail(node.StartLine, node.EndLine, lowerFirst(err.Error()), !from)
			if from {
				return false
			}
			continue
		}
		span := l.span(node.StartLine, node.EndLine)
		switch c := parsed.(type) {
		case *instructions.Stage:
			s := &stage{name: c.Name, base: scope.image(c.BaseName), written: c.BaseName, platform: scope.image(c.Platform), from: span}
			s.parent = stageCalled(l.stages, s.base)
			scope.enter(s.parent)
			l.stages = append(l.stages, s)
			if s.parent >= 0 {
				l.triggers(s, l.stages[s.parent], scope)
			}
		case *instructions.ArgCommand:
			scope.arg(c)
		case instructions.Command:
			if len(l.stages) == 0 {
				l.fail(node.StartLine, node.EndLine, node.Value+" before the first FROM", true)
				continue
			}
			scope.expand(c)
			last := l.stages[len(l.stages)-1]
			last.steps = append(last.steps, step{c, span})
		}
	}
	return true
}

// triggers runs the ONBUILD instructions of the stage below at the beginning of s. They are gone afterwards: a stage that
// builds on s does not run them again.
func (l *loader) triggers(s, below *stage, scope *scope) {
	for _, st := range below.steps {
		on, ok := st.command.(*instructions.OnbuildCommand)
		if !ok {
			continue
		}
		result, err := parser.Parse(strings.NewReader(on.Expression))
		if err != nil || len(result.AST.Children) != 1 {
			continue // reported where it is declared
		}
		parsed, err := instructions.ParseInstructionWithLinter(result.AST.Children[0], silent)
		if err != nil {
			continue
		}
		switch c := parsed.(type) {
		case *instructions.ArgCommand:
			scope.arg(c)
		case instructions.Command:
			scope.expand(c)
			s.steps = append(s.steps, step{c, st.span})
		}
	}
}

// target is the stage to build, -1 when there is none of that name.
func (l *loader) target() int {
	if l.build.Target == "" {
		return len(l.stages) - 1
	}
	if i := stageCalled(l.stages, l.build.Target); i >= 0 {
		return i
	}
	if n, err := strconv.Atoi(l.build.Target); err == nil && n >= 0 && n < len(l.stages) {
		return n
	}
	return -1
}

// stageCalled finds the latest of stages with that name, -1 when there is none. Docker ignores the case.
func stageCalled(stages []*stage, name string) int {
	for i := len(stages) - 1; i >= 0; i-- {
		if stages[i].name != "" && strings.EqualFold(stages[i].name, name) {
			return i
		}
	}
	return -1
}

// chain is a stage and the stages that it builds on, lowest first.
func (l *loader) chain(i int) []*stage {
	var out []*stage
	for ; i >= 0; i = l.stages[i].parent {
		out = append(out, l.stages[i])
	}
	slices.Reverse(out)
	return out
}

// effective is the configuration of a stage.
func (l *loader) effective(target int) *source.Dockerfile {
	chain := l.chain(target)
	final := chain[len(chain)-1]
	d := &source.Dockerfile{File: l.file, Target: l.build.Target, From: final.from, Base: chain[0].base, BaseText: chain[0].written, Platform: chain[0].platform}
	var steps []step
	for _, s := range chain {
		l.apply(d, s.steps)
		steps = append(steps, s.steps...)
	}
	d.Copies, d.Runs = files(steps)
	d.Scripts = l.scripts(d, steps)
	return d
}

// apply runs the instructions of one stage on what it inherits.
func (l *loader) apply(d *source.Dockerfile, steps []step) {
	cmdSet := false
	for _, s := range steps {
		switch c := s.command.(type) {
		case *instructions.EntrypointCommand:
			d.Entrypoint = l.instruction(s, c.ShellDependantCmdLine)
			// BuildKit's dispatchEntrypoint: an inherited CMD was meant for another entrypoint.
			if !cmdSet && d.Cmd != nil {
				d.LostCmd, d.Cmd = d.Cmd, nil
			}
		case *instructions.CmdCommand:
			d.Cmd, d.LostCmd, cmdSet = l.instruction(s, c.ShellDependantCmdLine), nil, true
		case *instructions.ShellCommand:
			d.SetShell = &source.Instruction{Span: s.span, Words: c.Shell}
		case *instructions.StopSignalCommand:
			d.StopSignal, d.StopSignalSpan = c.Signal, s.span
		case *instructions.UserCommand:
			d.User, d.UserSpan = c.User, s.span
		}
	}
}

// files gathers what puts files into the image, and what runs while it is built.
func files(steps []step) (copies []source.Copy, runs []source.Instruction) {
	workdir := "/"
	add := func(s step, from string, c *instructions.SourcesAndDest) {
		out := source.Copy{Span: s.span, From: from, Sources: slices.Clone(c.SourcePaths), Dest: absolute(workdir, c.DestPath)}
		for _, h := range c.SourceContents {
			out.Sources = append(out.Sources, h.Path)
		}
		out.DestFolder = folder(c)
		copies = append(copies, out)
	}
	for _, s := range steps {
		switch c := s.command.(type) {
		case *instructions.WorkdirCommand:
			workdir = absolute(workdir, c.Path)
		case *instructions.CopyCommand:
			add(s, c.From, &c.SourcesAndDest)
		case *instructions.AddCommand:
			add(s, "", &c.SourcesAndDest)
		case *instructions.RunCommand:
			words := slices.Clone(c.CmdLine)
			for _, f := range c.Files {
				words = append(words, f.Data)
			}
			runs = append(runs, source.Instruction{Span: s.span, Shell: c.PrependShell, Words: words})
		}
	}
	return copies, runs
}

// folder tells whether the destination of a COPY or ADD is certainly a folder.
func folder(c *instructions.SourcesAndDest) bool {
	return strings.HasSuffix(c.DestPath, "/") || c.DestPath == "." || len(c.SourcePaths)+len(c.SourceContents) > 1
}

func (l *loader) fail(start, end int, message string, partial bool) {
	l.problems = append(l.problems, source.Problem{Stage: stageName, Span: l.span(start, end), Message: message, Partial: partial})
}

// span marks whole lines, without the indentation of the first.
func (l *loader) span(start, end int) source.Span {
	start = min(max(start, 1), len(l.lines))
	end = min(max(end, start), len(l.lines))
	first := l.lines[start-1]
	last := strings.TrimRight(l.lines[end-1], " \t\r")
	s := source.Span{File: l.file, Start: source.Pos{Line: start}, End: source.Pos{Line: end}}
	s.Start.Col = 1 + utf8.RuneCountInString(first) - utf8.RuneCountInString(strings.TrimLeft(first, " \t"))
	s.End.Col = 1 + utf8.RuneCountInString(last)
	if start == end {
		s.End.Col = max(s.End.Col, s.Start.Col+1)
	}
	return s
}

// lowerFirst turns a sentence into our style of message.
func lowerFirst(s string) string {
	s = strings.TrimSuffix(s, ".")
	if len(s) > 1 && s[0] >= 'A' && s[0] <= 'Z' && s[1] >= 'a' && s[1] <= 'z' {
		return string(s[0]+'a'-'A') + s[1:]
	}
	return s
}
