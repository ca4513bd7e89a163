package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

// entries are YAML lists that are decoded piece by piece. Decoding the whole catalogue costs more than all else at
// start-up, and a run asks about a handful of programs.
type entries[T any] struct {
	files  []file
	once   sync.Once
	pieces []*chunk[T]
}

// file is one YAML file as read.
type file struct {
	name string
	text []byte
}

// chunk is a piece of a file that is a YAML list by itself, mostly of one entry.
type chunk[T any] struct {
	text []byte
	// names are the lines of the text that say what the entry matches.
	names []byte
	// always means that a search for plain words cannot tell what the entry matches.
	always bool
	once   sync.Once
	items  []*T
}

// add reads a file. It must not be called after a question was asked.
func (e *entries[T]) add(fsys fs.FS, name string) error {
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	e.files = append(e.files, file{name, text})
	return nil
}

// chunks cuts the files on first use: a run that asks nothing of a list pays nothing for it.
func (e *entries[T]) chunks() []*chunk[T] {
	e.once.Do(func() {
		for _, f := range e.files {
			for _, t := range split(f.text) {
				n := names(t)
				e.pieces = append(e.pieces, &chunk[T]{text: t, names: n, always: opaque(n)})
			}
		}
	})
	return e.pieces
}

// about yields the entries that may mention a word, in order.
func (e *entries[T]) about(word string) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for _, c := range e.chunks() {
			if !c.always && !bytes.Contains(c.names, []byte(word)) {
				continue
			}
			c.once.Do(func() { c.items, _ = decode[T](c.text) })
			for _, item := range c.items {
				if !yield(item) {
					return
				}
			}
		}
	}
}

// split cuts a YAML list before each of its items. Text of another shape stays whole.
func split(text []byte) [][]byte {
	rest := text
	for len(rest) > 0 && !bytes.HasPrefix(rest, item) { // comments and empty lines
		line, after, _ := bytes.Cut(rest, newline)
		if len(bytes.TrimSpace(line)) > 0 && line[0] != '#' {
			return [][]byte{text}
		}
		rest = after
	}
	var out [][]byte
	for len(rest) > 0 {
		n := bytes.Index(rest, nextItem) + len(newline)
		if n < len(newline) {
			n = len(rest)
		}
		out = append(out, rest[:n])
		rest = rest[n:]
	}
	return out
}

var newline, item, nextItem = []byte("\n"), []byte("- "), []byte("\n- ")

// names cuts the values of the keys images, programs and envs out of an entry: a word that stands elsewhere, in a reason or a
// source, is no reason to decode it. An entry of another shape is searched as a whole.
func names(text []byte) []byte {
	var out []byte
	for _, key := range nameKeys {
		rest := text
		if bytes.HasPrefix(text, item) && bytes.HasPrefix(text[len(item):], key[len(newKey):]) {
			rest = text[len(item):]
		} else if at := bytes.Index(text, key); at >= 0 {
			rest = text[at+len(newline):]
		} else {
			continue
		}
		out = append(out, rest[:valueEnd(rest)]...)
	}
	if out == nil {
		return text
	}
	return out
}

// valueEnd is where the lines of the first key of a text end: before the next key of the entry itself.
func valueEnd(text []byte) int {
	for at := 0; ; {
		n := bytes.Index(text[at:], newKey)
		if n < 0 {
			return len(text)
		}
		at += n + len(newline)
		if c := text[at+len("  "):]; len(c) > 0 && c[0] >= 'a' && c[0] <= 'z' {
			return at
		}
	}
}

var (
	newKey   = []byte("\n  ")
	nameKeys = [][]byte{[]byte("\n  images:"), []byte("\n  programs:"), []byte("\n  envs:")}
)

// opaque tells whether a text may match words that do not stand in it: by a wildcard, an alias, an escape.
func opaque(text []byte) bool { return bytes.ContainsAny(text, `*&\`) }

// decode reads a YAML list; unknown fields are errors.
func decode[T any](text []byte) ([]*T, error) {
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	var items []*T
	if err := d.Decode(&items); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if err := d.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one YAML document: write one list")
	}
	return items, nil
}

// all decodes every file as a whole, so that errors have the file's own line numbers, and checks that the pieces say
// the same.
func (e *entries[T]) all(yield func(file string, item *T)) error {
	var errs []error
	n := 0
	for _, f := range e.files {
		items, err := decode[T](f.text)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %s", f.name, strings.TrimPrefix(err.Error(), "yaml: ")))
			continue
		}
		n += len(items)
		for i, item := range items {
			if item == nil {
				errs = append(errs, fmt.Errorf("%s: entry %d is empty", f.name, i+1))
				continue
			}
			yield(f.name, item)
		}
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	for _, c := range e.chunks() {
		items, err := decode[T](c.text)
		if err != nil {
			return fmt.Errorf("an entry that begins %q needs another one: repeat what the alias stands for", head(c.text))
		}
		n -= len(items)
	}
	if n != 0 {
		return fmt.Errorf("a list item begins at the first column within an entry: indent it")
	}
	return nil
}

// head is the first line of a text.
func head(text []byte) string {
	line, _, _ := strings.Cut(string(text), "\n")
	return line
}
