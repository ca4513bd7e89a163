package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/drainlint/drainlint/analyzer/catalog"
	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/analyzer/kube"
	"github.com/drainlint/drainlint/loaders"
	"github.com/drainlint/drainlint/loaders/source"
	"github.com/drainlint/drainlint/rego"
)

// signalPaths writes one line for each Dockerfile below root: what is known of the way of the stop signal, for people who
// compare it with the files.
func signalPaths(w io.Writer, root string) error {
	data, err := fs.Sub(rego.FS, "data")
	if err != nil {
		return err
	}
	known, err := catalog.Load(data)
	if err != nil {
		return err
	}
	fsys := os.DirFS(root)
	files, analysed, decided := 0, 0, 0
	for _, o := range loaders.Discover(fsys, []string{"."}, nil, false).Owners {
		if o.Kind != source.Docker {
			continue
		}
		files++
		units, err := loaders.Load(context.Background(), fsys, o, loaders.Options{})
		if err != nil {
			return err
		}
		for _, im := range facts.Extract(units[0], facts.Options{KubeVersion: kube.Default(), Catalog: known}).Images {
			analysed++
			text, sure := signalPath(im)
			if sure {
				decided++
			}
			fmt.Fprintf(w, "%s: %s\n", im.File, text)
		}
	}
	_, err = fmt.Fprintf(w, "%d Dockerfiles, %d analysed, %d decided\n", files, analysed, decided)
	return err
}

func signalPath(im facts.DockerImage) (text string, decided bool) {
	switch {
	case im.Windows:
		return "Windows", true
	case im.Broken:
		return "broken exec form", true
	case len(im.Path) == 0:
		return "not known: the base " + im.Base + " decides", false
	}
	signal := im.StopSignal.Name
	if !im.StopSignal.Known {
		signal = "stop signal"
	}
	text, decided = signal, true
	last := "yes"
	for _, h := range im.Path {
		text += map[string]string{"yes": " -> ", "no": " x-> ", "unknown": " ?-> "}[last] + h.Text
		decided = decided && h.Passes != "unknown"
		last = h.Passes
	}
	if im.Process.Used {
		text += fmt.Sprintf(" (%s; trap %s)", im.Process.Reason, im.Process.Trap)
	}
	return text, decided
}
