package catalog

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Inits are the init programs that an Image may name.
var Inits = []string{"tini", "dumb-init", "s6-overlay", "catatonit", "my_init"}

// signalNames are the names that STOPSIGNAL takes on Linux; the real-time ones are in rtSignal.
var signalNames = strings.Fields(`SIGHUP SIGINT SIGQUIT SIGILL SIGTRAP SIGABRT SIGBUS SIGFPE SIGKILL SIGUSR1 SIGSEGV
	SIGUSR2 SIGPIPE SIGALRM SIGTERM SIGSTKFLT SIGCHLD SIGCONT SIGSTOP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGXCPU SIGXFSZ
	SIGVTALRM SIGPROF SIGWINCH SIGIO SIGPWR SIGSYS`)

var rtSignal = regexp.MustCompile(`^SIGRT(MIN([+]([1-9]|1[0-5]))?|MAX(-([1-9]|1[0-4]))?)$`)

func (k *checker) image(file string, i *Image) {
	bad := func(format string, args ...any) { k.bad(file, fmt.Sprint(i.Images), format, args...) }
	if len(i.Images) == 0 {
		bad("an entry has no images")
	}
	if _, err := regexp.Compile(i.Tag); err != nil {
		bad("tag: %v", err)
	}
	if s := i.StopSignal; s != "" && !slices.Contains(signalNames, s) && !rtSignal.MatchString(s) {
		bad("stopSignal %q is no signal: write SIGTERM or SIGRTMIN+3", s)
	}
	if i.Init != "" && !slices.Contains(Inits, i.Init) {
		bad("init %q is none of %s", i.Init, strings.Join(Inits, ", "))
	}
	if i.Init != "" && len(i.Entrypoint)+len(i.Cmd) == 0 {
		bad("init without entrypoint and cmd")
	}
	if i.Execs && len(i.Entrypoint) == 0 {
		bad("execs without entrypoint")
	}
	for _, word := range slices.Concat(i.Entrypoint, i.Cmd) {
		if word == "" {
			bad("an empty word in entrypoint or cmd")
		}
	}
	if strings.Contains(i.Program, "/") {
		bad("program %q: write the name without its folder", i.Program)
	}
	k.sources(bad, i.Source)
	k.wildcards(bad, i.Images)
	k.once(bad, file, "published image", i.Images, i.Tag)
}
