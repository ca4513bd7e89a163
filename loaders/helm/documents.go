package helm

import (
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"helm.sh/helm/v3/pkg/release"

	"github.com/drainlint/drainlint/loaders/helm/engine"
	"github.com/drainlint/drainlint/loaders/manifest"
	"github.com/drainlint/drainlint/loaders/source"
)

// rendered is the text that one template produced.
type rendered struct {
	template template
	text     *engine.Text
	chart    *sources
}

// sources are the files that the lines and values of a chart's objects come from, shared by all its templates.
type sources struct {
	templates map[string]template
	layers    func() layers
	starts    map[string][]int
	texts     map[string]string
	// overridden is true when values were set on the command line, which no file tells.
	overridden bool
}

func fileStart(file string) source.Span {
	return source.Span{File: file, Start: source.Pos{Line: 1, Col: 1}, End: source.Pos{Line: 1, Col: 2}}
}

// documents parses the text into the objects that Helm would install.
func (r *rendered) documents(t *tracer) (docs []*source.Document, problems []source.Problem) {
	var repeated []string
	var first source.Span
	for _, piece := range split(r.text.String) {
		found, bad := manifest.ParseFrom(r.template.input.path, []byte(piece.text), piece.line)
		for _, d := range found {
			if unknownHook(d.Root) {
				continue
			}
			d.Trace = func(p source.Path) source.Trace { return t.trace(d.Root, p) }
			d.Line = func(p source.Path, n int) source.Trace { return t.scalarLine(d.Root, p, n) }
			if r.text.Random {
				d.Random = t.random(d.Root)
			}
			docs = append(docs, d)
		}
		for _, p := range bad {
			if key, _, ok := strings.Cut(p.Message, " is repeated"); ok && p.Partial {
				if repeated = append(repeated, strings.TrimPrefix(key, "key ")); len(repeated) == 1 {
					first = t.line(p.Span.Start.Line).Span
				}
				continue
			}
			problems = append(problems, r.problem(t, p))
		}
	}
	t.discarded(docs)
	if len(repeated) > 0 {
		problems = append(problems, r.repeated(first, repeated))
	}
	return docs, problems
}

// repeated is one warning for all keys that stand twice in a mapping: kubectl would refuse the text, Helm does not.
func (r *rendered) repeated(at source.Span, keys []string) source.Problem {
	slices.Sort(keys)
	keys = slices.Compact(keys)
	p := source.Problem{
		Stage: stage, Span: at, Partial: true, Warning: true,
		Message: "rendered text repeats a key in one mapping, and helm keeps the last value only: " + strings.Join(keys[:min(len(keys), 5)], ", "),
		Change:  "render each key once",
	}
	return inArchive(input{name: r.template.file.Name, path: r.template.input.path, archive: r.template.input.archive}, p)
}

// problem turns a Problem about rendered text, which nobody can open, into one about the template line that rendered it.
func (r *rendered) problem(t *tracer, p source.Problem) source.Problem {
	line, _ := lineOf([]byte(r.text.String), p.Span.Start.Line)
	line = strings.TrimSpace(line)
	p.Stage, p.Partial = stage, true
	p.Message = "rendered text: " + p.Message
	if line != "" {
		p.Message += ", at: " + line
	}
	if r.template.input.archive {
		p.Message = r.template.file.Name + " in the archive: " + p.Message
	}
	p.Span = t.line(p.Span.Start.Line).Span
	if p.Change == "" || strings.Contains(p.Change, "template") {
		p.Change = "run `drainlint render --map` with the same values to see the text and the lines it comes from"
	}
	return p
}

// piece is the text of one object, and its first line in the rendered text.
type piece struct {
	text string
	line int
}

// split cuts rendered text where Helm does: at each line that begins with ---, even when text follows at once. As in what
// Helm sends to the cluster, each piece ends in exactly one newline, which decides how a block scalar at its end reads.
func split(text string) []piece {
	var pieces []piece
	start, line, first := 0, 1, 1 // of the current piece: its offset, its first line; and the line read
	cut := func(end int) {
		s := text[start:end]
		if words := strings.TrimSpace(s); words != "" {
			pieces = append(pieces, piece{words + "\n", first + strings.Count(s[:strings.Index(s, words)], "\n")})
		}
	}
	offset := 0
	for l := range strings.SplitAfterSeq(text, "\n") {
		if rest, ok := strings.CutPrefix(l, "---"); ok {
			cut(offset)
			start, first = offset+len(l)-len(strings.TrimLeft(rest, " \t")), line
			if strings.Trim(rest, "- \t\r\n") == "" || strings.HasPrefix(strings.TrimSpace(rest), "#") {
				start = offset + len(strings.TrimSuffix(l, "\n"))
			}
		}
		offset, line = offset+len(l), line+1
	}
	cut(len(text))
	return pieces
}

// unknownHook reports objects that Helm drops: those of a hook it does not know, such as Helm 2's crd-install.
func unknownHook(root *yaml.Node) bool {
	_, meta := source.Lookup(root, "metadata")
	_, annotations := source.Lookup(meta, "annotations")
	_, hooks := source.Lookup(annotations, release.HookAnnotation)
	if hooks == nil {
		return false
	}
	for _, hook := range strings.Split(hooks.Value, ",") {
		switch release.HookEvent(strings.ToLower(strings.TrimSpace(hook))) {
		case release.HookPreInstall, release.HookPostInstall, release.HookPreDelete, release.HookPostDelete, release.HookPreUpgrade,
			release.HookPostUpgrade, release.HookPreRollback, release.HookPostRollback, release.HookTest, "test-success":
		default:
			return true
		}
	}
	return false
}

// crds parses the files under crds/, which Helm installs as they are.
func (t *tree) crds() map[string]func() ([]*source.Document, []source.Problem) {
	out := map[string]func() ([]*source.Document, []source.Problem){}
	for _, crd := range t.root.CRDObjects() {
		in := t.source(crd.File.Data)
		out[path.Clean(crd.Filename)] = func() ([]*source.Document, []source.Problem) {
			docs, problems := manifest.Parse(in.path, in.data)
			for _, d := range docs {
				d.Unmanaged = true
			}
			if in.archive {
				for _, d := range docs {
					d.Trace = func(source.Path) source.Trace { return source.Trace{Span: fileStart(in.path)} }
				}
			}
			for i, p := range problems {
				problems[i] = inArchive(in, p)
				problems[i].Partial = true
			}
			return docs, problems
		}
	}
	return out
}
