package helm

import (
	"context"
	"os"
	"testing"
	"strings"
	"path/filepath"

	"go.yaml.in/yaml/v3"
)

func TestDump(t *testing.T) {
	root := os.Getenv("DUMPROOT")
	if root == "" {
		t.Skip()
	}
	caps, _ := newCapabilities("", nil)
	os.WriteFile(os.Getenv("OUT")+"/apis", []byte(strings.Join(caps.APIVersions, ",")), 0o644)
	r, _ := os.OpenRoot(root)
	for _, d := range strings.Fields(os.Getenv("CHARTS")) {
		u, err := Load(context.Background(), r.FS(), d, Options{})
		if err != nil {
			t.Log(d, err)
			continue
		}
		f, _ := os.Create(filepath.Join(os.Getenv("OUT"), strings.ReplaceAll(d, "/", "_")+".yaml"))
		for _, doc := range u.Documents {
			b, _ := yaml.Marshal(doc.Root)
			f.WriteString("---\n")
			f.Write(b)
		}
		f.Close()
	}
}
