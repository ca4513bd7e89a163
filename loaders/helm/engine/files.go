package engine

import (
	"encoding/base64"
	"path"
	"strings"

	"github.com/gobwas/glob"
	"helm.sh/helm/v3/pkg/chart"
)

// files is .Files: the chart's other files by name. Its methods are part of Helm's template language.
type files map[string][]byte

func newFiles(from []*chart.File) files {
	out := files{}
	for _, f := range from {
		out[f.Name] = f.Data
	}
	return out
}

// GetBytes gives a file's content, nothing for one that does not exist.
func (f files) GetBytes(name string) []byte {
	if data, ok := f[name]; ok {
		return data
	}
	return []byte{}
}

// Get gives a file's content as text.
func (f files) Get(name string) string { return string(f.GetBytes(name)) }

// Glob gives the files whose names match; a pattern that is none matches all files.
func (f files) Glob(pattern string) files {
	g, err := glob.Compile(pattern, '/')
	if err != nil {
		g = glob.MustCompile("**")
	}
	out := files{}
	for name, data := range f {
		if g.Match(name) {
			out[name] = data
		}
	}
	return out
}

// AsConfig gives the files as the data of a ConfigMap.
func (f files) AsConfig() string {
	return f.as(func(data []byte) string { return string(data) })
}

// AsSecrets gives the files as the data of a Secret.
func (f files) AsSecrets() string { return f.as(base64.StdEncoding.EncodeToString) }

func (f files) as(text func([]byte) string) string {
	if f == nil {
		return ""
	}
	m := map[string]string{}
	for name, data := range f {
		m[path.Base(name)] = text(data)
	}
	return toYAML(m)
}

// Lines gives the lines of a file.
func (f files) Lines(name string) []string {
	if len(f[name]) == 0 {
		return []string{}
	}
	return strings.Split(strings.TrimSuffix(string(f[name]), "\n"), "\n")
}
