package facts

import (
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// hostPaths lists the node's folders a workload mounts, each with its mounts.
func (x *extractor) hostPaths(w *Workload, p pod) {
	s := p.template.Spec
	for i, v := range s.Volumes {
		if v.HostPath == nil {
			continue
		}
		at := p.spec.Child("volumes", i, "hostPath")
		h := HostPath{At: at.Child("path"), Volume: v.Name, Path: v.HostPath.Path, TypeAt: at.Child("type")}
		if v.HostPath.Type != nil {
			h.Type = string(*v.HostPath.Type)
		}
		h.Mounts = append(mounts(s.InitContainers, v, p.spec.Child("initContainers")), mounts(s.Containers, v, p.spec.Child("containers"))...)
		h.ReadOnly = len(h.Mounts) > 0 && !slices.ContainsFunc(h.Mounts, func(m Mount) bool { return !m.ReadOnly })
		h.Class, h.Whole = pathClass(shown(h))
		h.Sockets, h.Direct = sockets(h)
		h.Looks = looks(h.Path)
		x.need(w, &h)
		w.HostPaths = append(w.HostPaths, h)
	}
}

func mounts(cs []corev1.Container, v corev1.Volume, at Ref) []Mount {
	var out []Mount
	for i, c := range cs {
		for j, m := range c.VolumeMounts {
			if m.Name != v.Name {
				continue
			}
			mount := Mount{
				At: at.Child(i, "volumeMounts", j), Container: c.Name, MountPath: m.MountPath, SubPath: m.SubPath, ReadOnly: m.ReadOnly,
				Path: path.Join(v.HostPath.Path, m.SubPath), Propagation: "None",
				Privileged: c.SecurityContext != nil && c.SecurityContext.Privileged != nil && *c.SecurityContext.Privileged,
			}
			if m.RecursiveReadOnly != nil {
				mount.Recursive = *m.RecursiveReadOnly == corev1.RecursiveReadOnlyEnabled || *m.RecursiveReadOnly == corev1.RecursiveReadOnlyIfPossible
			}
			if m.MountPropagation != nil {
				mount.Propagation = string(*m.MountPropagation)
			}
			out = append(out, mount)
		}
	}
	return out
}

// classes orders host paths from exact files to whole trees: the first match wins. The sensitivity of each class is the
// rules' business.
var classes = []struct{ class, prefix string }{
	{"harmless", "/etc/localtime"}, {"harmless", "/etc/timezone"}, {"harmless", "/etc/os-release"}, {"harmless", "/usr/lib/os-release"},
	{"harmless", "/etc/machine-id"}, {"harmless", "/etc/hostname"}, {"harmless", "/etc/passwd"}, {"harmless", "/etc/group"},
	{"harmless", "/usr/share/zoneinfo"}, {"harmless", "/etc/ssl"},
	{"harmless", "/etc/pki"}, {"harmless", "/etc/ca-certificates"}, {"harmless", "/usr/share/ca-certificates"}, {"harmless", "/etc/redhat-release"},
	{"harmless", "/etc/lsb-release"}, {"harmless", "/etc/debian_version"}, {"harmless", "/etc/system-release"}, {"harmless", "/etc/fedora-release"},
	{"harmless", "/etc/centos-release"}, {"harmless", "/etc/yum.repos.d"}, {"harmless", "/etc/apt"}, {"harmless", "/etc/zypp"},
	{"lock", "/run/xtables.lock"}, {"lock", "/run/lock"}, {"lock", "/var/lock"},
	{"cni", "/etc/cni"}, {"cni", "/opt/cni"}, {"cni", "/run/cni"}, {"cni", "/var/lib/cni"}, {"cni", "/run/netns"},
	{"login", "/etc/shadow"}, {"login", "/etc/gshadow"}, {"login", "/etc/ssh"}, {"login", "/etc/sudoers"}, {"login", "/etc/sudoers.d"},
	{"login", "/etc/pam.d"}, {"login", "/root/.ssh"}, {"login", "/root/.kube"},
	{"start", "/etc/crontab"}, {"start", "/etc/cron.d"}, {"start", "/etc/cron.hourly"}, {"start", "/etc/cron.daily"}, {"start", "/etc/cron.weekly"},
	{"start", "/etc/cron.monthly"}, {"start", "/var/spool/cron"}, {"start", "/etc/systemd"}, {"start", "/lib/systemd"}, {"start", "/usr/lib/systemd"},
	{"start", "/etc/init.d"}, {"start", "/etc/rc.local"}, {"start", "/etc/rc.d"}, {"start", "/etc/profile.d"}, {"start", "/etc/ld.so.preload"},
	{"start", "/etc/udev"},
	{"plugins", "/etc/kubernetes/secrets-store-csi-providers"}, {"plugins", "/etc/kubernetes/node-feature-discovery"},
	{"kubernetes", "/etc/kubernetes"}, {"etc", "/etc"},
	{"plugins", "/var/lib/kubelet/plugins"}, {"plugins", "/var/lib/kubelet/plugins_registry"}, {"plugins", "/var/lib/kubelet/device-plugins"},
	{"plugins", "/var/lib/kubelet/pod-resources"}, {"plugins", "/var/lib/kubelet/seccomp"},
	{"kubelet", "/var/lib/kubelet"}, {"etcd", "/var/lib/etcd"}, {"containers", "/var/lib/docker"}, {"containers", "/var/lib/containerd"},
	{"containers", "/var/lib/containers"},
	{"logs", "/var/log/pods"}, {"logs", "/var/log/containers"}, {"logs", "/var/log/journal"}, {"logs", "/var/log"}, {"logs", "/run/log"},
	{"udev", "/run/udev"}, {"bus", "/run/systemd"}, {"bus", "/run/dbus"},
	{"run", "/run"}, {"home", "/root"}, {"cni", "/home/kubernetes/bin"}, {"home", "/home"}, {"boot", "/boot"}, {"harmless", "/dev/log"}, {"harmless", "/dev/null"}, {"dev", "/dev"},
	{"kernelfs", "/proc/sys"}, {"proc", "/proc"}, {"bpf", "/sys/fs/bpf"}, {"kernelfs", "/sys/kernel/debug"}, {"kernelfs", "/sys/kernel/tracing"},
	{"kernelfs", "/sys/kernel/config"}, {"kernelfs", "/sys/fs/resctrl"}, {"sys", "/sys"},
	{"modules", "/lib/modules"}, {"modules", "/usr/lib/modules"}, {"modules", "/usr/src"}, {"usr", "/usr"}, {"usr", "/bin"}, {"usr", "/sbin"}, {"usr", "/lib"},
}

// hostClean resolves the link /var/run -> /run that current hosts have.
func hostClean(p string) string {
	p = path.Clean("/" + p)
	if p == "/var/run" || strings.HasPrefix(p, "/var/run/") {
		p = strings.TrimPrefix(p, "/var")
	}
	return p
}

// shown is the path that the pod sees: the volume's own, or below it when every mount shows the same subPath.
func shown(h HostPath) string {
	if len(h.Mounts) == 0 || slices.ContainsFunc(h.Mounts, func(m Mount) bool { return m.Path != h.Mounts[0].Path }) {
		return h.Path
	}
	return h.Mounts[0].Path
}

// pathClass names what lies at a path, and tells whether it is the top of its class.
func pathClass(p string) (class string, whole bool) {
	p = hostClean(p)
	switch {
	case p == "/":
		return "root", true
	case p == "/var" || p == "/var/lib":
		return "var", true
	case strings.Contains(p+"/", "/.ssh/"):
		return "login", true
	}
	for _, c := range classes {
		if p == c.prefix || strings.HasPrefix(p, c.prefix+"/") {
			return c.class, p == c.prefix
		}
	}
	return "other", false
}

// runtimeSockets are the default paths of container runtimes' sockets. Source: the runtimes' own documentation.
var runtimeSockets = []struct{ path, runtime string }{
	{"/run/docker.sock", "Docker"}, {"/run/containerd/containerd.sock", "containerd"}, {"/run/crio/crio.sock", "CRI-O"},
	{"/run/podman/podman.sock", "Podman"}, {"/run/dockershim.sock", "dockershim"}, {"/run/cri-dockerd.sock", "cri-dockerd"},
	{"/run/k3s/containerd/containerd.sock", "containerd (k3s)"}, {"/run/k0s/containerd.sock", "containerd (k0s)"},
	{"/run/host-containerd/containerd.sock", "containerd (Bottlerocket)"}, {"/var/snap/microk8s/common/run/containerd.sock", "containerd (MicroK8s)"},
	{"/run/dockershim/dockershim.sock", "dockershim"}, {"/run/frakti.sock", "frakti"}, {"/run/docker/docker.sock", "Docker"},
}

// sockets tells which runtime sockets the mounts show, and whether one of them is mounted by itself. Folders that hold
// every socket of a runtime count; whole trees (/, /run, /var) count as well, but not as direct.
func sockets(h HostPath) (names []string, direct bool) {
	shown := []string{hostClean(h.Path)}
	if len(h.Mounts) > 0 {
		shown = shown[:0]
		for _, m := range h.Mounts {
			shown = append(shown, hostClean(m.Path))
		}
	}
	for _, p := range shown {
		for _, s := range runtimeSockets {
			switch {
			case p == s.path:
				direct = true
			case p == "/" || strings.HasPrefix(s.path, p+"/"):
			default:
				continue
			}
			if !slices.Contains(names, s.runtime) {
				names = append(names, s.runtime)
			}
		}
	}
	return names, direct
}
