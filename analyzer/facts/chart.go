package facts

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/drainlint/drainlint/loaders/source"
)

// inPodTemplate tells whether a path lies below spec.template, where the controllers of Kubernetes keep the pod.
func inPodTemplate(p source.Path) bool {
	i := slices.Index(p, any("template"))
	return i > 0 && p[i-1] == "spec"
}

// chart compares what Chart.yaml says with the images that the workloads run.
func chart(c *source.Chart, workloads []Workload) *Chart {
	if c == nil {
		return nil
	}
	at := c.At
	out := &Chart{Name: c.Name, AppVersion: c.AppVersion, At: Ref{Span: &at}}
	byRepository := map[string][]ChartImage{}
	for _, w := range workloads {
		for _, container := range w.Containers {
			im := container.Image
			if im.Digest == "" && !w.Hook {
				byRepository[im.Repository] = append(byRepository[im.Repository], ChartImage{At: im.At, Tag: im.Tag})
			}
			if path.Base(im.Repository) != c.Name || im.Tag == "" {
				continue
			}
			out.Images = append(out.Images, ChartImage{At: im.At, Tag: im.Tag, Differs: otherVersion(c.AppVersion, im.Tag)})
		}
	}
	for _, repository := range slices.Sorted(maps.Keys(byRepository)) {
		images := byRepository[repository]
		var split bool
		for i := range images {
			images[i].Differs = otherVersion(images[0].Tag, images[i].Tag)
			split = split || images[i].Differs
		}
		if split {
			out.Splits = append(out.Splits, ImageSplit{Repository: repository, Images: images})
		}
	}
	return out
}

// versionCore is a version without a leading v and without what marks a build or a variant.
var versionCore = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^v?(\d+(?:\.\d+){1,3})(?:[-+_.].*)?$`) })

// otherVersion reports two versions of which neither begins with the other: 1.2 and 1.2.3-alpine are the same to a reader.
func otherVersion(a, b string) bool {
	ma, mb := versionCore().FindStringSubmatch(a), versionCore().FindStringSubmatch(b)
	if ma == nil || mb == nil {
		return false
	}
	x, y := ma[1]+".", mb[1]+"."
	return !strings.HasPrefix(x, y) && !strings.HasPrefix(y, x)
}
