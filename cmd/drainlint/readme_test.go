package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
)

// TestReadme keeps the first example of the README true: one finding of the sample.
func TestReadme(t *testing.T) {
	const file, command = "../../README.md", "$ drainlint scan testdata/demo/charts/shop\n"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..")
	var stdout, stderr bytes.Buffer
	run(context.Background(), strings.Fields(command)[2:], strings.NewReader(""), &stdout, &stderr)
	t.Chdir("cmd/drainlint")
	want := excerpt(stdout.String(), "web.yaml", "prestop-exceeds-grace")
	head, rest, ok := strings.Cut(string(page), command)
	_, tail, closed := strings.Cut(rest, "```\n")
	if !ok || !closed || want == "" {
		t.Fatalf("%s has no %q, or the scan has no such finding:\n%s%s", file, command, stdout.String(), stderr.String())
	}
	text := head + command + want + "```\n" + tail
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text != string(page) {
		t.Errorf("the example in %s is stale: run go test ./cmd/drainlint -run TestReadme -update", file)
	}
}

// excerpt is the heading of a file and one finding of it in text output.
func excerpt(text, file, rule string) string {
	lines := strings.SplitAfter(text, "\n")
	heading, finding := "", ""
	for i, line := range lines {
		switch {
		case strings.HasSuffix(line, file+"\n") && !strings.HasPrefix(line, " "):
			heading = line
		case heading != "" && finding == "" && strings.Contains(line, "  "+rule+"  "):
			for _, next := range lines[i:] {
				if next == "\n" {
					break
				}
				finding += next
			}
		}
	}
	if finding == "" {
		return ""
	}
	return heading + finding + "...\n"
}
