package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// BenchmarkScan is everything but the start of the process: a new Analyzer for each run, as a hook pays for it.
func BenchmarkScan(b *testing.B) {
	for _, path := range []string{"manifests/good.yaml", "charts/shop", "deploy/overlays/prod", "."} {
		b.Run(strings.ReplaceAll(path, "/", "_"), func(b *testing.B) {
			for b.Loop() {
				var stdout, stderr bytes.Buffer
				if code := run(context.Background(), []string{"scan", "../../testdata/demo/" + path, "--fail-on", "never"}, strings.NewReader(""), &stdout, &stderr); code != 0 {
					b.Fatalf("exit %d: %s", code, stderr.String())
				}
			}
		})
	}
}
