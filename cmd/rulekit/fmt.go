package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"
)

// formatRego rewrites every Rego file below dir the way "opa fmt" does.
func formatRego(dir string) error {
	return filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(p) != ".rego" {
			return err
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		formatted, err := format.SourceWithOpts(p, text, format.Opts{RegoVersion: ast.RegoV1})
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		if bytes.Equal(text, formatted) {
			return nil
		}
		return os.WriteFile(p, formatted, 0o644)
	})
}
