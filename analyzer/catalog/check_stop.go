package catalog

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
)

// signals are those of Linux that a program can handle. SIGKILL and SIGSTOP are none.
var signals = []string{
	"SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGUSR1", "SIGSEGV", "SIGUSR2", "SIGPIPE", "SIGALRM",
	"SIGTERM", "SIGSTKFLT", "SIGCHLD", "SIGCONT", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGURG", "SIGXCPU", "SIGXFSZ", "SIGVTALRM", "SIGPROF",
	"SIGWINCH", "SIGIO", "SIGPWR", "SIGSYS",
}

const (
	realTime      = `^SIGRT(MIN([+][0-9]{1,2})?|MAX(-[0-9]{1,2})?)$`
	flagName      = `^--?[A-Za-z][A-Za-z0-9._*-]*$`
	envName       = `^[A-Za-z_][A-Za-z0-9_.]*$`
	annotationKey = `^([a-z0-9]([a-z0-9.-]*[a-z0-9])?/)?[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$`
)

// adds is what the list of added times is called.
const adds = "drain adds"

// like compiles each time: only a check of the whole catalogue asks.
func like(expression, s string) bool { return regexp.MustCompile(expression).MatchString(s) }

// stop checks what a profile says of versions and of the end of a program.
func (k *checker) stop(bad func(string, ...any), p *Profile) {
	if p.Versions != "" {
		if _, err := semver.NewConstraint(p.Versions); err != nil {
			bad("versions %q: %v", p.Versions, err)
		}
		if len(p.Programs) > 0 {
			bad("programs in an entry with versions match nothing: the tag of an image that runs a program is not its version")
		}
	}
	for s, effect := range p.Signals {
		if !slices.Contains(signals, s) && !like(realTime, s) {
			bad("signal %q is none that a program can handle: write SIGTERM, SIGRTMIN+3", s)
		}
		effects(bad, "signal "+s, effect)
	}
	if d := p.Drain; d != nil {
		if d.Default == nil && !d.Unlimited && len(d.Settings)+len(d.Adds) == 0 {
			bad("drain says nothing")
		}
		if d.Default != nil && *d.Default < 0 {
			bad("drain default %v is below 0", *d.Default)
		}
		if d.Default != nil && d.Unlimited {
			bad("drain has a default and is unlimited")
		}
		settings(bad, "drain settings", d.Settings)
		settings(bad, adds, d.Adds)
	}
	settings(bad, "lameDuck", p.LameDuck)
	switches(bad, "gracefulOff", p.GracefulOff)
	switches(bad, "gracefulOn", p.GracefulOn)
	if p.MinGrace < 0 {
		bad("minGrace %v is below 0", p.MinGrace)
	}
	if p.Start < 0 {
		bad("start %v is below 0", p.Start)
	}
	seen := map[string]bool{}
	for _, c := range p.StopCommands {
		words := strings.Join(c.Words, " ")
		if len(c.Words) == 0 || slices.Contains(c.Words, "") {
			bad("stop command %q: words are missing or empty", words)
		}
		if seen[words] {
			bad("stop command %q occurs twice", words)
		}
		seen[words] = true
		effects(bad, fmt.Sprintf("stop command %q", words), c.Effect)
	}
}

func effects(bad func(string, ...any), of, effect string) {
	if !slices.Contains(SignalEffects, effect) {
		bad("%s: effect %q is none of %s", of, effect, strings.Join(SignalEffects, ", "))
	}
}

func settings(bad func(string, ...any), of string, list []Setting) {
	for i, s := range list {
		setting(bad, of, s)
		if slices.Contains(list[:i], s) {
			bad("%s: %s occurs twice", of, s)
		}
		if s.Default < 0 || s.Default != 0 && of != adds {
			bad("%s: %s: only %s have a default of their own, above 0", of, s, adds)
		}
	}
}

func switches(bad func(string, ...any), of string, list []Switch) {
	for _, s := range list {
		setting(bad, of, s.Setting)
		if s.Unit != "" || s.Default != 0 {
			bad("%s: %s: a switch has neither unit nor default", of, s.Setting)
		}
		if len(s.Values) == 0 || slices.Contains(s.Values, "") {
			bad("%s: %s: values are missing or empty", of, s.Setting)
		}
		if s.Why == "" {
			bad("%s: %s says no why", of, s.Setting)
		}
	}
}

// setting refuses a place that is none or several, and names that cannot occur.
func setting(bad func(string, ...any), of string, s Setting) {
	has := func(f, e, k, a bool) bool {
		return (s.Flag != "") == f && (s.Env != "") == e && (s.Key != "") == k && (s.Annotation != "") == a
	}
	t, f := true, false
	file := has(f, f, t, f)
	if !file && !has(t, f, f, f) && !has(f, t, f, f) && !has(f, f, f, t) && !has(t, t, f, f) && !has(f, f, t, t) {
		bad("%s: %s: write one of flag, env, key and annotation, or flag with env, or annotation with key", of, s)
	}
	if s.Flag != "" && !like(flagName, s.Flag) {
		bad("%s: %s: write the flag with its dashes and without its value", of, s)
	}
	if s.Env != "" && !like(envName, s.Env) {
		bad("%s: %s: no name of an environment variable", of, s)
	}
	if s.Annotation != "" && !like(annotationKey, s.Annotation) {
		bad("%s: %s: no key of an annotation", of, s)
	}
	if (s.Key != "") != (s.Format != "") {
		bad("%s: %s: key and format go together", of, s)
	} else if s.Format != "" && !slices.Contains(Formats, s.Format) {
		bad("%s: %s: format %q is none of %s", of, s, s.Format, strings.Join(Formats, ", "))
	}
	if _, err := path.Match(s.File, ""); err != nil || file != (s.File != "") || strings.Contains(s.File, "/") {
		bad("%s: %s: a key in a file needs file, a glob of the file's name", of, s)
	}
	if slices.Contains(strings.Split(s.Key, "."), "") && s.Key != "" {
		bad("%s: %s: a key is a path of words with dots between them", of, s)
	}
	if !slices.Contains(Units, s.Unit) {
		bad("%s: %s: unit %q is none of ms, s, m", of, s, s.Unit)
	}
}

// String is how a mistake names a setting.
func (s Setting) String() string {
	var out []string
	for _, part := range []string{s.Flag, s.Env, s.Annotation, s.Key, s.File} {
		if part != "" {
			out = append(out, part)
		}
	}
	if len(out) == 0 {
		return "an empty setting"
	}
	return strings.Join(out, " ")
}
