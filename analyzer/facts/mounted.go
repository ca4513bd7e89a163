package facts

import (
	"path"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/drainlint/drainlint/loaders/source"
)

// mounted finds the text of programs in the ConfigMaps that a container mounts, before those of the image. A name with an
// expression in its subPath is not known.
func (x *extractor) mounted(c corev1.Container, p pod, image func(string) (script, bool)) func(string) (script, bool) {
	return func(name string) (script, bool) {
		if !path.IsAbs(name) {
			if !strings.Contains(name, "/") || c.WorkingDir == "" {
				return find(image, name)
			}
			name = path.Join(c.WorkingDir, name)
		}
		name = path.Clean(name)
		for _, m := range c.VolumeMounts {
			rel, below := strings.CutPrefix(name, strings.TrimSuffix(path.Clean(m.MountPath), "/")+"/")
			if m.SubPath != "" && name == path.Clean(m.MountPath) {
				rel, below = path.Clean(m.SubPath), true
			} else if m.SubPath != "" && below {
				rel = path.Join(m.SubPath, rel)
			}
			if !below || m.SubPathExpr != "" {
				continue
			}
			for _, v := range p.template.Spec.Volumes {
				if v.Name == m.Name && v.ConfigMap != nil {
					return x.configFile(v.ConfigMap, p, rel)
				}
			}
			return script{}, false // the mount hides what the image has there
		}
		return find(image, name)
	}
}

func find(image func(string) (script, bool), name string) (script, bool) {
	if image == nil {
		return script{}, false
	}
	return image(name)
}

// configFile is the text of a file of a ConfigMap volume.
func (x *extractor) configFile(v *corev1.ConfigMapVolumeSource, p pod, file string) (script, bool) {
	key := file
	if len(v.Items) > 0 {
		key = ""
		for _, i := range v.Items {
			if path.Clean(i.Path) == file {
				key = i.Key
			}
		}
	}
	doc, ok := x.configMap(p.namespace, v.Name)
	if !ok || key == "" {
		return script{}, false
	}
	at := source.Path{"data", key}
	text := x.unit.Documents[doc].Scalar(at...)
	if text == "" {
		return script{}, false
	}
	return script{text: text, file: "ConfigMap " + v.Name + ", " + key, at: func(line, _, _ int) Ref { return Ref{Doc: doc, Path: at, Line: line} }}, true
}

// configMap finds a ConfigMap of the Unit.
func (x *extractor) configMap(namespace, name string) (doc int, ok bool) {
	if x.configMaps == nil {
		x.configMaps = map[named]int{}
		for i, d := range x.unit.Documents {
			if d.Scalar("kind") == "ConfigMap" {
				x.configMaps[named{"ConfigMap", x.namespace(d.Scalar("metadata", "namespace")), d.Scalar("metadata", "name")}] = i
			}
		}
	}
	doc, ok = x.configMaps[named{"ConfigMap", namespace, name}]
	return doc, ok
}
