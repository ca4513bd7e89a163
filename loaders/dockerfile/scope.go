package dockerfile

import (
	"maps"
	"slices"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/shell"
)

// scope knows the variables at a point of a Dockerfile. Those that come from the command line of the build or from the
// base image are unknown.
type scope struct {
	lex    *shell.Lex
	global variables   // ARG before the first FROM
	stage  variables   // ARG and ENV of the current stage
	env    []variables // ENV of each stage
}

// variables implements shell.EnvGetter.
type variables map[string]string

// Get implements shell.EnvGetter.
func (v variables) Get(name string) (string, bool) {
	value, ok := v[name]
	return value, ok
}

// Keys implements shell.EnvGetter.
func (v variables) Keys() []string { return slices.Sorted(maps.Keys(v)) }

func newScope(escape rune) *scope {
	return &scope{lex: shell.NewLex(escape), global: variables{}, stage: variables{}}
}

// word expands the variables in a word as BuildKit does; ok is false when that needs a value nobody knows.
func (s *scope) word(word string, known variables) (value string, ok bool) {
	value, unknown, err := s.lex.ProcessWord(word, known)
	if err != nil {
		return "", false
	}
	for name := range unknown {
		if !strings.Contains(word, "${"+name+":-") && !strings.Contains(word, "${"+name+"-") {
			return "", false
		}
	}
	return value, true
}

// image expands the name behind FROM, to "" when that is not known.
func (s *scope) image(name string) string {
	image, _ := s.word(name, s.global)
	return image
}

// enter begins a stage that builds on stage number parent (-1: on an image). ENV is inherited, ARG is not.
func (s *scope) enter(parent int) {
	s.stage = variables{}
	if parent >= 0 {
		s.stage = maps.Clone(s.env[parent])
	}
	s.env = append(s.env, maps.Clone(s.stage))
}

// arg declares build arguments. One without a default has a value only when a global one has, or the build passes it.
func (s *scope) arg(c *instructions.ArgCommand) {
	into, env := s.global, variables{}
	if len(s.env) > 0 {
		into, env = s.stage, s.env[len(s.env)-1]
	}
	for _, a := range c.Args {
		value, ok := s.global[a.Key]
		if a.Value != nil {
			value, ok = s.word(*a.Value, into)
		}
		if _, set := env[a.Key]; ok && !set { // ENV always wins over ARG
			into[a.Key] = value
		}
	}
}

// expand replaces variables in the instructions in which Docker replaces them, and takes note of ENV. A word with an
// unknown variable stays as it is written.
func (s *scope) expand(c instructions.Command) {
	if e, ok := c.(instructions.SupportsSingleWordExpansion); ok {
		_ = e.Expand(func(word string) (string, error) { // fails only when the function does
			if value, ok := s.word(word, s.stage); ok {
				return value, nil
			}
			return word, nil
		})
	}
	if env, ok := c.(*instructions.EnvCommand); ok {
		for _, kv := range env.Env {
			s.stage[kv.Key] = kv.Value
			s.env[len(s.env)-1][kv.Key] = kv.Value
		}
	}
}
