package baseline

import (
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/loaders/source"
)

// Input is what a comparison needs beside the findings.
type Input struct {
	// Source reads a file by its root-relative path.
	Source func(string) ([]byte, error)
	// Analysed tells whether a file lies in the paths of the run.
	Analysed func(file string) bool
	// Looked tells whether the run looked at a file, though it may report only a part of what it found.
	Looked func(file string) bool
}

// pass is one way to know a finding again. Passes run from the surest to the loosest; an entry is used up by the first
// finding that it matches, so that a second fault of the same kind is new.
type pass struct {
	keys func(finding.Accepted) [][4]string
	// may is nil, or restricts the pairs.
	may func(f *finding.Finding, e finding.Accepted) bool
	// again lets an entry match although it is used up.
	again bool
}

func byFingerprint(e finding.Accepted, more ...string) [][4]string {
	out := [][4]string{{"fp", e.Fingerprint}}
	for _, fp := range e.Also {
		out = append(out, [4]string{"fp", fp})
	}
	for i := range out {
		copy(out[i][2:], more)
	}
	return out
}

// byContent has no key where the line is not known.
func byContent(e finding.Accepted, more ...string) [][4]string {
	if e.Content == "" {
		return nil
	}
	key := [4]string{"content", e.Content}
	copy(key[2:], more)
	return [][4]string{key}
}

// Apply sets the state of each finding and says what else the baseline holds.
func (b *File) Apply(fs []finding.Finding, in Input) *finding.Comparison {
	exists := map[string]bool{}
	gone := func(file string) bool {
		there, known := exists[file]
		if !known {
			_, err := in.Source(file)
			there = err == nil
			exists[file] = there
		}
		return !there
	}
	variant := func(f *finding.Finding, _ finding.Accepted) bool { return len(f.Sets) > 0 }
	passes := []pass{
		{keys: func(e finding.Accepted) [][4]string { return byFingerprint(e, e.File, e.Content) }},
		{keys: func(e finding.Accepted) [][4]string { return byFingerprint(e, "", e.Content) }},
		// The place in a list has changed.
		{keys: func(e finding.Accepted) [][4]string { return byContent(e, e.Object, e.File) }},
		// The file has another name; an object is known by its own.
		{
			keys: func(e finding.Accepted) [][4]string { return byContent(e, e.Object) },
			may:  func(f *finding.Finding, e finding.Accepted) bool { return f.Object != "" || gone(e.File) },
		},
		// The line has changed, the fault has not.
		{keys: func(e finding.Accepted) [][4]string { return byFingerprint(e, e.File) }},
		{keys: func(e finding.Accepted) [][4]string { return byFingerprint(e) }},
		// The same field under another value set, which may word the fault differently.
		{keys: func(e finding.Accepted) [][4]string { return byFingerprint(e, e.File) }, may: variant, again: true},
	}
	// What stands in a file that this run did not look at is still there: it has not moved.
	stays := make([]bool, len(b.Entries))
	for i, e := range b.Entries {
		stays[i] = !in.Looked(e.File) && !gone(e.File)
	}
	used := make([]bool, len(b.Entries))
	lines := newLines(in.Source)
	entries := make([]finding.Accepted, len(fs))
	for i := range fs {
		fs[i].Baseline = finding.New
		entries[i] = lines.entry(&fs[i])
	}
	out := &finding.Comparison{File: b.Path}
	for _, p := range passes {
		index := map[[4]string][]int{}
		for i, e := range b.Entries {
			if p.again || !used[i] {
				for _, k := range p.keys(e) {
					index[k] = append(index[k], i)
				}
			}
		}
		for i := range fs {
			if fs[i].Waiver != nil || fs[i].Baseline == finding.Unchanged {
				continue
			}
			if at := b.find(p, index, used, stays, &fs[i], entries[i]); at >= 0 {
				used[at] = true
				fs[i].Baseline = finding.Unchanged
				out.Unchanged++
			}
		}
	}
	out.Unchanged += variants(fs)
	for i, e := range b.Entries {
		switch {
		case used[i]:
		case in.Analysed(e.File):
			out.Absent = append(out.Absent, e)
		default:
			out.Outside = append(out.Outside, e)
		}
	}
	return out
}

// variants accepts what another value set makes of an accepted line; it may give the object another name. It returns how
// many there are.
func variants(fs []finding.Finding) int {
	type place struct {
		rule, path string
		span       source.Span
	}
	at := func(f *finding.Finding) place {
		return place{f.Rule.Name, index.ReplaceAllString(f.Path, "[]"), f.Span}
	}
	known := map[place]bool{}
	for i := range fs {
		if fs[i].Baseline == finding.Unchanged {
			known[at(&fs[i])] = true
		}
	}
	n := 0
	for i := range fs {
		if f := &fs[i]; f.Open() && len(f.Sets) > 0 && known[at(f)] {
			f.Baseline = finding.Unchanged
			n++
		}
	}
	return n
}

// find is the index of the first entry that matches, -1 for none.
func (b *File) find(p pass, index map[[4]string][]int, used, stays []bool, f *finding.Finding, entry finding.Accepted) int {
	for _, k := range p.keys(entry) {
		for _, i := range index[k] {
			e := b.Entries[i]
			if stays[i] && e.File != f.Span.File {
				continue
			}
			if (p.again || !used[i]) && e.Rule == f.Rule.Name && accepts(e, f) && (p.may == nil || p.may(f, e)) {
				return i
			}
		}
	}
	return -1
}

// accepts tells whether an entry is about something at least as bad.
func accepts(e finding.Accepted, f *finding.Finding) bool {
	s, ok := finding.ParseSeverity(e.Severity)
	return !ok || s >= f.Severity
}
