package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// saves is how often a file is saved under a running "drainlint watch".
const saves = 50

// benchWatch times how long it takes from the save of a file until the SARIF file says what it means. The folder that is
// watched holds the demo and the small manifest.
func benchWatch(w io.Writer, binary string) error {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "drainlint-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for to, from := range map[string]string{"demo": "testdata/demo", "bench": "testdata/bench"} {
		if err := os.CopyFS(filepath.Join(dir, to), os.DirFS(from)); err != nil {
			return err
		}
	}
	sarif := filepath.Join(dir, "out.sarif")
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, binary, "watch", dir, "--sarif", sarif, "--format", "none")
	if err := cmd.Start(); err != nil {
		stop()
		return err
	}
	defer func() {
		stop()
		_ = cmd.Wait() // it was told to end
	}()
	if err := appears(sarif, nil); err != nil {
		return err
	}
	for _, b := range []struct{ name, file, old, format string }{
		{"save of a manifest", "bench/manifest.yaml", `command: ["sleep", "30"]`, `command: ["sleep", "%d"]`},
		{"save of a chart's values", "demo/charts/shop/values.yaml", "preStopSeconds: 25", "preStopSeconds: %d"},
	} {
		if err := benchSaves(w, b.name, filepath.Join(dir, b.file), b.old, b.format, sarif); err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
	}
	return nil
}

func benchSaves(w io.Writer, name, file, old, format, sarif string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !bytes.Contains(text, []byte(old)) {
		return fmt.Errorf("%s does not hold %q", file, old)
	}
	times := make([]time.Duration, saves)
	for i := range times {
		seconds := 1000 + i // longer than any grace period: the message says it
		edited := bytes.Replace(text, []byte(old), fmt.Appendf(nil, format, seconds), 1)
		time.Sleep(100 * time.Millisecond) // a person's pause
		start := time.Now()
		if err := os.WriteFile(file, edited, 0o644); err != nil {
			return err
		}
		if err := appears(sarif, fmt.Appendf(nil, "%d", seconds)); err != nil {
			return err
		}
		times[i] = time.Since(start)
	}
	slices.Sort(times)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	_, err = fmt.Fprintf(w, "%-24s median %6.1f ms   p95 %6.1f ms   (%d saves)\n", name, ms(times[saves/2]), ms(times[saves*95/100]), saves)
	return err
}

// appears waits until a file exists and holds a text.
func appears(file string, text []byte) error {
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if data, err := os.ReadFile(file); err == nil && bytes.Contains(data, text) {
			return nil
		}
	}
	return fmt.Errorf("%s does not hold %q after 20 s", file, text)
}
