// Package catalog holds what is known of programs and images that manifests cannot say: which privileges an agent needs
// and why, which shell an image ships. The data are YAML files with a source for each entry; users add their own.
package catalog

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Catalog answers questions about programs and images.
type Catalog struct {
	profiles []*Profile
	bases    []*Base
}

// Profile describes one program.
type Profile struct {
	Name string `yaml:"name"`
	// Images match the end of an image's repository ("falcosecurity/falco", "fluent-bit").
	Images []string `yaml:"images"`
	// Programs match the base name of the first word of the command line.
	Programs []string `yaml:"programs"`
	Class    string   `yaml:"class"`
	// KeepsAccepting, Stateless and Instead are reasons in words; see facts.Profile.
	KeepsAccepting string   `yaml:"keepsAccepting"`
	Stateless      string   `yaml:"stateless"`
	Instead        string   `yaml:"instead"`
	Needs          []Need   `yaml:"needs"`
	Source         []string `yaml:"source"`
}

// Need is one privilege of the node that a program needs.
type Need struct {
	// Privilege is privileged, hostPID, hostIPC, hostNetwork, runtimeSocket, cap:NAME, path:/x (read) or write:/x.
	Privilege string `yaml:"privilege"`
	// Why says which function needs it and what is lost without.
	Why string `yaml:"why"`
	// Unless and When are words in the command line that switch the need off or on.
	Unless []string `yaml:"unless"`
	When   []string `yaml:"when"`
}

// Applies tells whether the need holds for a command line.
func (n Need) Applies(argv []string) bool {
	has := func(words []string) bool {
		return slices.ContainsFunc(argv, func(a string) bool {
			return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(a, w) })
		})
	}
	return !has(n.Unless) && (len(n.When) == 0 || has(n.When))
}

// Base says what a family of images ships.
type Base struct {
	// Images match the end of the repository; "*" stands for any run of characters within one path element.
	Images []string `yaml:"images"`
	// Tag is a regular expression that the tag must match; empty matches any.
	Tag string `yaml:"tag"`
	// Shell is what /bin/sh is: dash, bash, ash, none.
	Shell  string   `yaml:"shell"`
	Source []string `yaml:"source"`

	tag *regexp.Regexp
}

// Load reads profiles/*.yaml and bases.yaml below fsys. Every mistake is an error that names the file.
func Load(fsys fs.FS) (*Catalog, error) {
	c := &Catalog{}
	files, err := fs.Glob(fsys, "profiles/*.yaml")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		var ps []*Profile
		if err := decode(fsys, f, &ps); err != nil {
			return nil, err
		}
		c.profiles = append(c.profiles, ps...)
	}
	if err := decode(fsys, "bases.yaml", &c.bases); err != nil {
		return nil, err
	}
	for _, b := range c.bases {
		if b.tag, err = regexp.Compile(b.Tag); err != nil {
			return nil, fmt.Errorf("bases.yaml: tag of %v: %w", b.Images, err)
		}
	}
	return c, nil
}

func decode(fsys fs.FS, file string, into any) error {
	f, err := fsys.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	d := yaml.NewDecoder(f)
	d.KnownFields(true)
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// Profile finds the profile of a program. The image decides before the program name: many images run "agent".
func (c *Catalog) Profile(repository, tag, program string, argv []string) (*Profile, bool) {
	for _, p := range c.profiles {
		if repository != "" && slices.ContainsFunc(p.Images, func(m string) bool { return matches(m, repository) }) {
			return p, true
		}
	}
	for _, p := range c.profiles {
		if program != "" && slices.Contains(p.Programs, program) {
			return p, true
		}
	}
	return nil, false
}

// Base finds what an image ships.
func (c *Catalog) Base(repository, tag string) (*Base, bool) {
	if c == nil {
		return nil, false
	}
	for _, b := range c.bases {
		if b.tag.MatchString(tag) && slices.ContainsFunc(b.Images, func(m string) bool { return matches(m, repository) }) {
			return b, true
		}
	}
	return nil, false
}

// matches compares a pattern with the last path elements of a repository: "library/nginx" matches
// docker.io/library/nginx, not example.com/nginx.
func matches(pattern, repository string) bool {
	n := strings.Count(pattern, "/") + 1
	parts := strings.Split(repository, "/")
	if n > len(parts) {
		return false
	}
	ok, err := path.Match(pattern, strings.Join(parts[len(parts)-n:], "/"))
	return err == nil && ok
}

// Covers tells whether a need for path p covers the host path h: h is p or lies below it.
func Covers(p, h string) bool {
	return h == p || strings.HasPrefix(h, strings.TrimSuffix(p, "/")+"/")
}
