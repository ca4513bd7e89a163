package facts

import (
	"strings"

	"github.com/google/go-containerregistry/pkg/name"
	corev1 "k8s.io/api/core/v1"
)

// image splits a reference. Placeholders such as $(IMAGE), <image> or ko://example.com/cmd make it unknown, not wrong.
func image(c corev1.Container, at Ref) Image {
	im := Image{At: at.Child("image"), Set: c.Image != "", Text: c.Image, PullPolicy: string(c.ImagePullPolicy), PullAt: at.Child("imagePullPolicy")}
	if c.Image == "" || strings.ContainsAny(c.Image, "$<>{} ") || strings.Contains(c.Image, "//") {
		return im
	}
	tagged, digest, pinned := strings.Cut(c.Image, "@")
	if pinned {
		if _, err := name.NewDigest(c.Image); err != nil {
			return im
		}
	}
	tag, err := name.NewTag(tagged, name.WithDefaultTag(""))
	if err != nil {
		return im
	}
	im.Valid, im.Repository, im.Tag, im.Digest = true, repository(tag.Repository), tag.TagStr(), digest
	return im
}

// repository is the full name, by which profiles know images: docker.io/library/nginx for nginx.
func repository(r name.Repository) string { return strings.TrimPrefix(r.Name(), "index.") }
