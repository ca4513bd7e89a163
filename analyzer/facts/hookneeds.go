package facts

import (
	"path"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/analyzer/shell"
	"github.com/drainlint/drainlint/loaders/source"
)

// programFolders are those that the runtime searches for a program without a slash.
var programFolders = []string{"/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"}

// hookNeeds says which program a preStop command needs and the image does not have, and what the command does to the
// program of the container.
func (x *extractor) hookNeeds(c *Container, s start) {
	h := &c.PreStop
	if h.Type != "exec" || len(h.Argv) == 0 {
		return
	}
	h.StopCommand = x.stopCommand(c)
	lacks, why := x.lacks(c, s)
	if len(lacks) == 0 {
		return
	}
	program := h.Argv[0]
	if !slices.Contains(lacks, path.Base(program)) || s.build.Dockerfile != nil && (mayHold(s.build.Dockerfile, program) || runsProgram(s.build.Dockerfile)) {
		return
	}
	h.Missing, h.MissingWhy = program, why
	h.MissingCertain = s.build.File == "" || !c.Process.Image.Guessed
}

// lacks are the programs that the image of a container is known not to have, apart from what a Dockerfile adds.
func (x *extractor) lacks(c *Container, s start) (programs []string, why string) {
	if d := s.build.Dockerfile; d != nil {
		if d.Base == "scratch" {
			return shellTools, "it is built FROM scratch by " + d.File
		}
		repository, tag := baseOf(d)
		return x.baseLacks(repository, tag), "it is built on " + d.Base + " by " + d.File
	}
	if !c.Image.Valid {
		return nil, ""
	}
	tag := c.Image.Tag
	if tag == "" && c.Image.Digest == "" {
		tag = "latest"
	}
	return x.baseLacks(c.Image.Repository, tag), "the image " + c.Image.Text + " has no shell and no tools"
}

// shellTools are what hooks run and an image without a shell does not have.
var shellTools = []string{"sh", "bash", "ash", "dash", "sleep", "curl", "wget", "kill", "pkill", "killall", "touch", "cat", "rm", "echo", "nc"}

func (x *extractor) baseLacks(repository, tag string) []string {
	base, ok := x.opts.Catalog.Base(repository, tag)
	switch {
	case ok && base.Shell == "none":
		return shellTools
	}
	return nil
}

// mayHold tells whether COPY or ADD may have put a program into the image.
func mayHold(d *source.Dockerfile, program string) bool {
	places := []string{program}
	if !strings.Contains(program, "/") {
		places = places[:0]
		for _, dir := range programFolders {
			places = append(places, path.Join(dir, program))
		}
	}
	return slices.ContainsFunc(d.Copies, func(c source.Copy) bool {
		return slices.ContainsFunc(places, func(place string) bool { return copyMayHold(c, place) })
	})
}

// runsProgram tells whether RUN in exec form did something that needs no shell.
func runsProgram(d *source.Dockerfile) bool {
	return slices.ContainsFunc(d.Runs, func(r source.Instruction) bool { return !r.Shell })
}

func copyMayHold(c source.Copy, place string) bool {
	if strings.Contains(c.Dest, "$") {
		return true
	}
	if c.Dest == place {
		return true
	}
	rel, below := strings.CutPrefix(place, strings.TrimSuffix(c.Dest, "/")+"/")
	if !below {
		return false
	}
	return slices.ContainsFunc(c.Sources, func(src string) bool {
		base := path.Base(src)
		switch {
		case strings.ContainsAny(base, "*?[$"), src == "/", base == ".":
			return true
		case base == path.Base(place) && rel == base:
			return true
		case c.DestFolder && path.Ext(base) != "" && !strings.Contains(rel, "/"):
			return false // a file of another name
		}
		// A file or a folder: a folder's content lands below the destination.
		return !c.DestFolder || c.From != "" || path.Ext(base) == ""
	})
}

// stopCommand recognises a command that the program's profile knows.
func (x *extractor) stopCommand(c *Container) StopCommand {
	if x.opts.Catalog == nil {
		return StopCommand{}
	}
	argv := c.PreStop.Argv
	if in, ok := shell.Split(argv); ok {
		argv = append(strings.FieldsFunc(in.Script, func(r rune) bool { return strings.ContainsRune(" \t\n;&|()", r) }), in.Args...)
	}
	if len(argv) == 0 {
		return StopCommand{}
	}
	program := ""
	if len(c.Process.Program) > 0 {
		program = path.Base(c.Process.Program[0])
	}
	for _, key := range []struct{ repository, tag, program string }{{"", "", program}, {c.Image.Repository, c.Image.Tag, ""}, {"", "", path.Base(argv[0])}} {
		p, ok := x.opts.Catalog.Profile(key.repository, key.tag, key.program, c.Process.Argv)
		if !ok {
			continue
		}
		for _, s := range p.StopCommands {
			if inOrder(argv, s.Words) {
				return StopCommand{Words: strings.Join(s.Words, " "), Waits: s.Waits, Effect: s.Effect}
			}
		}
	}
	return StopCommand{}
}

// inOrder tells whether words occur in argv in their order; programs are compared without their folder.
func inOrder(argv, words []string) bool {
	for _, a := range argv {
		if len(words) == 0 {
			break
		}
		if a == words[0] || path.Base(a) == words[0] {
			words = words[1:]
		}
	}
	return len(words) == 0
}
