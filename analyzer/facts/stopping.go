package facts

import (
	"path"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/drainlint/drainlint/analyzer/catalog"
	"github.com/drainlint/drainlint/analyzer/shell"
)

// stopping adds how the program of a container stops.
func (x *extractor) stopping(out *Container, c corev1.Container, p pod, line []word) {
	s := x.settingsOf(c, p, line)
	s.repository, s.workload = out.Image.Repository, p.workload
	profile := x.program(out, c, line)
	out.Drain = s.drain(profile)
	if profile == nil {
		return
	}
	out.Drain.Program = profile.Name
	for k, v := range profile.Signals {
		out.Profile.Signals[k] = v
	}
	out.Drain.Off = s.switched(profile.GracefulOff)
	out.Drain.MinGrace, out.Drain.Start, out.Drain.Endless = profile.MinGrace, profile.Start, profile.Endless
	out.Profile.LameDuck = append(out.Profile.LameDuck, s.lameDucks(profile)...)
	if why := s.lameDuck(profile); why != "" && out.Profile.KeepsAccepting == "" {
		out.Profile.KeepsAccepting = why
	}
}

// program is the profile of what finally runs. The program decides before the image, since an image may run another; a
// framework that a program does not show is known by the environment variables it reads.
func (x *extractor) program(out *Container, c corev1.Container, line []word) *catalog.Profile {
	if x.opts.Catalog == nil {
		return nil
	}
	argv := texts(line)
	for _, name := range programNames(argv) {
		if p, ok := x.opts.Catalog.Profile("", "", name, argv); ok {
			return p
		}
	}
	if len(c.Command) == 0 && !shell.Bare(argv) {
		if p, ok := x.opts.Catalog.Profile(out.Image.Repository, out.Image.Tag, "", argv); ok {
			return p
		}
	}
	for _, e := range c.Env {
		if p, ok := x.opts.Catalog.Framework(e.Name); ok {
			return p
		}
	}
	return nil
}

// programNames are the names by which a command line may be known: its first word, and what launchers and interpreters run
// (python -m gunicorn, bundle exec puma, java -jar app.jar is nobody).
func programNames(argv []string) []string {
	var out []string
	for i := 0; i < len(argv) && i < 6; i++ {
		name := path.Base(argv[i])
		if strings.HasPrefix(name, "-") || strings.ContainsAny(name, "$ ") {
			continue
		}
		out = append(out, name)
		switch {
		case name == "exec" || name == "run" || name == "bundle" || name == "poetry" || name == "pipenv" || name == "uv" || name == "tsx":
		case strings.HasPrefix(name, "python") || name == "ruby" || name == "node" || name == "php":
		case name == "sh" || name == "bash" || name == "dash" || name == "ash":
		default:
			return out
		}
	}
	return out
}

// lameDucks are the settings by which a program can be told to go on accepting, in words. Keys of files count where the
// container reads such a file.
func (s *settings) lameDucks(p *catalog.Profile) (out []string) {
	for _, q := range p.LameDuck {
		switch {
		case q.Flag != "" && q.Env == "":
			out = append(out, "flag "+q.Flag)
		case q.Env != "" && q.Flag == "":
			out = append(out, "environment variable "+q.Env)
		case q.Key != "" && q.Annotation == "":
			for _, f := range s.files {
				if ok, _ := path.Match(q.File, f.name); ok {
					out = append(out, q.Key+" in "+f.name)
					break
				}
			}
		}
	}
	return out
}
