package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/report"
	"github.com/drainlint/drainlint/analyzer/typeset"
)

// watchFlags are the flags of "drainlint watch" as typed.
type watchFlags struct {
	scanFlags
	sarif, format string
	poll          time.Duration
}

func watchCommand() *cobra.Command {
	var f watchFlags
	c := &cobra.Command{
		Use:   "watch [PATH ...]",
		Short: "keep a SARIF file up to date while files are edited",
		Long: "Analyse paths as scan does, and again whenever a file changes that has a part in the result. Only the charts, overlays,\n" +
			"folders of manifests and Dockerfiles that it concerns are analysed again. The baseline of the configuration holds. The SARIF file is replaced as a whole, so\n" +
			"that an editor never reads half of it. Ends with exit code 0 on Ctrl-C or SIGTERM.",
		Example: "  drainlint watch --sarif drainlint.sarif\n  drainlint watch deploy charts --sarif .vscode/drainlint.sarif --format none",
		RunE:    func(cmd *cobra.Command, args []string) error { return watch(cmd, f, args) },
	}
	fs := c.Flags()
	inputFlags(fs, &f.scanFlags, "auto")
	ruleFlags(fs, &f.scanFlags)
	noBaselineFlag(fs, &f.scanFlags)
	fs.StringVar(&f.sarif, "sarif", "", "SARIF `FILE` to keep up to date")
	fs.StringVar(&f.format, "format", "short", "`FORMAT` that is printed after a change: short, text or none")
	fs.StringVar(&f.show, "show", "warning", "lowest severity `LEVEL` that is printed")
	fs.StringVar(&f.color, "color", "auto", "`WHEN`: auto, always or never; NO_COLOR is honoured")
	fs.DurationVar(&f.poll, "poll", 0, "also look for changes in this `INTERVAL`, where a file system does not report them (like 2s)")
	return c
}

// watcher is a running "drainlint watch".
type watcher struct {
	cmd     *cobra.Command
	flags   watchFlags
	paths   []string
	opts    analyzer.Options
	session *analyzer.Session
	// sarif and text are what was written last.
	sarif []byte
	text  string
	// failed is the mistake that was said last, while it lasts.
	failed string
}

// retry is how long to wait before the next look while a mistake in the configuration lasts.
const retry = 300 * time.Millisecond

func watch(cmd *cobra.Command, f watchFlags, paths []string) error {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	if !slices.Contains([]string{"short", "text", "none"}, f.format) {
		return fmt.Errorf("--format %q: expected short, text or none", f.format)
	}
	if f.sarif == "" && f.format == "none" {
		return errors.New("nothing to do: name a file with --sarif, or a --format")
	}
	for _, p := range paths { // later a path may go and come back
		if _, err := os.Lstat(p); errors.Is(err, fs.ErrNotExist) && p != "-" {
			return errors.New(analyzer.NoPath(p, "a file or a folder"))
		}
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	w := watcher{cmd: cmd, flags: f, paths: paths}
	if err := w.prepare(); err != nil { // a mistake in the call or in the configuration ends it at the start, and only there
		return err
	}
	folders, err := newFolders(f.poll, w.own)
	if err != nil {
		w.say("changes are not reported here (%v); looking for them every %s", err, folders.poll)
	}
	defer folders.close()
	return w.loop(ctx, folders)
}

// loop analyses, writes and waits until ctx ends.
func (w *watcher) loop(ctx context.Context, folders *folders) error {
	for ctx.Err() == nil {
		start := time.Now()
		err := w.round(ctx, start)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.As(err, new(*writeError)):
			return err
		case err != nil:
			if w.failed != err.Error() {
				w.say("%v", err)
			}
			w.failed, w.text = err.Error(), "" // what comes next is told as at the start
			select {
			case <-ctx.Done():
			case <-time.After(retry):
			}
		default:
			w.failed = ""
		}
		added, err := folders.watch(w.folders())
		if err != nil {
			w.say("%v; looking for changes every %s", err, folders.poll)
		}
		if added { // what changed before its folder was watched
			continue
		}
		outer := folders.wait(ctx, min(time.Since(start), time.Second))
		if slices.ContainsFunc(outer, w.outside) {
			w.session = nil
		}
	}
	return nil
}

// prepare reads the configuration, and starts anew when it changed.
func (w *watcher) prepare() error {
	f := w.flags.scanFlags
	f.helm.SetFile = slices.Clone(f.helm.SetFile) // made relative to the root in place
	opts, _, err := scanOptions(w.cmd, &f, w.paths)
	if err == nil {
		_, err = withBaseline(f, w.paths, &opts)
	}
	if err != nil || w.session != nil && reflect.DeepEqual(opts, w.opts) {
		return err
	}
	a, err := analyzer.New(opts)
	if err != nil {
		return err
	}
	session, err := a.Session(w.paths...)
	if err == nil {
		w.session, w.opts = session, opts
	}
	return err
}

func (w *watcher) round(ctx context.Context, start time.Time) error {
	if err := w.prepare(); err != nil {
		return err
	}
	r, err := w.session.Run(ctx)
	if err != nil {
		return err
	}
	f := w.flags.scanFlags
	f.show = strings.TrimSuffix(f.show, "s")
	o := reportOptions(f, r)
	first := w.text == ""
	if w.flags.sarif != "" {
		var b bytes.Buffer
		plain := o
		plain.Color = false
		if err := report.Write(&b, "sarif", r, plain); err != nil {
			return err
		}
		if _, err := os.Lstat(w.flags.sarif); err != nil || !bytes.Equal(b.Bytes(), w.sarif) {
			if err := replace(w.flags.sarif, b.Bytes()); err != nil {
				return &writeError{err}
			}
			w.sarif = b.Bytes()
		}
	}
	return w.print(r, o, first, start)
}

// print writes the listing when it changed, and a line about the run when anything was analysed.
func (w *watcher) print(r *analyzer.Report, o report.Options, first bool, start time.Time) error {
	var b bytes.Buffer
	if w.flags.format != "none" {
		if err := report.Write(&b, w.flags.format, r, o); err != nil {
			return err
		}
	}
	again, all := w.session.Analysed()
	counts := map[finding.Severity]int{}
	for i := range r.Findings {
		if r.Findings[i].Open() {
			counts[r.Findings[i].Severity]++
		}
	}
	summary := strings.Join([]string{typeset.Count(counts[finding.Error], "error"), typeset.Count(counts[finding.Warning], "warning"), typeset.Count(counts[finding.Note], "note")}, ", ")
	text := b.String() + summary
	if text != w.text {
		if w.flags.format != "none" {
			w.say("findings now:") // where a problem matcher begins anew
		}
		if _, err := w.cmd.OutOrStdout().Write(b.Bytes()); err != nil {
			return &writeError{err}
		}
	}
	if first || again > 0 || text != w.text {
		w.say("%s; %d of %s analysed in %d ms", summary, again, typeset.Count(all, "input"), time.Since(start).Milliseconds())
	}
	w.text = text
	return nil
}

// folders are those in which a change matters.
func (w *watcher) folders() []string {
	if w.session == nil {
		return nil
	}
	out := w.session.Folders()
	if w.flags.configFile != "" {
		out = append(out, filepath.Dir(absolute(w.flags.configFile)))
	}
	if w.opts.Config.Baseline != "" && !w.flags.noBaseline {
		out = append(out, filepath.Dir(baselineFile("", w.opts)))
	}
	for _, dir := range w.outer() {
		_ = filepath.WalkDir(dir, func(p string, e os.DirEntry, err error) error { // what cannot be read cannot be watched
			if err == nil && e.IsDir() {
				out = append(out, p)
			}
			return nil
		})
	}
	return out
}

// outer are the folders that are read once, when a session is prepared.
func (w *watcher) outer() []string {
	c := w.opts.Config
	out := slices.Clone(w.opts.Policies)
	for _, dir := range slices.Concat(c.Policies, c.Catalogs, c.Helm.Charts) {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(c.Path), dir)
		}
		out = append(out, dir)
	}
	for i, dir := range out {
		out[i] = absolute(dir)
	}
	return out
}

func (w *watcher) outside(file string) bool {
	return slices.ContainsFunc(w.outer(), func(dir string) bool {
		return file == dir || strings.HasPrefix(file, dir+string(filepath.Separator))
	})
}

// own tells whether a change is this program's own.
func (w *watcher) own(file string) bool {
	if w.flags.sarif == "" {
		return false
	}
	out := absolute(w.flags.sarif)
	return file == out || filepath.Dir(file) == filepath.Dir(out) && strings.HasPrefix(filepath.Base(file), temporary)
}

func (w *watcher) say(format string, args ...any) {
	fmt.Fprintf(w.cmd.ErrOrStderr(), "drainlint: %s\n", typeset.Printable(fmt.Sprintf(format, args...)))
}

func absolute(file string) string {
	abs, err := filepath.Abs(file)
	if err != nil {
		return file
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
		return filepath.Join(dir, filepath.Base(abs))
	}
	return abs
}

// writeError ends the command: what it is for cannot be done.
type writeError struct{ error }

func (e *writeError) Unwrap() error { return e.error }

// temporary is how the names of files begin that replace takes.
const temporary = ".drainlint-"

// replace writes a file so that a reader sees the old or the new one, never a part.
func replace(file string, data []byte) (err error) {
	t, err := os.CreateTemp(filepath.Dir(file), temporary+"*")
	if err != nil {
		return fmt.Errorf("--sarif: %w", err)
	}
	_, err = t.Write(data)
	err = cmp.Or(err, t.Chmod(0o644), t.Close())
	if err == nil {
		err = os.Rename(t.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("--sarif: %w", errors.Join(err, os.Remove(t.Name())))
	}
	return nil
}
