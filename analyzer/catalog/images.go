package catalog

import (
	"path"
	"regexp"
	"slices"
	"sync"
)

// Image says what the publisher of an image sets in it, which a Dockerfile that builds on it inherits and a pod that
// runs it starts. The first entry that matches an image decides.
type Image struct {
	// Images match as those of a Profile do; official images are library/NAME.
	Images []string `yaml:"images"`
	// Tag is a regular expression that the tag must match; empty matches any tag and an unknown one.
	Tag string `yaml:"tag"`
	// Entrypoint and Cmd are the argv parts of the image; nil means that the image sets none.
	Entrypoint []string `yaml:"entrypoint"`
	Cmd        []string `yaml:"cmd"`
	// StopSignal is empty when the image sets none, so that SIGTERM is sent.
	StopSignal string `yaml:"stopSignal"`
	// User is empty when the image sets none, so that root is.
	User string `yaml:"user"`
	// Execs is true when what Entrypoint runs ends in exec of the command line that follows it, or Init alone starts that,
	// so that no shell stays between a signal and CMD's program: it is PID 1 without Init and the child of Init with one.
	Execs bool `yaml:"execs"`
	// Init is the init program at the head of Entrypoint, of its interpreter line or of a Cmd without Entrypoint that must
	// be PID 1 or is needed to reap (one of Inits); empty for none.
	Init string `yaml:"init"`
	// Program is what runs in the end with the image's own CMD: nginx; empty for a bare operating system.
	Program string `yaml:"program"`
	// Source are the pages the facts come from: the Dockerfile.
	Source []string `yaml:"source"`
	// FileCaps are capabilities that every program at the image's start carries as effective file capabilities (setcap
	// ...+ep), without CAP_: where the pod takes one away, the image cannot start.
	FileCaps []string `yaml:"fileCaps"`

	once sync.Once
	tag  *regexp.Regexp
}

func (i *Image) matches(repository, tag string) bool {
	if !slices.ContainsFunc(i.Images, func(m string) bool { return matches(m, repository) }) {
		return false
	}
	i.once.Do(func() { i.tag, _ = regexp.Compile(i.Tag) })
	return i.tag != nil && i.tag.MatchString(tag)
}

// Image finds what an image sets. tag is as in Base.
func (c *Catalog) Image(repository, tag string) (*Image, bool) {
	if c == nil || repository == "" {
		return nil, false
	}
	for i := range c.images.about(path.Base(repository)) {
		if i.matches(repository, tag) {
			return i, true
		}
	}
	return nil, false
}
