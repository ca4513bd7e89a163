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
// context, which is the Dockerfile's folder, or a heredoc writes it. Keys are the words as written.
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

// script looks for the last instruction that put a file at the place of a program.
func (l *loader) script(word string, steps []step) (found source.Script, ok bool) {
	workdir := "/"
	var at []string
	for _, s := range steps {
		if c, isDir := s.command.(*instructions.WorkdirCommand); isDir {
			workdir = path.Join(path.Clean("/"), absolute(workdir, c.Path))
		}
	}
	switch {
	case strings.Contains(word, "/"):
		at = []string{absolute(workdir, word)}
	default:
		for _, dir := range searched {
			at = append(at, path.Join(dir, word))
		}
	}
	workdir = "/"
	for _, s := range steps {
		switch c := s.command.(type) {
		case *instructions.WorkdirCommand:
			workdir = absolute(workdir, c.Path)
		case *instructions.CopyCommand:
			if c.From == "" {
				found, ok = l.copied(found, ok, at, workdir, s.span, &c.SourcesAndDest)
			}
		case *instructions.AddCommand:
			found, ok = l.copied(found, ok, at, workdir, s.span, &c.SourcesAndDest)
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

// copied answers with what one instruction puts at one of the places, else with what was there before.
func (l *loader) copied(before source.Script, known bool, at []string, workdir string, span source.Span, c *instructions.SourcesAndDest) (source.Script, bool) {
	dest := absolute(workdir, c.DestPath)
	folder := strings.HasSuffix(c.DestPath, "/") || c.DestPath == "." || len(c.SourcePaths)+len(c.SourceContents) > 1
	for _, h := range c.SourceContents {
		place := dest
		if folder {
			place = path.Join(dest, h.Path)
		}
		if slices.Contains(at, place) {
			return source.Script{File: l.file, Text: h.Data, Line: l.heredocLine(span, h.Data), Copied: span}, true
		}
	}
	for _, src := range c.SourcePaths {
		name := path.Join(path.Dir(l.file), src)
		if !fs.ValidPath(name) || strings.ContainsAny(src, "*?[") {
			continue
		}
		info, err := fs.Stat(l.fsys, name)
		if err != nil {
			continue
		}
		for _, place := range at {
			file := name
			switch {
			case info.IsDir():
				rel, below := strings.CutPrefix(place, strings.TrimSuffix(dest, "/")+"/")
				if !below {
					continue
				}
				file = path.Join(name, rel)
			case place != dest && place != path.Join(dest, path.Base(src)):
				continue
			}
			if info, err := fs.Stat(l.fsys, file); err != nil || info.IsDir() || info.Size() > maxScript {
				continue
			}
			if text, err := fs.ReadFile(l.fsys, file); err == nil {
				return source.Script{File: file, Text: string(text), Line: 1, Copied: span}, true
			}
		}
	}
	return before, known
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
