package kube

import (
	"fmt"
	"strconv"
	"strings"
)

// Version is a Kubernetes minor release. The zero value means "no version".
type Version struct {
	Major int `json:"major"`
	Minor int `json:"minor"`
}

// Default is the release whose API types this program is built with: k8s.io/api v0.N is Kubernetes 1.N.
func Default() Version { return Version{1, 37} }

// ParseVersion reads "1.30", "v1.30.2" or "1.30.4-gke.100"; everything after the minor number is ignored.
func ParseVersion(s string) (Version, error) {
	bad := fmt.Errorf("kubernetes version %q: expected something like 1.30 or v1.30.2", s)
	major, rest, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(s), "v"), ".")
	if !ok {
		return Version{}, bad
	}
	minor := rest
	if i := strings.IndexAny(rest, ".-+"); i >= 0 {
		minor = rest[:i]
	}
	a, err1 := strconv.ParseUint(major, 10, 16)
	b, err2 := strconv.ParseUint(minor, 10, 16)
	if err1 != nil || err2 != nil || a == 0 {
		return Version{}, bad
	}
	return Version{int(a), int(b)}, nil
}

// String gives "1.30", and "" for the zero value.
func (v Version) String() string {
	if v.IsZero() {
		return ""
	}
	return fmt.Sprintf("%d.%d", v.Major, v.Minor)
}

// IsZero is true for "no version".
func (v Version) IsZero() bool { return v == Version{} }

// AtLeast is true when v is major.minor or later.
func (v Version) AtLeast(major, minor int) bool {
	return v.Major > major || v.Major == major && v.Minor >= minor
}

// Before is true when v is older than w.
func (v Version) Before(w Version) bool { return !v.AtLeast(w.Major, w.Minor) }
