package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"

	"github.com/drainlint/drainlint/loaders/kustomize"
	"github.com/drainlint/drainlint/loaders/source"
)

// overlayTotals is the last line of the corpus command for kustomizations.
type overlayTotals struct {
	Kustomizations int   `json:"kustomizations"`
	Built          int   `json:"built"`
	Failed         int   `json:"failed"`
	Objects        int   `json:"objects"`
	Different      int   `json:"objects_different"`
	Leaves         int   `json:"leaves"`
	Exact          int   `json:"leaves_exact"`
	KrustyMS       int64 `json:"krusty_ms"`
	OwnMS          int64 `json:"own_ms"`
}

// overlays builds every kustomization below root with drainlint and with kustomize itself, and compares the objects.
// Those that need more than the files of the folder are counted as failed.
func overlays(w io.Writer, root string) error {
	silence()
	var sum overlayTotals
	err := filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !kustomize.FileName(d.Name()) {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(p))
		if err != nil {
			return err
		}
		line, err := sum.one(root, filepath.ToSlash(dir))
		fmt.Fprintf(w, "%-60s %s\n", dir, line)
		return err
	})
	if err != nil {
		return err
	}
	text, err := json.Marshal(sum)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", text)
	return err
}

// silence drops what kustomize writes to the process's standard error.
func silence() {
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		os.Stderr = null
	}
}

func (s *overlayTotals) one(root, dir string) (string, error) {
	s.Kustomizations++
	start := time.Now()
	u, err := kustomize.Load(context.Background(), os.DirFS(root), dir, kustomize.Options{})
	own := time.Since(start)
	if err != nil {
		return "", err
	}
	if u.Partial {
		s.Failed++
		return "failed: " + reason(u), nil
	}
	start = time.Now()
	objects, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), filepath.Join(root, dir))
	if err != nil {
		s.Failed++
		return "kustomize fails: " + err.Error(), nil
	}
	s.KrustyMS, s.OwnMS = s.KrustyMS+time.Since(start).Milliseconds(), s.OwnMS+own.Milliseconds()
	s.Built++
	var note string
	want := objects.Resources()
	if len(want) != len(u.Documents) {
		s.Different += max(len(want), len(u.Documents))
		return fmt.Sprintf("%d objects, kustomize %d", len(u.Documents), len(want)), nil
	}
	leaves, exact := 0, 0
	for i, d := range u.Documents {
		text, err := want[i].AsYAML()
		if err != nil {
			return "", err
		}
		if own, err := plainJSON(d.Root); err != nil || own != jsonOf(text) {
			s.Different++
			note = "  differs: " + d.Identity()
		}
		scalarsBelow(d.Root, nil, func(at source.Path, n *yaml.Node) {
			leaves++
			if d.Trace(at).Exact {
				exact++
			} else if !strings.Contains(note, "untraced") {
				note += fmt.Sprintf("  untraced %s %s = %.60q", d.Identity(), at, n.Value)
			}
		})
	}
	s.Objects, s.Leaves, s.Exact = s.Objects+len(want), s.Leaves+leaves, s.Exact+exact
	return fmt.Sprintf("built, %d objects, %d leaves, %d exact%s", len(want), leaves, exact, note), nil
}

func plainJSON(n *yaml.Node) (string, error) {
	var v any
	if err := n.Decode(&v); err != nil {
		return "", err
	}
	text, err := json.Marshal(v)
	return string(text), err
}

func jsonOf(text []byte) string {
	var n yaml.Node
	if yaml.Unmarshal(text, &n) != nil {
		return ""
	}
	out, _ := plainJSON(&n)
	return out
}
