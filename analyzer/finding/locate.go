package finding

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/source"
)

// Locate turns violations into findings: each Ref becomes the line a person edits.
func Locate(u *source.Unit, vs []Violation) []Finding {
	out := make([]Finding, 0, len(vs))
	for _, v := range vs {
		t := Trace(u, v.At)
		f := Finding{
			Rule: v.Rule, Severity: v.Severity, Message: v.Message, Change: v.Change, Span: t.Span, Exact: t.Exact, Via: t.Via,
			Path: v.At.Path.String(),
		}
		stable := f.Path
		if d := document(u, v.At); d != nil {
			f.Object = ObjectName(d)
			stable = stablePath(d.Root, v.At.Path) + setting(d, v.At)
		}
		for _, p := range v.Proof {
			line := ProofLine{Text: p.Text}
			if p.At != nil {
				if t := Trace(u, *p.At); t.Span.File != "" {
					line.Span, line.Within = &t.Span, within(t)
				}
			}
			f.Proof = append(f.Proof, line)
		}
		f.Flow, f.Proof = flow(u, v.Flow, f.Proof)
		f.Fingerprint = fingerprint(f, stable)
		if u.Set != "" {
			f.Sets = []string{u.Set}
		}
		out = append(out, f)
	}
	return out
}

// within is the line of the member of an archive that t leads to, "" outside of archives and where the line to edit lies elsewhere.
func within(t source.Trace) string {
	for _, s := range t.Via {
		if strings.HasSuffix(s.Why, source.InArchive) && s.Span.File == t.Span.File {
			return s.Why
		}
	}
	return ""
}

// flow locates the steps of a flow, and adds it as a chain to the proof: kubelet -> sh (dash) x-> java.
func flow(u *source.Unit, hops []Hop, proof []ProofLine) ([]FlowStep, []ProofLine) {
	if len(hops) == 0 {
		return nil, proof
	}
	var steps []FlowStep
	chain := ""
	for i, h := range hops {
		step := FlowStep{Text: h.Text}
		if h.At != nil {
			if t := Trace(u, *h.At); t.Span.File != "" {
				step.Span = &t.Span
			}
		}
		steps = append(steps, step)
		chain += h.Text
		if i < len(hops)-1 {
			chain += map[string]string{"no": " x-> ", "unknown": " ?-> "}[h.Passes]
			if h.Passes != "no" && h.Passes != "unknown" {
				chain += " -> "
			}
		}
	}
	return steps, append(proof, ProofLine{Text: chain})
}

// ObjectName is Kind/namespace/name, without the namespace where the object has none.
func ObjectName(d *source.Document) string {
	name := d.Scalar("metadata", "name")
	if name == "" {
		name = d.Scalar("metadata", "generateName") + "*"
	}
	if ns := d.Scalar("metadata", "namespace"); ns != "" {
		name = ns + "/" + name
	}
	return d.Scalar("kind") + "/" + name
}

func document(u *source.Unit, r source.Ref) *source.Document {
	if r.Span != nil || r.Doc < 0 || r.Doc >= len(u.Documents) {
		return nil
	}
	return u.Documents[r.Doc]
}

// Trace answers for a Ref of any kind: the line a person edits, or nothing where the Ref names none.
func Trace(u *source.Unit, r source.Ref) source.Trace {
	if r.Span != nil {
		return source.Trace{Span: *r.Span, Exact: r.Span.Start.Line > 0}
	}
	if d := document(u, r); d != nil {
		if r.Line > 0 && d.Line != nil {
			return d.Line(r.Path, r.Line)
		}
		t := d.Trace(r.Path)
		if r.Line > 0 {
			toLine(u, d, r, &t)
		}
		return t
	}
	return source.Trace{}
}

// setting is the first word of a line within a text, which tells its settings apart; their values may be secrets.
func setting(d *source.Document, r source.Ref) string {
	_, value, depth := source.Find(d.Root, r.Path)
	if r.Line == 0 || depth < len(r.Path) || value.Kind != yaml.ScalarNode {
		return ""
	}
	lines := strings.Split(value.Value, "\n")
	if words := strings.Fields(lines[min(r.Line, len(lines))-1]); len(words) > 0 {
		name, _, _ := strings.Cut(words[0], "=")
		return " " + name
	}
	return ""
}

// toLine moves t to a line of the text it stands for. Only a block scalar that the file holds as it is has lines of its own
// there, so the line is compared before it is believed; otherwise t stays where the text begins.
func toLine(u *source.Unit, d *source.Document, r source.Ref, t *source.Trace) {
	key, value, depth := source.Find(d.Root, r.Path)
	if depth < len(r.Path) || key == nil || value.Kind != yaml.ScalarNode || value.Style&yaml.LiteralStyle == 0 {
		return
	}
	lines := strings.Split(value.Value, "\n")
	file := strings.Split(string(u.Files[t.Span.File]), "\n")
	at := t.Span.Start.Line + value.Line - key.Line + r.Line // lines begin below the key and the indicator
	if r.Line > len(lines) || at > len(file) {
		return
	}
	text := strings.TrimSpace(lines[r.Line-1])
	line := strings.TrimRight(file[at-1], " \t\r")
	if text == "" || strings.TrimSpace(line) != text {
		return
	}
	start := 1 + utf8.RuneCountInString(line) - utf8.RuneCountInString(strings.TrimLeft(line, " \t"))
	t.Span = source.Span{File: t.Span.File, Start: source.Pos{Line: at, Col: start}, End: source.Pos{Line: at, Col: 1 + utf8.RuneCountInString(line)}}
}

// stablePath names list items by their name where they have one, so that inserting a container before another does not
// change the path of the latter.
func stablePath(root *yaml.Node, p source.Path) string {
	var b strings.Builder
	node := root
	for _, e := range p {
		var next *yaml.Node
		switch e := e.(type) {
		case string:
			_, next = source.Lookup(node, e)
			b.WriteString("." + e)
		case int:
			if node != nil && node.Kind == yaml.SequenceNode && e < len(node.Content) {
				next = node.Content[e]
			}
			label := strconv.Itoa(e)
			for _, key := range []string{"name", "mountPath", "containerPort"} {
				if _, v := source.Lookup(next, key); v != nil {
					label = key + "=" + v.Value
					break
				}
			}
			b.WriteString("[" + label + "]")
		}
		node = next
	}
	return b.String()
}

// fingerprint leaves out lines, messages and, for objects, files: none of them is what the finding is about.
func fingerprint(f Finding, stable string) string {
	about := f.Object
	if about == "" {
		about = "file " + f.Span.File
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Rule.Name, about, stable}, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// Sort puts findings in their total order, merges equal ones (their value sets are joined) and numbers fingerprints that
// occur more than once.
func Sort(fs []Finding) []Finding {
	out := mergeEqual(fs)
	seen := map[string]int{}
	for i := range out {
		fp := out[i].Fingerprint
		seen[fp]++
		if n := seen[fp]; n > 1 {
			out[i].Fingerprint = fp + ":" + strconv.Itoa(n)
		}
	}
	return out
}

// MergeSets merges what occurs under several value sets of one chart. A finding that occurs under all of them, sets in
// number, needs no mention of any.
func MergeSets(fs []Finding, sets int) []Finding {
	if sets < 2 {
		return fs
	}
	out := mergeEqual(fs)
	for i := range out {
		if len(out[i].Sets) == sets {
			out[i].Sets = nil
		}
	}
	return out
}

// NameChart says of findings in the files of another chart, a dependency beside this one, which chart was rendered.
func NameChart(fs []Finding, dir string) {
	for i := range fs {
		f := &fs[i]
		if dir == "." || f.Span.File == dir || strings.HasPrefix(f.Span.File, dir+"/") || f.Object == "" {
			continue
		}
		if len(f.Sets) == 0 {
			f.Sets = []string{"chart " + dir}
			continue
		}
		for j, s := range f.Sets {
			f.Sets[j] = "chart " + dir + ", " + s
		}
	}
}

// mergeEqual sorts fs and makes one finding of equal ones.
func mergeEqual(fs []Finding) []Finding {
	slices.SortStableFunc(fs, compare)
	out := fs[:0]
	type told struct {
		at       source.Span
		rule     string
		severity Severity
		message  string
	}
	under := map[told]int{} // of those with sets: the index in out
	for _, f := range fs {
		if n := len(out); n > 0 && compare(out[n-1], f) == 0 {
			merge(&out[n-1], f)
			continue
		}
		// One fault seen through several overlays or value sets, which may give the object another namespace or place.
		if key := (told{f.Span, f.Rule.Name, f.Severity, f.Message}); len(f.Sets) > 0 {
			if i, known := under[key]; known {
				merge(&out[i], f)
				continue
			}
			under[key] = len(out)
		}
		out = append(out, f)
	}
	return out
}

func compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Span.File, b.Span.File),
		cmp.Compare(a.Span.Start.Line, b.Span.Start.Line), cmp.Compare(a.Span.Start.Col, b.Span.Start.Col),
		cmp.Compare(b.Severity, a.Severity), cmp.Compare(a.Rule.Name, b.Rule.Name),
		cmp.Compare(a.Object, b.Object), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Message, b.Message),
	)
}

func merge(into *Finding, f Finding) {
	into.Exact = into.Exact || f.Exact
	into.Touched = into.Touched || f.Touched
	for _, fp := range append(f.Also, f.Fingerprint) {
		if fp != into.Fingerprint && !slices.Contains(into.Also, fp) {
			into.Also = append(into.Also, fp)
		}
	}
	if len(into.Sets) == 0 || len(f.Sets) == 0 { // always
		into.Sets = nil
	}
	for _, s := range f.Sets {
		if into.Sets != nil && !slices.Contains(into.Sets, s) {
			into.Sets = append(into.Sets, s)
		}
	}
}
