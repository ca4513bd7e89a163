package kube

import (
	"path"
	"reflect"
	"strings"

	"github.com/drainlint/drainlint/loaders/source"
	corev1 "k8s.io/api/core/v1"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
)

// declareVolumes checks the pod's volumes and collects the names that mounts may use.
func (p *podCheck) declareVolumes() {
	p.volumes = make(map[string]*corev1.VolumeSource, len(p.spec.Volumes)+len(p.claims))
	seen := map[string]bool{}
	for i := range p.spec.Volumes {
		v, at := &p.spec.Volumes[i], p.at.Child("volumes", i)
		switch bad := utilvalidation.IsDNS1123Label(v.Name); {
		case v.Name == "":
			p.missing("volume-name-missing", at, "name", "the volume has no name", "give it a name")
			p.anyVolume = true
		case seen[v.Name]:
			p.add("volume-name-duplicate", at.Child("name"), "a second volume is called "+quoted(v.Name), "rename or remove one of them")
		case len(bad) > 0:
			p.add("volume-name-invalid", at.Child("name"), "the volume name "+quoted(v.Name)+" is not allowed: "+first(bad), "rename it")
		}
		seen[v.Name] = true
		p.volumes[v.Name] = &v.VolumeSource
		p.volumeSource(&v.VolumeSource, at)
	}
	for _, claim := range p.claims {
		p.volumes[claim] = nil
		p.anyVolume = p.anyVolume || claim == ""
	}
	p.anyVolume = p.anyVolume || len(p.spec.Volumes) == 0 && p.holds(p.at.Child("volumes"))
}

func (p *podCheck) volumeSource(s *corev1.VolumeSource, at source.Path) {
	var sources []string
	for _, f := range infoOf(reflect.TypeFor[corev1.VolumeSource]()).all() {
		if !reflect.ValueOf(s).Elem().FieldByIndex(f.index).IsNil() {
			sources = append(sources, f.name)
		}
	}
	if len(sources) > 1 {
		p.add("volume-two-sources", at.Child(p.lastOf(at, sources)), "the volume has "+itoa(int64(len(sources)))+" sources ("+orList(sources)+"); only one is allowed",
			"remove the others (in a patch: "+sources[0]+": null)")
		return
	}
	require := func(value, parent, field string) {
		if value == "" {
			p.missing("volume-field-missing", at.Child(parent), field, parent+" of the volume has no "+field, "set "+field)
		}
	}
	switch {
	case s.HostPath != nil:
		at := at.Child("hostPath")
		require(s.HostPath.Path, "hostPath", "path")
		if backsteps(s.HostPath.Path) {
			p.add("host-path-backsteps", at.Child("path"), "the path "+quoted(s.HostPath.Path)+" may not have \"..\" in it", "write the path without \"..\"")
		}
		oneOfOptional(p.checker, s.HostPath.Type, at, "type", "", "DirectoryOrCreate", "Directory", "FileOrCreate", "File", "Socket", "CharDevice", "BlockDevice")
	case s.ConfigMap != nil:
		require(s.ConfigMap.Name, "configMap", "name")
	case s.Secret != nil:
		require(s.Secret.SecretName, "secret", "secretName")
	case s.PersistentVolumeClaim != nil:
		require(s.PersistentVolumeClaim.ClaimName, "persistentVolumeClaim", "claimName")
	case s.CSI != nil:
		require(s.CSI.Driver, "csi", "driver")
	case s.NFS != nil:
		require(s.NFS.Server, "nfs", "server")
		require(s.NFS.Path, "nfs", "path")
	case s.EmptyDir != nil && s.EmptyDir.SizeLimit != nil && s.EmptyDir.SizeLimit.Sign() < 0:
		p.add("negative-number", at.Child("emptyDir", "sizeLimit"), "sizeLimit "+s.EmptyDir.SizeLimit.String()+" is negative", "use 0 or more")
	}
}

// lastOf is the last of the given keys in the order of the document.
func (c *checker) lastOf(at source.Path, keys []string) string {
	last := keys[len(keys)-1]
	_, node, _ := source.Find(c.root, at)
	for i := 0; i+1 < len(node.Content); i += 2 {
		for _, k := range keys {
			if node.Content[i].Value == k {
				last = k
			}
		}
	}
	return last
}

func (p *podCheck) mounts(c *corev1.Container, at source.Path) {
	paths := map[string]bool{}
	devices := map[string]bool{}
	for i := range c.VolumeDevices {
		d, at := &c.VolumeDevices[i], at.Child("volumeDevices", i)
		p.mounted(d.Name, at, "volumeDevice")
		if v := p.volumes[d.Name]; v != nil && v.PersistentVolumeClaim == nil && v.Ephemeral == nil {
			p.add("device-source", at.Child("name"), "volume "+quoted(d.Name)+" is no claim, so it cannot be used as a device", "use a persistentVolumeClaim, or mount it with volumeMounts")
		}
		if devices[d.Name] {
			p.add("device-duplicate", at.Child("name"), "volume "+quoted(d.Name)+" is used as a device twice", "remove one of them")
		}
		if d.DevicePath == "" {
			p.missing("mount-path-missing", at, "devicePath", "the volumeDevice has no devicePath", "set devicePath")
		}
		devices[d.Name] = true
	}
	for i := range c.VolumeMounts {
		m, at := &c.VolumeMounts[i], at.Child("volumeMounts", i)
		p.mounted(m.Name, at, "mount")
		if devices[m.Name] {
			p.add("mount-and-device", at.Child("name"), "volume "+quoted(m.Name)+" is already used as a device", "remove the mount or the device")
		}
		switch {
		case m.MountPath == "":
			p.missing("mount-path-missing", at, "mountPath", "the mount of "+quoted(m.Name)+" has no mountPath", "set mountPath")
		case paths[m.MountPath]:
			p.add("mount-path-duplicate", at.Child("mountPath"), "a second volume is mounted at "+quoted(m.MountPath), "use another path or remove one of the mounts")
		}
		paths[m.MountPath] = true
		p.subPath(m.SubPath, at, "subPath")
		p.subPath(m.SubPathExpr, at, "subPathExpr")
		if m.SubPath != "" && m.SubPathExpr != "" {
			p.add("two-sub-paths", at.Child("subPathExpr"), "subPath and subPathExpr may not both be set", "remove one of them")
		}
		p.propagation(m, c, at)
	}
}

// mounted checks that a mount or device names a volume of the pod.
func (p *podCheck) mounted(name string, at source.Path, what string) {
	_, known := p.volumes[name]
	switch {
	case name == "":
		p.missing("mount-name-missing", at, "name", "the "+what+" names no volume", "set name")
	case !known && !p.anyVolume:
		p.add("mount-without-volume", at.Child("name"), "the pod has no volume "+quoted(name), "declare it in volumes, or correct the name")
		p.out[len(p.out)-1].Missing = true
	}
}

func (p *podCheck) subPath(sub string, at source.Path, field string) {
	if path.IsAbs(sub) || backsteps(sub) {
		p.add("sub-path-invalid", at.Child(field), field+" "+quoted(sub)+" must be a relative path without \"..\" in it", "write a path relative to the volume")
	}
}

func (p *podCheck) propagation(m *corev1.VolumeMount, c *corev1.Container, at source.Path) {
	mode := or(m.MountPropagation, "")
	oneOfOptional(p.checker, m.MountPropagation, at, "mountPropagation", "None", "HostToContainer", "Bidirectional")
	privileged := c.SecurityContext != nil && or(c.SecurityContext.Privileged, false)
	if mode == corev1.MountPropagationBidirectional && !privileged {
		p.add("bidirectional-without-privileged", at.Child("mountPropagation"),
			"mountPropagation Bidirectional is only allowed in privileged containers, and "+quoted(c.Name)+" is none", "use HostToContainer, or make the container privileged")
	}
	recursive := or(m.RecursiveReadOnly, "")
	oneOfOptional(p.checker, m.RecursiveReadOnly, at, "recursiveReadOnly", "Disabled", "IfPossible", "Enabled")
	if recursive != corev1.RecursiveReadOnlyEnabled && recursive != corev1.RecursiveReadOnlyIfPossible {
		return
	}
	if !m.ReadOnly {
		p.add("recursive-read-only", at.Child("recursiveReadOnly"), "recursiveReadOnly "+string(recursive)+" needs readOnly: true", "add readOnly: true")
	}
	if mode != "" && mode != corev1.MountPropagationNone {
		p.add("recursive-read-only", at.Child("recursiveReadOnly"), "recursiveReadOnly "+string(recursive)+" is not possible with mountPropagation "+string(mode), "remove mountPropagation")
	}
}

// backsteps is true for paths with an element "..".
func backsteps(p string) bool {
	for part := range strings.SplitSeq(p, "/") {
		if part == ".." {
			return true
		}
	}
	return false
}
