package helm

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/ignore"

	"github.com/drainlint/drainlint/loaders/source"
)

// input is one file of a chart.
type input struct {
	// name is relative to the chart's folder, as Helm names it.
	name string
	// path is the real file below the root of the run, links resolved; for a member of an archive it is the archive.
	path    string
	archive bool
	data    []byte
}

// folder reads the files of a chart's folder as Helm's own loader does: .helmignore decides what is left out, links are
// followed. Unlike Helm it goes on after a file that it cannot use.
type folder struct {
	fsys     fs.FS
	rules    *ignore.Rules
	files    []input
	problems []source.Problem
}

func readFolder(fsys fs.FS, dir string) ([]input, []source.Problem) {
	f := &folder{fsys: fsys, rules: ignore.Empty()}
	f.readIgnore(path.Join(dir, ignore.HelmIgnore))
	f.rules.AddDefaults()
	f.walk("", dir, []string{dir})
	return f.files, f.problems
}

func (f *folder) readIgnore(file string) {
	data, err := fs.ReadFile(f.fsys, file)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		f.fail(file, 0, "cannot be read: "+cause(err), "")
		return
	}
	if rules, err := ignore.Parse(bytes.NewReader(data)); err == nil {
		f.rules = rules
		return
	}
	// Helm gives up here without saying where; keep the lines that it understands.
	var good []byte
	for i, line := range bytes.SplitAfter(data, []byte("\n")) {
		if _, err := ignore.Parse(bytes.NewReader(line)); err != nil {
			f.fail(file, i+1, "helm does not understand this pattern: "+cause(err), "write patterns without **")
			continue
		}
		good = append(good, line...)
	}
	if rules, err := ignore.Parse(bytes.NewReader(good)); err == nil {
		f.rules = rules
	}
}

// walk reads the folder at real, which Helm calls name; above are the real folders that lead to it.
func (f *folder) walk(name, real string, above []string) {
	entries, err := fs.ReadDir(f.fsys, real)
	if err != nil {
		f.fail(real, 0, "cannot be read: "+cause(err), "")
		return
	}
	for _, e := range entries {
		rel, p := path.Join(name, e.Name()), path.Join(real, e.Name())
		info, err := e.Info()
		if err == nil && f.rules.Ignore(rel, info) {
			continue
		}
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			if p, info, err = follow(f.fsys, p); err == nil && f.rules.Ignore(rel, info) {
				continue
			}
		}
		switch {
		case err != nil:
			f.fail(path.Join(real, e.Name()), 0, "cannot be read: "+cause(err), linkChange(err))
		case info.IsDir() && e.Name() == ".git":
		case info.IsDir() && slices.Contains(above, p):
			f.fail(path.Join(real, e.Name()), 0, "a loop of symbolic links: the link leads to a folder that holds it", "remove the link")
		case info.IsDir():
			f.walk(rel, p, append(slices.Clip(above), p))
		case !info.Mode().IsRegular():
			f.fail(p, 0, "not a regular file, and helm refuses it in a chart", "remove it, or list it in .helmignore")
		case info.Size() > loader.MaxDecompressedFileSize:
			f.fail(p, 0, fmt.Sprintf("%d bytes are more than helm accepts in a chart (%d)", info.Size(), loader.MaxDecompressedFileSize),
				"list the file in .helmignore")
		default:
			f.read(rel, p)
		}
	}
}

func (f *folder) read(name, p string) {
	data, err := fs.ReadFile(f.fsys, p)
	if err != nil {
		f.fail(p, 0, "cannot be read: "+cause(err), "")
		return
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	f.files = append(f.files, input{name: name, path: p, data: data})
}

func (f *folder) fail(file string, line int, message, change string) {
	f.problems = append(f.problems, source.Problem{
		Stage: stage, Span: source.Span{File: file, Start: source.Pos{Line: line}}, Message: message, Change: change, Partial: true,
	})
}

// maxLinks is how many links Linux follows in one path.
const maxLinks = 40

// follow resolves the link at p and returns the real path of what it leads to.
func follow(fsys fs.FS, p string) (string, fs.FileInfo, error) {
	for range maxLinks {
		info, err := fs.Lstat(fsys, p)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return p, info, err
		}
		to, err := fs.ReadLink(fsys, p)
		if err != nil {
			return p, nil, err
		}
		next := path.Join(path.Dir(p), to)
		if path.IsAbs(to) || !fs.ValidPath(next) {
			return p, nil, errOutside
		}
		p = next
	}
	return p, nil, errors.New("a loop of symbolic links")
}

var errOutside = errors.New("the link leaves the root of the run, and nothing outside it is read")

func linkChange(err error) string {
	if errors.Is(err, errOutside) || strings.Contains(err.Error(), "path escapes") {
		return "name a folder that holds both with --root"
	}
	return ""
}

// cause is the reason of a file system error without the operation and path around it.
func cause(err error) string {
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		if strings.Contains(pe.Err.Error(), "path escapes") {
			return errOutside.Error()
		}
		return pe.Err.Error()
	}
	return err.Error()
}
