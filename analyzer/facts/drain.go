package facts

import (
	"cmp"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/drainlint/drainlint/analyzer/catalog"
	"github.com/drainlint/drainlint/loaders/source"
)

// drainAnnotation declares a drain time of all main containers of a pod, in seconds; with "." and a container's name of that
// one only.
const drainAnnotation = "drainlint.dev/drain-seconds"

// DeclaredDrain is a drain time that the configuration declares for the containers that match everything that is set.
type DeclaredDrain struct {
	// Repository is the full name of an image, Workload Kind/name.
	Repository, Workload, Container string
	Seconds                         float64
	At                              source.Span
}

func (d DeclaredDrain) matches(repository, workload, container string) bool {
	return (d.Repository == "" || d.Repository == repository) && (d.Workload == "" || d.Workload == workload) &&
		(d.Container == "" || d.Container == container)
}

// settings are the places in which a program's settings of one container may be found.
type settings struct {
	x         *extractor
	argv      []word
	env       func(string) (string, Ref, bool)
	template  Ref
	notes     map[string]string // annotations of the pod template
	files     []configFileText
	container string
	// repository is that of the image, workload is Kind/name.
	repository, workload string
}

// configFileText is a file of a ConfigMap that the container reads.
type configFileText struct {
	name    string
	doc     int
	key     string
	text    string
	entries map[string][]entry // by format, on first use
}

// found is the value of a setting.
type found struct {
	text string
	what string // the place in words: "flag --timeout"
	at   Ref
}

// settingsOf gathers where the settings of a container's program stand.
func (x *extractor) settingsOf(c corev1.Container, p pod, argv []word) *settings {
	s := &settings{x: x, argv: argv, env: x.environment(c, p), template: p.at, notes: p.template.Annotations, container: c.Name}
	seen := map[string]bool{}
	add := func(doc int, key, name string) {
		id := fmt.Sprint(doc, "/", key)
		if text := x.unit.Documents[doc].Scalar("data", key); text != "" && !seen[id] {
			seen[id] = true
			s.files = append(s.files, configFileText{name: name, doc: doc, key: key, text: text})
		}
	}
	all := func(configMap string) {
		doc, ok := x.configMap(p.namespace, configMap)
		if !ok {
			return
		}
		for key := range x.stringMap(doc, "data") {
			add(doc, key, key)
		}
	}
	mounted := map[string]bool{}
	for _, m := range c.VolumeMounts {
		mounted[m.Name] = true
	}
	for _, v := range p.template.Spec.Volumes {
		switch {
		case v.ConfigMap != nil && mounted[v.Name]:
			all(v.ConfigMap.Name)
		case v.Projected != nil && mounted[v.Name]:
			for _, from := range v.Projected.Sources {
				if from.ConfigMap != nil {
					all(from.ConfigMap.Name)
				}
			}
		}
	}
	// A program that reads its ConfigMap from the API server is told its name: --configmap=$(POD_NAMESPACE)/name.
	for _, a := range argv {
		if i := strings.LastIndexAny(a.text, "/="); i >= 0 && strings.Contains(strings.ToLower(a.text), "config") {
			all(a.text[i+1:])
		}
	}
	return s
}

// find looks a setting up.
func (s *settings) find(q catalog.Setting) []found {
	switch {
	case q.Flag != "" && q.Env != "":
		value, at, ok := s.env(q.Env)
		if !ok {
			return nil
		}
		var words []word
		for _, w := range strings.Fields(value) {
			words = append(words, word{text: strings.Trim(w, `"'`), at: at})
		}
		return flags(words, q.Flag, "flag "+q.Flag+" in "+q.Env)
	case q.Flag != "":
		return flags(s.argv, q.Flag, "flag "+q.Flag)
	case q.Env != "":
		if value, at, ok := s.env(q.Env); ok && value != "" {
			return []found{{value, "environment variable " + q.Env, at}}
		}
	case q.Annotation != "":
		value, ok := s.notes[q.Annotation]
		if !ok {
			return nil
		}
		at := s.template.Child("metadata", "annotations", q.Annotation)
		if q.Key == "" {
			return []found{{value, "annotation " + q.Annotation, at}}
		}
		var out []found
		for _, e := range entriesOf(value, q.Format) {
			if keyMatches(q.Key, e.key, q.Format) {
				out = append(out, found{e.value, q.Key + " in annotation " + q.Annotation, at})
			}
		}
		return out
	case q.Key != "":
		return s.inFiles(q)
	}
	return nil
}

func (s *settings) inFiles(q catalog.Setting) (out []found) {
	for i := range s.files {
		f := &s.files[i]
		at := Ref{Doc: f.doc, Path: []any{"data", f.key}}
		if q.Format == "value" {
			if f.key == q.Key {
				out = append(out, found{strings.TrimSpace(f.text), q.Key + " in the ConfigMap", at})
			}
			continue
		}
		if ok, _ := path.Match(q.File, f.name); !ok {
			continue
		}
		if f.entries == nil {
			f.entries = map[string][]entry{}
		}
		if _, read := f.entries[q.Format]; !read {
			f.entries[q.Format] = entriesOf(f.text, q.Format)
		}
		for _, e := range f.entries[q.Format] {
			if keyMatches(q.Key, e.key, q.Format) {
				at := at
				at.Line = e.line
				out = append(out, found{e.value, e.key + " in " + f.name, at})
			}
		}
	}
	return out
}

// flags finds the values of a flag in a command line.
func flags(argv []word, flag, what string) (out []found) {
	for i, w := range argv {
		name, value, has := strings.Cut(w.text, "=")
		switch {
		case has && (name == flag || strings.Contains(flag, "*") && keyMatches(flag, name, "")):
			out = append(out, found{value, what, w.at})
		case !has && w.text == flag && i+1 < len(argv) && !strings.HasPrefix(argv[i+1].text, "--"):
			out = append(out, found{argv[i+1].text, what, argv[i+1].at})
		case len(flag) == 2 && flag[0] == '-' && flag[1] != '-' && strings.HasPrefix(w.text, flag) && len(w.text) > 2 && !has:
			out = append(out, found{w.text[2:], what, w.at})
		}
	}
	return out
}

// seconds reads a time. Bare numbers are of the unit; ok is false for what is no time.
func seconds(text, unit string) (float64, bool) {
	text = strings.TrimSpace(text)
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return n * map[string]float64{"": 1, "s": 1, "ms": 0.001, "m": 60}[unit], n >= 0
	}
	text = strings.ReplaceAll(strings.ToLower(text), " ", "")
	text = strings.TrimPrefix(text, "pt") // ISO 8601, as Java writes it
	for _, long := range []string{"seconds", "second", "secs", "sec"} {
		if rest, ok := strings.CutSuffix(text, long); ok {
			text = rest + "s"
			break
		}
	}
	for _, long := range []string{"minutes", "minute", "mins", "min"} {
		if rest, ok := strings.CutSuffix(text, long); ok {
			text = rest + "m"
			break
		}
	}
	d, err := time.ParseDuration(text)
	return d.Seconds(), err == nil && d >= 0
}

// drain is how long the program of a container takes to stop after its signal.
func (s *settings) drain(p *catalog.Profile) Drain {
	out := Drain{Known: "unknown"}
	for _, name := range []string{drainAnnotation + "." + s.container, drainAnnotation} {
		if text, ok := s.notes[name]; ok {
			if n, ok := seconds(text, "s"); ok {
				at := s.template.Child("metadata", "annotations", name)
				return Drain{Known: "exact", Seconds: n, From: "annotation " + name, At: &at}
			}
		}
	}
	for _, d := range s.x.opts.Drains {
		if d.matches(s.repository, s.workload, s.container) {
			at := d.At
			return Drain{Known: "exact", Seconds: d.Seconds, From: "the configuration", At: &Ref{Span: &at}}
		}
	}
	if p == nil || p.Drain == nil {
		return out
	}
	out.Program = p.Name
	s.settled(p, &out)
	for _, add := range p.Drain.Adds {
		time, what, at, ok := s.longest(add)
		if !ok && add.Default > 0 {
			time, what = add.Default, "default of "+cmp.Or(add.Flag, add.Env, add.Key)
		}
		if time > out.Delay {
			out.Delay, out.DelayFrom, out.DelayAt = time, what, at
		}
	}
	return out
}

// settled fills in the time itself.
func (s *settings) settled(p *catalog.Profile, out *Drain) {
	for _, q := range p.Drain.Settings {
		hits := s.find(q)
		time, what, at, ok := s.longest(q)
		switch {
		case ok:
			out.Known, out.Seconds, out.From, out.At = "exact", time, what, at
			return
		case len(hits) > 0: // set to something that is not known here: an expression
			return
		}
	}
	switch {
	case p.Drain.Default != nil:
		out.Known, out.Seconds, out.From = "default", *p.Drain.Default, "default of "+p.Name
	case p.Drain.Unlimited:
		out.Known, out.From = "unlimited", p.Name+" waits for its work without a limit"
	}
}

// longest is the largest value of a setting that is set several times (one for each program of a supervisor).
func (s *settings) longest(q catalog.Setting) (time float64, what string, at *Ref, ok bool) {
	for _, f := range s.find(q) {
		n, valid := seconds(f.text, q.Unit)
		if valid && (!ok || n > time) {
			time, what, ok = n, f.what, true
			at = &f.at
		}
	}
	return time, what, at, ok
}

// switched finds the first switch that is set to one of its values.
func (s *settings) switched(all []catalog.Switch) *Switched {
	for _, sw := range all {
		for _, f := range s.find(sw.Setting) {
			for _, v := range sw.Values {
				if strings.EqualFold(strings.TrimSpace(f.text), v) {
					return &Switched{Why: sw.Why, From: f.what + ": " + f.text, At: f.at}
				}
			}
		}
	}
	return nil
}

// lameDuck says for how long a program goes on accepting after its signal, empty when nothing sets that.
func (s *settings) lameDuck(p *catalog.Profile) string {
	for _, q := range p.LameDuck {
		if n, what, _, ok := s.longest(q); ok && n > 0 {
			return fmt.Sprintf("goes on accepting for %v s after its stop signal (%s)", n, what)
		}
	}
	return ""
}
