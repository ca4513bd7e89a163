package main

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// TestCoverageSaysWhatScanSays compares the SARIF of both commands over the inputs of the rules about coverage.
func TestCoverageSaysWhatScanSays(t *testing.T) {
	for _, dir := range []string{"coverage_none/reports", "coverage_gap/reports", "platform_gap/reports", "coverage_gap/silent"} {
		dir := "../../testdata/rules/" + dir
		scan := results(t, "scan", dir, "--root", dir, "-o", "sarif", "--fail-on", "never")
		coverage := results(t, "coverage", dir, "--root", dir, "-o", "sarif", "--fail-on", "never")
		if !slices.Equal(scan, coverage) {
			t.Errorf("%s: scan\n%s\ncoverage\n%s", dir, strings.Join(scan, "\n"), strings.Join(coverage, "\n"))
		}
		if strings.HasSuffix(dir, "reports") && len(scan) == 0 {
			t.Errorf("%s: no result", dir)
		}
	}
}

// results are the results about coverage without the index of their rule.
func results(t *testing.T, args ...string) []string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); code != exitClean {
		t.Fatalf("%v: exit code %d: %s", args, code, stderr.String())
	}
	var log struct {
		Runs []struct{ Results []map[string]any }
	}
	if err := json.Unmarshal(stdout.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range log.Runs[0].Results {
		if !slices.Contains(coverageRules, r["ruleId"].(string)) {
			continue
		}
		delete(r, "ruleIndex")
		text, _ := json.Marshal(r)
		out = append(out, string(text))
	}
	return out
}
