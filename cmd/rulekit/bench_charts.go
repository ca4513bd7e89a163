package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// makesKeys finds the functions with which rendering is mostly arithmetic on prime numbers.
var makesKeys = regexp.MustCompile(`\bgen(CA|SelfSignedCert|SignedCert|PrivateKey)`)

// benchCharts compares the time that Helm's own loader and engine take to render the charts below dir with a whole scan of
// them, process start included, with default values. Charts that Helm cannot render and charts that make keys are left out.
func benchCharts(w io.Writer, binary, dir string) error {
	log.SetOutput(io.Discard)
	root, charts, err := chartsBelow(dir)
	if err != nil {
		return err
	}
	charts = slices.DeleteFunc(charts, func(c string) bool { return generates(root, c) })
	var clean, scans []time.Duration
	for range 5 {
		var sum time.Duration
		charts = slices.DeleteFunc(charts, func(c string) bool {
			start := time.Now()
			_, err := renderOnce(root, c)
			if err == nil {
				sum += time.Since(start)
			}
			return err != nil
		})
		clean = append(clean, sum)
		args := []string{"scan", "--root", root, "--value-sets", "none", "--fail-on", "never", "-o", "sarif=" + os.DevNull}
		for _, c := range charts {
			args = append(args, filepath.Join(root, c))
		}
		start := time.Now()
		if out, err := exec.Command(binary, args...).CombinedOutput(); err != nil {
			return fmt.Errorf("scan of %s: %w\n%s", dir, err, out)
		}
		scans = append(scans, time.Since(start))
	}
	slices.Sort(clean)
	slices.Sort(scans)
	a, b := clean[len(clean)/2], scans[len(scans)/2]
	_, err = fmt.Fprintf(w, "%-40s %3d charts   clean render %7.1f ms   whole scan %7.1f ms   ratio %.2f\n", filepath.Base(root), len(charts),
		float64(a.Microseconds())/1000, float64(b.Microseconds())/1000, float64(b)/float64(a))
	return err
}

// generates tells whether a chart, with its subcharts, calls a function that makes keys.
func generates(root, dir string) bool {
	found := false
	_ = filepath.WalkDir(filepath.Join(root, dir), func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || found {
			return nil
		}
		if data, err := os.ReadFile(p); err == nil && (filepath.Ext(p) == ".yaml" || filepath.Ext(p) == ".tpl") {
			found = makesKeys.Match(data)
		}
		return nil
	})
	return found
}
