// Package kustomize builds Kustomize overlays offline and traces each object to the files it was made from.
package kustomize

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

// FileNames are the names by which kustomize recognises a kustomization file, as in konfig.RecognizedKustomizationFileNames.
func FileNames() []string {
	return []string{"kustomization.yaml", "kustomization.yml", "Kustomization"}
}

// FileName reports whether name, without a folder, is that of a kustomization file.
func FileName(name string) bool { return slices.Contains(FileNames(), name) }

// Refs are what one kustomization names, as sorted paths in the file system given to Graph. Only what exists in it is
// listed: neither remote bases nor paths that leave its root.
type Refs struct {
	// Files are resources, patches, generator sources, CRDs, schemas, plugin configurations and values files, and the
	// files that plugin configurations name.
	Files []string
	// Dirs are bases and components.
	Dirs []string
}

// Graph returns what the kustomization in folder dir names; ok is false when dir holds none. Of a file that is not valid
// YAML it reads the part before the error.
func Graph(fsys fs.FS, dir string) (refs Refs, ok bool) {
	_, data, err := kustomizationOf(fsys, dir)
	if err != nil {
		return Refs{}, false
	}
	root, _ := parseFile(data)
	if root == nil {
		root = parsePrefix(data)
	}
	files, dirs := map[string]bool{}, map[string]bool{}
	add := func(value string) (p string, regular bool) {
		p, err := inside(dir, value)
		if err != nil {
			return "", false
		}
		switch info, err := fs.Stat(fsys, p); {
		case err != nil:
			return "", false
		case info.IsDir():
			dirs[p] = true
		default:
			files[p] = true
			regular = true
		}
		return p, regular
	}
	for _, e := range entries(root) {
		if e.inline {
			continue
		}
		p, regular := add(e.value)
		if e.role != aPlugin || !regular {
			continue
		}
		for _, doc := range readDocuments(fsys, p) {
			for _, n := range pluginPaths(doc) {
				add(pathOf(target(n).Value))
			}
		}
	}
	return Refs{Files: sortedKeys(files), Dirs: sortedKeys(dirs)}, true
}

// pathOf cuts the "key=" off a generator's file source.
func pathOf(source string) string {
	if _, p, ok := strings.Cut(source, "="); ok {
		return p
	}
	return source
}

var errEscapes = errors.New("leaves the root of the run")

// inside resolves a path written in a file of folder dir.
func inside(dir, value string) (string, error) {
	if value == "" || path.IsAbs(value) || remote(value) {
		return "", errEscapes
	}
	p := path.Join(dir, value)
	if !fs.ValidPath(p) {
		return "", errEscapes
	}
	return p, nil
}

// kustomizationOf reads the kustomization file of a folder; its error is fs.ErrNotExist when there is none.
func kustomizationOf(fsys fs.FS, dir string) (name string, data []byte, err error) {
	for _, n := range FileNames() {
		p := path.Join(dir, n)
		switch data, err := fs.ReadFile(fsys, p); {
		case err == nil:
			return p, data, nil
		case !errors.Is(err, fs.ErrNotExist):
			return p, nil, err
		}
	}
	return "", nil, fs.ErrNotExist
}

// parseFile parses one YAML document; an empty file gives an empty mapping.
func parseFile(data []byte) (root *yaml.Node, err error) {
	docs, err := parseDocuments(data)
	switch {
	case err != nil:
		return nil, err
	case len(docs) == 0:
		return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: 1, Column: 1}, nil
	}
	return docs[0], nil
}

func readDocuments(fsys fs.FS, name string) []*yaml.Node {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil
	}
	docs, _ := parseDocuments(data)
	return docs
}

// yamlLine finds the line in an error of the YAML parser.
var yamlLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bline (\d+)\b`) })

func lineOf(err error) int {
	if m := yamlLine().FindStringSubmatch(err.Error()); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return 0
}

// parsePrefix parses what stands before the error of a broken file. The line that the parser names is not always that of
// the culprit, so it tries ever shorter beginnings.
func parsePrefix(data []byte) *yaml.Node {
	lines := strings.SplitAfter(string(data), "\n")
	for end := len(lines); end > 0; {
		root, err := parseFile([]byte(strings.Join(lines[:end], "")))
		if err == nil {
			return root
		}
		end--
		if line := lineOf(err); line > 0 {
			end = min(end, line+1)
		}
	}
	return &yaml.Node{Kind: yaml.MappingNode}
}

func sortedKeys(m map[string]bool) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
