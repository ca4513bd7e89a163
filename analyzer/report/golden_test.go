package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/drainlint/drainlint/analyzer/finding"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (run with -update to rewrite it); got:\n%s", path, got)
	}
}

func output(t *testing.T, format string, r *finding.Report, o Options) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, format, r, o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestGolden(t *testing.T) {
	reports := []struct {
		suffix string
		report *finding.Report
	}{{"", fixture()}, {"-empty", emptyReport()}, {"-stdin", stdinReport()}, {"-baseline", baselineReport()}}
	for _, format := range Formats() {
		for _, c := range reports {
			t.Run(format+c.suffix, func(t *testing.T) {
				golden(t, format+c.suffix, output(t, format, c.report, fixtureOptions()))
			})
		}
	}
}

func TestGoldenText(t *testing.T) {
	for name, set := range map[string]func(*Options){
		"text-notes":     func(o *Options) { o.Show = finding.Note },
		"text-errors":    func(o *Options) { o.Show = finding.Error },
		"text-color":     func(o *Options) { o.Color = true },
		"text-narrow":    func(o *Options) { o.Width = 60 },
		"text-no-source": func(o *Options) { o.Source = nil },
	} {
		t.Run(name, func(t *testing.T) {
			o := fixtureOptions()
			set(&o)
			golden(t, name, output(t, "text", fixture(), o))
		})
	}
}
