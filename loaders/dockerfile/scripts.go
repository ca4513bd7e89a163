package dockerfile

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"

	"github.com/drainlint/drainlint/loaders/source"
)

// maxScript is the size up to which a file is looked at: entrypoint scripts are short.
const maxScript = 256 << 10

// searched are the folders in which a program without a slash is looked for.
var searched = []string{"/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"}

// scripts finds the text of the programs that ENTRYPOINT and CMD name, as far as COPY and ADD bring it from the build
// context or from another stage that got it there, or a heredoc writes it. Keys are the words as written.
func (l *loader) scripts(d *source.Dockerfile, steps []step) map[string]source.Script {
	out := map[string]source.Script{}
	for _, i := range []*source.Instruction{d.Entrypoint, d.Cmd} {
		if i == nil {
			continue
		}
		words := i.Words
		if i.Shell {
			words = strings.Fields(i.Words[0])
		}
		for _, w := range words {
			if _, known := out[w]; known || w == "" || strings.HasPrefix(w, "-") || strings.ContainsAny(w, "$`\"'") {
				continue
			}
			if s, ok := l.script(w, steps); ok {
				out[w] = s
			}
		}
	}
	return out
}

// script finds the file that a word of a command line names.
func (l *loader) script(word string, steps []step) (source.Script, bool) {
	if !strings.Contains(word, "/") {
		at := make([]string, len(searched))
		for i, dir := range searched {
			at[i] = path.Join(dir, word)
		}
		return l.placed(at, steps, 0)
	}
	workdir := "/"
	for _, s := range steps {
		if c, ok := s.command.(*instructions.WorkdirCommand); ok {
			workdir = absolute(workdir, c.Path)
		}
	}
	return l.placed([]string{absolute(workdir, word)}, steps, 0)
}

// placed looks for the last instruction that put a file at one of the places. depth counts stages.
func (l *loader) placed(at []string, steps []step, depth int) (found source.Script, ok bool) {
	workdir := "/"
	for _, s := range steps {
		var c *instructions.SourcesAndDest
		from := ""
		switch cmd := s.command.(type) {
		case *instructions.WorkdirCommand:
			workdir = absolute(workdir, cmd.Path)
			continue
		case *instructions.CopyCommand:
			c, from = &cmd.SourcesAndDest, cmd.From
		case *instructions.AddCommand:
			c = &cmd.SourcesAndDest
		default:
			continue
		}
		if script, hit, known := l.copied(at, workdir, from, s.span, c, depth); hit {
			found, ok = script, known
		}
	}
	return found, ok
}

func absolute(workdir, p string) string {
	if path.IsAbs(p) {
		return path.Clean(p)
	}
	return path.Join(workdir, p)
}

// copied says what one instruction puts at one of the places. hit is true when it puts something there, ok when its text
// is known.
func (l *loader) copied(at []string, workdir, from string, span source.Span, c *instructions.SourcesAndDest, depth int) (found source.Script, hit, ok bool) {
	dest := absolute(workdir, c.DestPath)
	for _, h := range c.SourceContents {
		place := dest
		if folder(c) {
			place = path.Join(dest, h.Path)
		}
		if slices.Contains(at, place) {
			return source.Script{File: l.file, Text: h.Data, Line: l.heredocLine(span, h.Data), Copied: span}, true, true
		}
	}
	for _, src := range c.SourcePaths {
		for _, place := range at {
			if from != "" {
				if found, hit, ok = l.fromStage(from, src, dest, place, depth); hit {
					found.Copied = span
					return found, true, ok
				}
				continue
			}
			file, is := l.inContext(src, dest, place)
			if !is {
				continue
			}
			if text, err := fs.ReadFile(l.fsys, file); err == nil {
				return source.Script{File: file, Text: string(text), Line: 1, Copied: span}, true, true
			}
		}
	}
	return found, false, false
}

// fromStage looks for the file that COPY --from puts at a place in the stage that it comes from.
func (l *loader) fromStage(from, src, dest, place string, depth int) (found source.Script, hit, ok bool) {
	i := stageCalled(l.stages, from)
	if i < 0 || depth > 10 || strings.ContainsAny(src, "*?[") {
		return found, false, false
	}
	src = path.Join("/", src)
	var steps []step
	for _, s := range l.chain(i) {
		steps = append(steps, s.steps...)
	}
	rel, below := strings.CutPrefix(place, strings.TrimSuffix(dest, "/")+"/")
	switch {
	case place == dest || place == path.Join(dest, path.Base(src)):
		found, ok = l.placed([]string{src}, steps, depth+1)
		return found, true, ok
	case below: // the source may be a folder, whose content lands there, or another file
		found, ok = l.placed([]string{path.Join(src, rel)}, steps, depth+1)
		return found, ok, ok
	}
	return found, false, false
}

// inContext finds the file of the build context that a source puts at a place.
func (l *loader) inContext(src, dest, place string) (string, bool) {
	if strings.ContainsAny(src, "?[") {
		return "", false
	}
	for _, context := range l.contexts() {
		var names []string
		name := path.Join(context, src)
		if !fs.ValidPath(name) {
			continue
		}
		if strings.Contains(src, "*") {
			matched, err := fs.Glob(l.fsys, name)
			if err != nil || len(matched) == 0 {
				continue
			}
			names = matched
		} else if _, err := fs.Stat(l.fsys, name); err == nil {
			names = []string{name}
		}
		for _, n := range names {
			if file, ok := l.fileAt(n, dest, place); ok {
				if l.ignore(context).has(file) {
					return "", false
				}
				return file, true
			}
		}
	}
	return "", false
}

// fileAt is the file that a name of the context, a file or a folder, puts at a place.
func (l *loader) fileAt(name, dest, place string) (string, bool) {
	info, err := fs.Stat(l.fsys, name)
	if err != nil {
		return "", false
	}
	file := name
	switch {
	case info.IsDir():
		rel, below := strings.CutPrefix(place, strings.TrimSuffix(dest, "/")+"/")
		if !below {
			return "", false
		}
		file = path.Join(name, rel)
	case place != dest && place != path.Join(dest, path.Base(name)):
		return "", false
	}
	info, err = fs.Stat(l.fsys, file)
	return file, err == nil && !info.IsDir() && info.Size() <= maxScript
}

// contexts are the folders that may be the build context: the one that was named, else the Dockerfile's own and those
// above it.
func (l *loader) contexts() []string {
	if l.build.Context != "" {
		return []string{l.build.Context}
	}
	dir := path.Dir(l.file)
	out := []string{dir}
	for dir != "." && dir != "/" {
		dir = path.Dir(dir)
		out = append(out, dir)
	}
	return out
}

// heredocLine is the line of the Dockerfile on which a heredoc's text begins.
func (l *loader) heredocLine(span source.Span, text string) int {
	first, _, _ := strings.Cut(text, "\n")
	for n := span.Start.Line + 1; n <= span.End.Line && n <= len(l.lines); n++ {
		if strings.TrimSuffix(l.lines[n-1], "\r") == first {
			return n
		}
	}
	return span.Start.Line
}
