package catalog

import "testing"

func TestVersionsChooseTheEntry(t *testing.T) {
	c := data(t, `
- name: old
  images: [acme/x]
  versions: <1.19.4
- name: middle
  images: [acme/x]
  versions: ">=1.19.4, <3"
- name: rest
  images: [acme/x]
  programs: [x]
- name: one-range
  images: [acme/y]
  versions: ">=2"
- name: broken
  images: [acme/z]
  versions: new
- name: any
  images: [acme/z]
`, "[]\n")
	for _, tt := range []struct{ image, tag, want string }{
		{"acme/x", "1.18.0", "old"},
		{"acme/x", "v1.18.0-alpine", "old"},
		{"acme/x", "1.18", "old"},
		{"acme/x", "0", "old"},
		{"acme/x", "1.19.3", "old"},
		{"acme/x", "1.19.3-rc1", "old"},
		{"acme/x", "1.19", "rest"}, // 1.19.0 and 1.19.10 differ
		{"acme/x", "1", "rest"},
		{"acme/x", "1.19.4", "middle"},
		{"acme/x", "1.19.4.2", "middle"},
		{"acme/x", "1.27-perl", "middle"},
		{"acme/x", "2", "middle"},
		{"acme/x", "2.5.1-debian-12-r0", "middle"},
		{"acme/x", "3.0.0", "rest"},
		{"acme/x", "latest", "rest"},
		{"acme/x", "stable-1.18.0", "rest"},
		{"acme/x", "1a2b3c4", "rest"},
		{"acme/x", "1234567", "rest"},
		{"acme/x", "20240101", "rest"},
		{"acme/x", "", "rest"},
		{"acme/y", "2.1", "one-range"},
		{"acme/y", "1.9", ""},
		{"acme/y", "latest", ""},
		{"acme/z", "1", "any"},
	} {
		p, ok := c.Profile("docker.io/"+tt.image, tt.tag, "", nil)
		if !ok {
			p = &Profile{}
		}
		if p.Name != tt.want {
			t.Errorf("Profile(%s:%s) = %q, want %q", tt.image, tt.tag, p.Name, tt.want)
		}
	}
	if p, _ := c.Profile("docker.io/acme/shop", "1.18.0", "x", nil); p == nil || p.Name != "rest" {
		t.Errorf("the tag of acme/shop chose a version of x: %v", p)
	}
}
