package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// runs is how often each command is timed; odd, so that the median is a measured value.
const runs = 41

// warmUps run before anything is timed.
const warmUps = 10

// bench times the binary as a whole process, as a hook pays for it.
func bench(binary string) error {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return err
	}
	if err := settle(binary); err != nil {
		return err
	}
	for _, b := range []struct {
		name string
		args []string
	}{
		{"start-up (version)", []string{"version"}},
		{"one small manifest", []string{"scan", "testdata/bench/manifest.yaml", "--fail-on", "never"}},
		{"small manifest, SARIF", []string{"scan", "testdata/bench/manifest.yaml", "--fail-on", "never", "-o", "sarif"}},
		{"one small chart", []string{"scan", "testdata/demo/charts/shop", "--fail-on", "never"}},
		{"the whole demo", []string{"scan", "testdata/demo", "--fail-on", "never"}},
	} {
		if err := timed(b.name, binary, b.args); err != nil {
			return err
		}
	}
	return benchWatch(os.Stdout, binary)
}

// settle has the system finish what the build left to write, so that no run pays for it.
func settle(binary string) error {
	f, err := os.Open(binary)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	if err := f.Sync(); err != nil {
		return err
	}
	for range warmUps {
		if err := exec.Command(binary, "version").Run(); err != nil {
			return err
		}
	}
	return nil
}

func timed(name, binary string, args []string) error {
	times := make([]time.Duration, runs)
	for i := range times {
		var stderr bytes.Buffer
		cmd := exec.Command(binary, args...)
		cmd.Stderr = &stderr
		start := time.Now()
		err := cmd.Run()
		times[i] = time.Since(start)
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			return err
		} else if err != nil {
			return fmt.Errorf("%s %v: %w\n%s", binary, args, err, stderr.String())
		}
	}
	slices.Sort(times)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	_, err := fmt.Fprintf(os.Stdout, "%-24s median %6.1f ms   p95 %6.1f ms   (%d runs)\n", name, ms(times[runs/2]), ms(times[runs*95/100]), runs)
	return err
}
