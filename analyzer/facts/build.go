package facts

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/drainlint/drainlint/analyzer/shell"
	"github.com/drainlint/drainlint/loaders/builds"
	"github.com/drainlint/drainlint/loaders/source"
)

// builds adds the user and the file capabilities of the images that containers run: from the catalogue, or from the
// Dockerfile that an image is built from.
func (x *extractor) builds() {
	for i := range x.facts.Workloads {
		w := &x.facts.Workloads[i]
		for j := range w.Containers {
			c := &w.Containers[j]
			if !c.Image.Valid {
				continue
			}
			if b, ok := x.opts.Builds.For(c.Image.Repository, x.unit.Dir); ok {
				guessed := b.By == builds.Name
				x.buildUser(c, b.Dockerfile, guessed)
				c.Execs = x.execs(c, b.Dockerfile, guessed)
				continue
			}
			tag := c.Image.Tag
			if tag == "" && c.Image.Digest == "" {
				tag = "latest"
			}
			if known, ok := x.opts.Catalog.Image(c.Image.Repository, tag); ok {
				c.User = imageUser(known.User, "the publisher's Dockerfile of "+c.Image.Text, c.Image.At)
				if len(known.FileCaps) > 0 && len(c.Process.Command) == 0 {
					c.Execs = []Exec{{Program: cmp.Or(known.Program, c.Image.Text), At: c.Image.At, Caps: known.FileCaps, Effective: true}}
				}
			}
		}
	}
}

func imageUser(user, from string, at Ref) ImageUser {
	u := ImageUser{Known: true, Name: user, From: from, At: at}
	uid, _, _ := strings.Cut(user, ":")
	if n, err := strconv.Atoi(uid); err == nil {
		u.Numeric, u.ID = true, n
	}
	return u
}

// buildUser is the USER of a Dockerfile, or of the image that it builds on where the catalogue knows that.
func (x *extractor) buildUser(c *Container, d *source.Dockerfile, guessed bool) {
	if d.User != "" {
		if !strings.Contains(d.User, "$") {
			span := d.UserSpan
			c.User = imageUser(d.User, d.File, Ref{Span: &span})
			c.User.Guessed = guessed
		}
		return
	}
	repository, tag := baseOf(d)
	if base, ok := x.opts.Catalog.Image(repository, tag); ok {
		from := d.From
		c.User = imageUser(base.User, "the image "+d.Base+" that "+d.File+" builds on", Ref{Span: &from})
		c.User.Guessed = guessed
	}
}

// inits are programs that pass on to another and have no file capabilities in any distribution.
var inits = []string{"tini", "dumb-init", "catatonit", "docker-init"}

// execs is the chain of programs at the start of a container, empty when it is not known. It is known when the program
// that stays has file capabilities from the Dockerfile; without a setcap the base image may still bring some.
func (x *extractor) execs(c *Container, d *source.Dockerfile, guessed bool) []Exec {
	argv, at := c.Process.Command, c.Process.At
	if len(argv) == 0 {
		argv, at = imageArgv(d)
	}
	inv, command := shell.Split(argv)
	if command || inv.ProgramIndex >= len(argv) || len(inv.Wrappers) > 0 {
		return nil
	}
	given := fileCaps(d, guessed)
	find := func(word string) (Exec, bool) {
		for _, g := range given {
			if g.Program == word || !strings.Contains(word, "/") && path.Base(g.Program) == word {
				g.Program = word
				return g, true
			}
		}
		return Exec{Program: word, At: at, Guessed: guessed}, false
	}
	var out []Exec
	if inv.Init != "" {
		e, given := find(inv.Init)
		if !given && !slices.Contains(inits, path.Base(inv.Init)) {
			return nil
		}
		out = append(out, e)
	}
	e, known := find(argv[inv.ProgramIndex])
	if !known {
		return nil
	}
	return append(out, e)
}

// imageArgv is what the image starts, nil for shell form.
func imageArgv(d *source.Dockerfile) ([]string, Ref) {
	var argv []string
	var at Ref
	for _, i := range []*source.Instruction{d.Entrypoint, d.Cmd} {
		if i == nil {
			continue
		}
		if i.Shell {
			return nil, at
		}
		if at.Span == nil {
			span := i.Span
			at = Ref{Span: &span}
		}
		argv = append(argv, i.Words...)
	}
	return argv, at
}

// fileCaps are the file capabilities that the RUN instructions give, the last word on each file.
func fileCaps(d *source.Dockerfile, guessed bool) []Exec {
	var out []Exec
	for _, run := range d.Runs {
		span := run.Span
		for _, f := range shell.FileCaps(strings.Join(run.Words, " ")) {
			out = slices.DeleteFunc(out, func(e Exec) bool { return e.Program == f.Path })
			out = append(out, Exec{Program: f.Path, At: Ref{Span: &span}, Caps: f.Names, Effective: f.Effective, Guessed: guessed})
		}
	}
	return out
}
