package facts

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
)

// configText is one key of a ConfigMap that a container reads.
type configText struct {
	at     Ref
	object string
	text   string
}

// line is the place of one line of the text.
func (t configText) line(n int) Ref {
	at := t.at
	at.Line = n
	return at
}

// maxConfig is the size up to which a key of a ConfigMap is read as a configuration.
const maxConfig = 256 << 10

// settings reads what the configuration of each container says: paths that it writes, credentials in plain sight.
// ConfigMaps are read for agents only: what others write into the node is not their configuration's business.
func (x *extractor) settings() {
	for i := range x.facts.Workloads {
		w, s := &x.facts.Workloads[i], x.pods[i].template.Spec
		spec := x.pods[i].spec
		init := 0
		for j := range w.Containers {
			c := &w.Containers[j]
			// readPod lists the init containers first.
			var typed corev1.Container
			at := spec.Child("initContainers", j)
			if j < len(s.InitContainers) {
				typed, init = s.InitContainers[j], init+1
			} else {
				typed, at = s.Containers[j-init], spec.Child("containers", j-init)
			}
			texts := x.configTexts(w, typed, s)
			c.Writes = writes(c, typed, s, at, texts)
			c.Secrets = secrets(typed, at, texts)
			for k := range c.Secrets {
				c.Secrets[k].Test = x.isTest(c.Secrets[k].At)
			}
		}
	}
}

// configTexts are the ConfigMaps that a container mounts, key by key.
func (x *extractor) configTexts(w *Workload, c corev1.Container, s corev1.PodSpec) []configText {
	var out []configText
	if !w.Agent {
		return nil
	}
	for _, l := range w.Configs {
		if l.Kind != "ConfigMap" || l.Object < 0 || l.How == "env" || !mountsConfig(c, s, l.Name) {
			continue
		}
		data := x.stringMap(l.Object, "data")
		for _, key := range slices.Sorted(maps.Keys(data)) {
			if len(data[key]) <= maxConfig {
				out = append(out, configText{Ref{Doc: l.Object}.Child("data", key), "ConfigMap " + l.Name, data[key]})
			}
		}
	}
	return out
}

func mountsConfig(c corev1.Container, s corev1.PodSpec, name string) bool {
	return slices.ContainsFunc(c.VolumeMounts, func(m corev1.VolumeMount) bool {
		return slices.ContainsFunc(s.Volumes, func(v corev1.Volume) bool {
			return v.Name == m.Name && v.ConfigMap != nil && v.ConfigMap.Name == name
		})
	})
}

// writeKeys are settings of log and metric agents that name a path they write. Sources: the manuals of Fluent Bit (tail DB,
// storage.path, s3 store_dir), Fluentd (pos_file, root_dir), Vector (data_dir), Filebeat (path.data), Promtail (positions),
// the OpenTelemetry Collector (file_storage) and Grafana Alloy (--storage.path).
var writeKeys = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\s*-?\s*["']?(db|storage\.path|store_dir|pos_file|root_dir|data_dir|path\.data|filename|directory|path)["']?\s*(?:[:=]\s*|\s+)["']?(/[^\s"'#,]+)`)
})

// section is a line that opens a part of a configuration: [INPUT], <buffer>, positions:.
var section = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:\[([A-Za-z_]+)\]|<([a-z]+)[ >]|["']?([A-Za-z_/]+)["']?:\s*(?:#.*)?$)`)
})

// bounds are settings that limit a spool.
var bounds = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(total_limit_size|storage\.total_limit_size|max_size|max_file_size|store_dir_limit_size|queue_limit_length)`)
})

// writeFlags are arguments that do the same.
var writeFlags = map[string]bool{
	"--storage.path": true, "--path.data": true, "-path.data": true, "--data-dir": false, "-positions.file": true, "--positions.file": true,
}

func writes(c *Container, typed corev1.Container, s corev1.PodSpec, at Ref, texts []configText) []Write {
	var out []Write
	add := func(w Write) {
		cover(&w, typed, s, at)
		out = append(out, w)
	}
	for i, a := range typed.Args {
		if flag, value, ok := strings.Cut(a, "="); ok && writeFlags[flag] && strings.HasPrefix(value, "/") {
			add(Write{At: at.Child("args", i), Key: flag, Path: path.Clean(value)})
		}
	}
	for _, t := range texts {
		opened := ""
		limited := bounds().MatchString(t.text)
		lower := strings.ToLower(t.text)
		number := 0
		for line := range strings.SplitSeq(t.text, "\n") {
			number++
			if !strings.ContainsAny(line, "/[<:") {
				continue
			}
			if m := section().FindStringSubmatch(line); m != nil {
				opened = strings.ToLower(m[1] + m[2] + m[3])
				continue
			}
			m := writeKeys().FindStringSubmatch(line)
			if m == nil || strings.ContainsAny(m[2], "*$%{") {
				continue
			}
			spool, ok := writing(strings.ToLower(m[1]), opened, c.Profile.Name, lower)
			if !ok {
				continue
			}
			add(Write{At: t.line(number), Object: t.object, Key: m[1], Path: path.Clean(m[2]), Spool: spool, Bounded: limited})
		}
	}
	return out
}

// fileBuffer is Fluent Bit's switch without which storage.path stays empty.
var fileBuffer = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`storage\.type["']?[:\s]+["']?filesystem`) })

// queueOnDisk is a sending queue of the OpenTelemetry Collector that is kept by the extension file_storage, which receivers
// use for their positions too. Between the two words stand other settings of the queue only.
var queueOnDisk = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`sending_queue:\s*\n(?:[ \t]+(?:enabled|num_consumers|queue_size|sizer|block_on_overflow|wait_for_result|blocking):[^\n]*\n)*[ \t]+storage:\s*["']?file_storage`)
})

// writing tells whether a key in a section names a path that is written, and whether that is a spool. Words that are
// common in other configurations count for the programs whose manuals have them only. text is the whole configuration.
func writing(key, opened, program, text string) (spool, ok bool) {
	switch key {
	case "storage.path":
		return fileBuffer().MatchString(text), true
	case "store_dir":
		return true, true
	case "data_dir":
		return false, program == "vector" // a disk buffer there always has a max_size
	case "db":
		return false, opened == "input" || opened == "inputs" || program == "fluent-bit"
	case "pos_file", "path.data":
		return false, true
	case "root_dir":
		return true, opened == "system"
	case "filename":
		return false, opened == "positions"
	case "directory":
		return queueOnDisk().MatchString(text), strings.HasPrefix(opened, "file_storage")
	case "path":
		return true, opened == "buffer"
	}
	return false, false
}

// cover finds the mount that holds a path: the one with the longest mountPath above it.
func cover(w *Write, c corev1.Container, s corev1.PodSpec, at Ref) {
	best := -1
	for i, m := range c.VolumeMounts {
		dir := path.Clean(m.MountPath)
		if w.Path != dir && !strings.HasPrefix(w.Path, strings.TrimSuffix(dir, "/")+"/") || len(dir) <= best {
			continue
		}
		best = len(dir)
		w.Volume, w.Mount, w.MountPath, w.ReadOnly = m.Name, at.Child("volumeMounts", i), m.MountPath, m.ReadOnly
		w.VolumeType = "other"
		if j := slices.IndexFunc(s.Volumes, func(v corev1.Volume) bool { return v.Name == m.Name }); j >= 0 {
			w.VolumeType = volume(s.Volumes[j], at).Type
		}
	}
	if best < 0 {
		w.Mount = at
	}
}
