// Package dockerfile reads what decides how a built image starts and stops: the effective ENTRYPOINT, CMD, SHELL,
// STOPSIGNAL and USER of a Dockerfile's final stage.
package dockerfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/drainlint/drainlint/loaders/manifest"
	"github.com/drainlint/drainlint/loaders/source"
)

const stageName = "dockerfile"

// Load reads the Dockerfile at path file of fsys. An instruction that Docker would refuse becomes a Problem and the rest
// is still read; the Dockerfile is nil when its stages cannot be told.
func Load(fsys fs.FS, file string) (*source.Dockerfile, []source.Problem) {
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		p := manifest.ReadProblem(file, err)
		p.Stage = stageName
		return nil, []source.Problem{p}
	}
	l := &loader{fsys: fsys, file: file, lines: strings.Split(string(data), "\n")}
	return l.load(data), l.problems
}

type loader struct {
	fsys     fs.FS
	file     string
	lines    []string
	problems []source.Problem
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
	stages, ok := l.stages(result.AST, newScope(result.EscapeToken))
	if !ok {
		return nil
	}
	if len(stages) == 0 {
		l.fail(1, 1, "no FROM instruction", false)
		return nil
	}
	return l.effective(stages)
}

// stage is one FROM with the instructions below it.
type stage struct {
	name string
	// base is the image or the stage that it builds on, empty when that depends on unknown arguments.
	base  string
	from  source.Span
	steps []step
}

// step is one instruction with variables expanded.
type step struct {
	command instructions.Command
	span    source.Span
}

// stages parses the instructions; ok is false when a FROM is broken, for then nothing below it has a place.
func (l *loader) stages(ast *parser.Node, scope *scope) (stages []*stage, ok bool) {
	for _, node := range ast.Children {
		parsed, err := instructions.ParseInstruction(node)
		if err != nil {
			from := strings.EqualFold(node.Value, "from")
			l.fail(node.StartLine, node.EndLine, lowerFirst(err.Error()), !from)
			if from {
				return nil, false
			}
			continue
		}
		switch c := parsed.(type) {
		case *instructions.Stage:
			s := &stage{name: c.Name, base: scope.image(c.BaseName), from: l.span(node.StartLine, node.EndLine)}
			scope.enter(stageCalled(stages, s.base))
			stages = append(stages, s)
		case *instructions.ArgCommand:
			scope.arg(c)
		case instructions.Command:
			if len(stages) == 0 {
				l.fail(node.StartLine, node.EndLine, node.Value+" before the first FROM", true)
				continue
			}
			scope.expand(c)
			last := stages[len(stages)-1]
			last.steps = append(last.steps, step{c, l.span(node.StartLine, node.EndLine)})
		}
	}
	return stages, true
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

// effective follows the final stage through the stages that it builds on.
func (l *loader) effective(stages []*stage) *source.Dockerfile {
	final := len(stages) - 1
	chain := []int{final}
	for {
		first := chain[len(chain)-1]
		next := stageCalled(stages[:first], stages[first].base)
		if next < 0 {
			break
		}
		chain = append(chain, next)
	}
	d := &source.Dockerfile{File: l.file, From: stages[final].from, Base: stages[chain[len(chain)-1]].base}
	var steps []step
	for i := len(chain) - 1; i >= 0; i-- {
		apply(d, stages[chain[i]].steps)
		steps = append(steps, stages[chain[i]].steps...)
	}
	for _, s := range steps {
		if c, ok := s.command.(*instructions.RunCommand); ok && c.PrependShell {
			d.Runs = append(d.Runs, *instruction(s, c.ShellDependantCmdLine))
		}
	}
	d.Scripts = l.scripts(d, steps)
	return d
}

// apply runs the instructions of one stage on what it inherits.
func apply(d *source.Dockerfile, steps []step) {
	cmdSet := false
	for _, s := range steps {
		switch c := s.command.(type) {
		case *instructions.EntrypointCommand:
			d.Entrypoint = instruction(s, c.ShellDependantCmdLine)
			// BuildKit's dispatchEntrypoint: an inherited CMD was meant for another entrypoint.
			if !cmdSet {
				d.Cmd = nil
			}
		case *instructions.CmdCommand:
			d.Cmd, cmdSet = instruction(s, c.ShellDependantCmdLine), true
		case *instructions.ShellCommand:
			d.SetShell = &source.Instruction{Span: s.span, Words: c.Shell}
		case *instructions.StopSignalCommand:
			d.StopSignal, d.StopSignalSpan = c.Signal, s.span
		case *instructions.UserCommand:
			d.User, d.UserSpan = c.User, s.span
		}
	}
}

func instruction(s step, line instructions.ShellDependantCmdLine) *source.Instruction {
	return &source.Instruction{Span: s.span, Shell: line.PrependShell, Words: line.CmdLine}
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
