package catalog

import (
	"strings"
	"testing"
	"testing/fstest"
)

// data builds a catalogue from texts.
func data(t *testing.T, profiles, bases string) *Catalog {
	t.Helper()
	c, err := Load(fstest.MapFS{
		"profiles/a.yaml": {Data: []byte(profiles)},
		"bases.yaml":      {Data: []byte(bases)},
		"images.yaml":     {Data: []byte("[]\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestLoadNeedsItsFiles(t *testing.T) {
	if _, err := Load(fstest.MapFS{"profiles/a.yaml": {Data: []byte("[]\n")}}); err == nil || !strings.Contains(err.Error(), "bases.yaml") {
		t.Errorf("Load without bases.yaml: %v, want an error that names it", err)
	}
}

func TestImageDecidesBeforeProgram(t *testing.T) {
	c := data(t, `
# a comment first
- name: first
  programs: [agent]
- name: second
  images: [acme/agent]
`, "[]\n")
	for _, tt := range []struct{ repository, program, want string }{
		{"registry.example.com/acme/agent", "agent", "second"},
		{"registry.example.com/other/agent", "agent", "first"},
		{"", "agent", "first"},
		{"registry.example.com/other/agent", "", ""},
		{"", "", ""},
		{"agent", "", ""},
	} {
		got, ok := c.Profile(tt.repository, "1", tt.program, nil)
		if ok != (tt.want != "") || ok && got.Name != tt.want {
			t.Errorf("Profile(%q, %q) = %v, want %q", tt.repository, tt.program, got, tt.want)
		}
	}
}

func TestNilCatalogKnowsNothing(t *testing.T) {
	var c *Catalog
	if _, ok := c.Profile("a", "b", "c", nil); ok {
		t.Error("a nil catalogue knows a profile")
	}
	if _, ok := c.Base("a", "b"); ok {
		t.Error("a nil catalogue knows a base")
	}
}

// A broken entry must not cost the answers of the others, and Check must name it by file and line.
func TestBrokenEntry(t *testing.T) {
	c := data(t, `- name: good
  images: [acme/good]
- name: broken
  images: [acme/broken]
  imagez: [acme/other]
- name: also-good
  images: [acme/also-good]
`, "[]\n")
	for image, want := range map[string]bool{"acme/good": true, "acme/broken": false, "acme/also-good": true} {
		if _, ok := c.Profile("docker.io/"+image, "1", "", nil); ok != want {
			t.Errorf("Profile(%s) found: %v, want %v", image, ok, want)
		}
	}
	err := c.Check()
	if err == nil || !strings.Contains(err.Error(), "profiles/a.yaml: unmarshal errors:\n  line 5: field imagez not found") {
		t.Errorf("Check() = %v, want the file and line of imagez", err)
	}
}

// However a list is written, its entries are found.
func TestShapesOfLists(t *testing.T) {
	for name, text := range map[string]string{
		"flow":     "[{name: x, images: [acme/x]}]\n",
		"indented": "  - name: x\n    images: [acme/x]\n",
		"marker":   "---\n- name: x\n  images: [acme/x]\n",
		"comment":  "# c\n\n- name: w\n  images: [acme/w]\n# about x\n- name: x\n  images:\n  - acme/x\n",
		"escaped":  "- name: x\n  images: [\"acme/\\x78\"]\n",
		"wildcard": "- name: x\n  images: ['acme/*']\n",
		"no end":   "- name: x\n  images: [acme/x]",
		"crlf":     "- name: x\r\n  images: [acme/x]\r\n- name: y\r\n  images: [acme/y]\r\n",
	} {
		if p, ok := data(t, text, "[]\n").Profile("docker.io/acme/x", "1", "", nil); !ok || p.Name != "x" {
			t.Errorf("%s: not found", name)
		}
	}
	for name, text := range map[string]string{"empty": "", "comment only": "# nothing yet\n", "empty list": "[]\n"} {
		c := data(t, text, text)
		if _, ok := c.Profile("docker.io/acme/x", "1", "x", nil); ok {
			t.Errorf("%s: found something", name)
		}
		if err := c.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestApplies(t *testing.T) {
	argv := []string{"/bin/agent", "--mode=signal"}
	for _, tt := range []struct {
		need Need
		argv []string
		want bool
	}{
		{Need{}, nil, true},
		{Need{}, argv, true},
		{Need{Unless: []string{"mode=signal"}}, argv, false},
		{Need{Unless: []string{"mode=signal"}}, nil, true},
		{Need{When: []string{"mode=signal", "other"}}, argv, true},
		{Need{When: []string{"mode=command"}}, argv, false},
		{Need{When: []string{"mode=signal"}}, nil, false},
		{Need{When: []string{"agent"}, Unless: []string{"signal"}}, argv, false},
	} {
		if got := tt.need.Applies(tt.argv); got != tt.want {
			t.Errorf("%+v with %q: %v, want %v", tt.need, tt.argv, got, tt.want)
		}
	}
}

func TestCovers(t *testing.T) {
	for _, tt := range []struct {
		need, path string
		want       bool
	}{
		{"/", "/", true},
		{"/", "/etc", true},
		{"/var/log", "/var/log", true},
		{"/var/log", "/var/log/pods", true},
		{"/var/log", "/var/logs", false},
		{"/var/log", "/var", false},
		{"/var/log", "/", false},
	} {
		if got := Covers(tt.need, tt.path); got != tt.want {
			t.Errorf("Covers(%s, %s) = %v, want %v", tt.need, tt.path, got, tt.want)
		}
	}
}

func TestFirstBaseDecides(t *testing.T) {
	c := data(t, "[]\n", `
- images: ["*"]
  tag: '-win'
  shell: unknown
- images: [library/x]
  tag: '^1'
  shell: ash
- images: [library/x]
  tag: '.'
  shell: dash
- images: [library/broken]
  tag: '('
  shell: dash
`)
	for _, tt := range []struct{ repository, tag, want string }{
		{"docker.io/library/x", "1.2", "ash"},
		{"docker.io/library/x", "2", "dash"},
		{"docker.io/library/x", "1-win", ""},
		{"docker.io/library/x", "", ""},
		{"docker.io/library/y", "1", ""},
		{"docker.io/library/broken", "1", ""},
		{"", "1", ""},
	} {
		got, ok := c.Base(tt.repository, tt.tag)
		if ok != (tt.want != "") || ok && got.Shell != tt.want {
			t.Errorf("Base(%q, %q) = %v, %v, want %q", tt.repository, tt.tag, got, ok, tt.want)
		}
	}
}
