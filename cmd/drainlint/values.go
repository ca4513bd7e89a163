package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/analyzer/config"
	"github.com/drainlint/drainlint/loaders"
	"github.com/drainlint/drainlint/loaders/helm"
)

// helmOptions resolves the values files: those of the configuration first, then those of the command line, as Helm
// merges them in order. All paths become relative to the root, which is all the loader may read.
func helmOptions(f *scanFlags, h *helm.Options, cfg config.Config, root string) error {
	files, err := below(root, slices.Concat(besides(cfg, cfg.Helm.Values), h.ValueFiles))
	if err != nil {
		return err
	}
	h.ValueFiles = files
	if err := valueSets(f, h, cfg, root); err != nil {
		return err
	}
	for i, s := range h.SetFile {
		key, v, ok := strings.Cut(s, "=")
		rel, inside := loaders.Relative(root, v)
		if !ok || !inside {
			return fmt.Errorf("--set-file %q: expected key=FILE with a file below the root %s", s, root)
		}
		h.SetFile[i] = key + "=" + rel
	}
	for _, dir := range cfg.Helm.Charts {
		at := dir
		if !filepath.IsAbs(dir) {
			at = filepath.Join(filepath.Dir(cfg.Path), dir)
		}
		if info, err := os.Stat(at); err != nil || !info.IsDir() {
			return fmt.Errorf("%s: helm.charts: %s is no folder", cfg.Path, dir)
		}
		h.Stores = append(h.Stores, helm.Store{Name: dir, FS: os.DirFS(at)})
	}
	h.APIVersions = slices.Concat(cfg.Helm.APIVersions, h.APIVersions)
	if h.ReleaseName == "" {
		h.ReleaseName = cfg.Helm.ReleaseName
	}
	if h.Namespace == "" {
		h.Namespace = cfg.Helm.Namespace
	}
	return nil
}

// valueSets takes the sets of the configuration and of the command line.
func valueSets(f *scanFlags, h *helm.Options, cfg config.Config, root string) error {
	switch f.findSets {
	case "", "auto":
	case "none":
		h.OnlyNamed = true
	default:
		return fmt.Errorf("--value-sets %q: expected auto or none", f.findSets)
	}
	for i, s := range cfg.Helm.ValueSets {
		files, err := below(root, besides(cfg, s.Values))
		if err != nil {
			return fmt.Errorf("%s: value set %s: %w", cfg.Place(fmt.Sprintf("helm.valueSets[%d]", i)), s.Name, err)
		}
		h.Sets = append(h.Sets, helm.ValueSet{Name: s.Name, Charts: s.Charts, Files: files})
	}
	for _, s := range f.valueSets {
		name, list, ok := strings.Cut(s, "=")
		if !ok || name == "" {
			return fmt.Errorf("--value-set %q: expected NAME=FILE[,FILE]", s)
		}
		files, err := below(root, strings.Split(list, ","))
		if err != nil {
			return fmt.Errorf("--value-set %s: %w", name, err)
		}
		h.Sets = append(h.Sets, helm.ValueSet{Name: name, Files: files})
	}
	return nil
}

// besides gives files that a configuration names relative to itself.
func besides(cfg config.Config, files []string) []string {
	out := make([]string, len(files))
	for i, v := range files {
		out[i] = filepath.Join(filepath.Dir(cfg.Path), v)
	}
	return out
}

// below gives the paths of values files from the root, which is all that the loader may read.
func below(root string, files []string) ([]string, error) {
	var out []string
	for _, v := range files {
		rel, ok := loaders.Relative(root, v)
		if !ok {
			return nil, fmt.Errorf("values file %s lies outside the root %s: name a root that holds it with --root", v, root)
		}
		if _, err := os.Stat(v); err != nil {
			return nil, fmt.Errorf("values file %s: %w", v, errors.Unwrap(err))
		}
		out = append(out, rel)
	}
	return out, nil
}
