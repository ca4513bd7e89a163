package catalog

import (
	"math"
	"regexp"
	"strconv"
	"sync"

	"github.com/Masterminds/semver/v3"
)

// holds tells whether an entry is for the version that a tag names. One with a range holds only where every version that
// the tag can mean is in it: "1.19" moves from 1.19.0 to whatever is the last of them, and latest may be anything.
func (p *Profile) holds(tag string) bool {
	if p.Versions == "" {
		return true
	}
	low, high, ok := span(tag)
	if !ok {
		return false
	}
	c, err := semver.NewConstraint(p.Versions)
	return err == nil && c.Check(low) && c.Check(high)
}

// version is the head of a tag that names a version. A long number is a date or a commit. What follows the numbers is a
// variant of the image (-alpine, -debian-12-r0) or a pre-release, which counts as its release.
var version = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^v?([0-9]{1,4})(?:[.]([0-9]{1,6}))?(?:[.]([0-9]{1,6}))?(?:[-+._]|$)`)
})

// span is the first and the last version that a tag can mean.
func span(tag string) (low, high *semver.Version, ok bool) {
	m := version().FindStringSubmatch(tag)
	if m == nil {
		return nil, nil, false
	}
	part := func(i int, otherwise uint64) uint64 {
		if m[i] == "" {
			return otherwise
		}
		n, _ := strconv.ParseUint(m[i], 10, 64) // the expression leaves digits only
		return n
	}
	from := func(otherwise uint64) *semver.Version {
		return semver.New(part(1, 0), part(2, otherwise), part(3, otherwise), "", "")
	}
	return from(0), from(math.MaxInt32), true
}
