package helm

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestCorpus(t *testing.T) {
	root := os.Getenv("CORPUS")
	if root == "" {
		t.Skip()
	}
	r, err := os.OpenRoot(root)
	if err != nil {
		t.Fatal(err)
	}
	var dirs []string
	filepath.Walk(root, func(p string, fi os.FileInfo, err error) error {
		if err == nil && fi.Name() == "Chart.yaml" {
			d, _ := filepath.Rel(root, filepath.Dir(p))
			dirs = append(dirs, d)
		}
		return nil
	})
	ok, docs := 0, 0
	var opts Options
	if s := os.Getenv("SET"); s != "" {
		opts.Set = []string{s}
	}
	start := time.Now()
	for _, d := range dirs {
		t0 := time.Now()
		u, err := Load(context.Background(), r.FS(), d, opts)
		if err != nil {
			fmt.Println("ERR", d, err)
			continue
		}
		n := len(u.Documents)
		docs += n
		if len(u.Problems) == 0 {
			ok++
		}
		fmt.Printf("%-60s docs=%d files=%d partial=%v %v\n", d, n, len(u.Files), u.Partial, time.Since(t0).Round(time.Millisecond))
		for _, p := range u.Problems {
			fmt.Printf("    %s: %s [%s] partial=%v warning=%v\n", p.Span, p.Message, p.Change, p.Partial, p.Warning)
		}
	}
	fmt.Println("charts", len(dirs), "clean", ok, "docs", docs, time.Since(start))
}
