package manifest

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/drainlint/drainlint/loaders/source"
)

// Load reads the named files of one folder tree and arranges their objects in Units: one Unit, or, where one object is
// defined in several files, one for each file or folder that holds its own version, together with everything that is
// defined once. Files in strict were named by the user, so broken text in them is a Problem even when it does not look
// like a Kubernetes object.
func Load(ctx context.Context, fsys fs.FS, dir string, files []string, strict map[string]bool) ([]*source.Unit, error) {
	contents := make([]file, len(files))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, name := range files {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			contents[i] = read(fsys, name, strict[name])
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return arrange(dir, contents), nil
}

// file is what one input file holds.
type file struct {
	name     string
	data     []byte
	docs     []*source.Document
	problems []source.Problem
}

func read(fsys fs.FS, name string, strict bool) file {
	f := file{name: name}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		f.problems = []source.Problem{ReadProblem(name, err)}
		return f
	}
	f.docs, f.problems = parse(name, data, strict)
	if len(f.docs) > 0 || len(f.problems) > 0 {
		f.data = data
	}
	return f
}

// ReadProblem words the error of reading a file.
func ReadProblem(name string, err error) source.Problem {
	message := err.Error()
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		message = pe.Err.Error()
	}
	p := source.Problem{Stage: "discover", Span: source.Span{File: name}, Message: "cannot be read: " + message}
	switch {
	case strings.Contains(message, "too many levels of symbolic links"):
		p.Message, p.Change = "cannot be read: a loop of symbolic links", "let the link point at a file"
	case strings.Contains(message, "path escapes"):
		p.Message = "cannot be read: the link leaves the root of the run, and nothing outside it is read"
		p.Change = "name a folder that holds both with --root"
	}
	return p
}

// variantLimit bounds the work of sharing the common files of a folder with each of its variants.
const variantLimit = 4096

// arrange splits files into Units.
func arrange(dir string, files []file) []*source.Unit {
	variants, split := arrangeFolder(dir, files)
	units := make([]*source.Unit, 0, len(variants))
	for _, v := range variants {
		u := &source.Unit{Kind: source.Manifest, Dir: dir, Files: map[string][]byte{}, Partial: split}
		for _, f := range v {
			u.Documents = append(u.Documents, f.docs...)
			u.Problems = append(u.Problems, f.problems...)
			if f.data != nil {
				u.Files[f.name] = f.data
			}
		}
		units = append(units, u)
	}
	return units
}

// arrangeFolder returns sets of files, each free of objects defined twice (unless one file does it), and whether there
// is more than one set.
func arrangeFolder(dir string, files []file) (variants [][]file, split bool) {
	if !clash(files) {
		return [][]file{files}, false
	}
	children := childrenOf(dir, files)
	if len(children) == 1 { // a folder: one file alone cannot clash
		return arrangeFolder(children[0].name, files)
	}
	// An object that two children define makes both of them variants; all the others are common to every variant.
	seen := map[string]int{}
	variant := make([]bool, len(children))
	for i, c := range children {
		for id := range identities(c.files) {
			if first, ok := seen[id]; ok {
				variant[i], variant[first] = true, true
				continue
			}
			seen[id] = i
		}
		if clash(c.files) {
			variant[i] = true
		}
	}
	var common []file
	for i, c := range children {
		if !variant[i] {
			common = append(common, c.files...)
		}
	}
	if len(common)*len(children) > variantLimit {
		variants, common = append(variants, common), nil
	}
	for i, c := range children {
		if !variant[i] {
			continue
		}
		inner := [][]file{c.files}
		if c.folder {
			inner, _ = arrangeFolder(c.name, c.files)
		}
		for _, v := range inner {
			variants = append(variants, slices.Concat(common, v))
		}
	}
	return variants, true
}

type child struct {
	name   string
	folder bool
	files  []file
}

// childrenOf groups the files of dir by its direct files and sub-folders, in the order of files.
func childrenOf(dir string, files []file) []child {
	var out []child
	index := map[string]int{}
	for _, f := range files {
		rest := strings.TrimPrefix(f.name, dir+"/")
		if dir == "." {
			rest = f.name
		}
		c := child{name: f.name}
		if first, _, nested := strings.Cut(rest, "/"); nested {
			c = child{name: path.Join(dir, first), folder: true}
		}
		i, ok := index[c.name]
		if !ok {
			i = len(out)
			index[c.name] = i
			out = append(out, c)
		}
		out[i].files = append(out[i].files, f)
	}
	return out
}

// clash tells whether two files define the same object.
func clash(files []file) bool {
	seen := map[string]bool{}
	for _, f := range files {
		own := identities([]file{f})
		for id := range own {
			if seen[id] {
				return true
			}
		}
		for id := range own {
			seen[id] = true
		}
	}
	return false
}

func identities(files []file) map[string]bool {
	ids := map[string]bool{}
	for _, f := range files {
		for _, d := range f.docs {
			if id := d.Identity(); id != "" {
				ids[id] = true
			}
		}
	}
	return ids
}
