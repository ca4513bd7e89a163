package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/finding"
	"github.com/drainlint/drainlint/analyzer/timeline"
)

func timelineCommand() *cobra.Command {
	var f scanFlags
	var workload string
	c := &cobra.Command{
		Use:   "timeline [PATH ...]",
		Short: "draw how the pods of a workload end: hooks, stop signals, drains, SIGKILL",
		Long: "Draw for each workload what happens from the deletion of a pod until its last container is gone: one lane for each\n" +
			"container, endpoint removal beside them, what the grace period cuts, and the line of every number.\n\n" +
			"Exit code: 0 drawn, 2 some input could not be read, no workload was found, or the call is wrong.",
		Example: "  drainlint timeline charts/web\n  drainlint timeline charts/web --workload deployment/web -o html=web.html\n  helm template . | drainlint timeline - -o mermaid",
		RunE:    func(cmd *cobra.Command, args []string) error { return drawTimeline(cmd, f, args, workload) },
	}
	fs := c.Flags()
	fs.StringVar(&f.root, "root", "", "`DIR` that paths are reported relative to, and outside of which nothing is read (default: the git work tree)")
	fs.StringVar(&f.configFile, "config", "", "configuration `FILE`")
	fs.StringArrayVarP(&f.outputs, "output", "o", nil, "`FORMAT` or FORMAT=FILE, may be repeated: "+strings.Join(timeline.Formats(), ", ")+" (default text)")
	fs.StringVarP(&workload, "workload", "w", "", "`KIND/NAME`, or a name: the one workload to draw")
	fs.StringVar(&f.color, "color", "auto", "`WHEN`: auto, always or never; NO_COLOR is honoured")
	fs.StringArrayVar(&f.exclude, "exclude", nil, "path `PATTERN` to leave out, in .gitignore syntax; a file that is named is analysed all the same")
	fs.StringVar(&f.kubeVersion, "kube-version", "", "Kubernetes `VERSION` that charts are rendered for")
	helmFlags(fs, &f.helm)
	fs.BoolVar(&f.all, "all", false, "Kustomize: every kustomization, also those that others use as a base")
	fs.BoolVar(&f.relaxed, "kustomize-load-restrictor-none", false, "Kustomize: files outside a kustomization's folder may be named, as long as they are below the root")
	return c
}

func drawTimeline(cmd *cobra.Command, f scanFlags, paths []string, workload string) error {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	outputs, err := parseOutputs(f.outputs, timeline.Formats())
	if err != nil {
		return err
	}
	f.failOn, f.show, f.findSets = "never", "note", "none"
	read, err := inspect(cmd, &f, paths)
	if err != nil {
		return err
	}
	code := exitClean
	for _, p := range read.Problems {
		if !p.Warning && read.Scope.Contains(p.Span.File) {
			code = exitTrouble
		}
	}
	pictures, err := drawn(read, workload)
	if err != nil {
		return err
	}
	if err := writePictures(cmd.OutOrStdout(), outputs, pictures, useColor(f.color)); err != nil {
		return err
	}
	if code != exitClean {
		return &exitError{code: code}
	}
	return nil
}

// drawn are the pictures of the workloads that were asked for.
func drawn(read *analyzer.Inspection, workload string) ([]*timeline.Picture, error) {
	var out, others []*timeline.Picture
	var names []string
	for _, s := range read.Inputs {
		for i := range s.Facts.Workloads {
			w := &s.Facts.Workloads[i]
			if len(w.Timeline.Lanes) == 0 {
				continue
			}
			if workload != "" && !strings.EqualFold(workload, w.Name) && !strings.EqualFold(workload, w.Kind+"/"+w.Name) {
				names = append(names, w.Kind+"/"+w.Name)
				continue
			}
			p := timeline.New(s.Unit, w)
			if read.Scope.Contains(finding.Trace(s.Unit, w.At).Span.File) {
				out = append(out, p)
				continue
			}
			others = append(others, p)
		}
	}
	if len(out) == 0 {
		out = others // a values file or a patch was named
	}
	switch {
	case len(out) > 0:
		return out, nil
	case workload != "" && len(names) > 0:
		return nil, fmt.Errorf("--workload %q: the workloads are %s", workload, strings.Join(names[:min(len(names), 20)], ", "))
	}
	return nil, errors.New("no workload with containers was found")
}

// writePictures renders every output. A file is written only when it is complete.
func writePictures(stdout io.Writer, outputs []output, pictures []*timeline.Picture, colour bool) error {
	for _, o := range outputs {
		var b bytes.Buffer
		if err := timeline.Write(&b, o.format, pictures, colour && o.file == ""); err != nil {
			return err
		}
		if o.file == "" {
			if _, err := stdout.Write(b.Bytes()); err != nil {
				return err
			}
			continue
		}
		if err := os.WriteFile(o.file, b.Bytes(), 0o644); err != nil {
			return fmt.Errorf("--output: %w", err)
		}
	}
	return nil
}
