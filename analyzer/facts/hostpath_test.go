package facts

import (
	"slices"
	"testing"
)

func TestPathClass(t *testing.T) {
	for _, c := range []struct {
		path, class string
		whole       bool
	}{
		{"/", "root", true}, {"", "root", true}, {"//", "root", true},
		{"/var", "var", true}, {"/var/lib/", "var", true}, {"/var/lib/agent", "other", false}, {"/opt", "other", false},
		{"/etc", "etc", true}, {"/etc/", "etc", true}, {"/etc/agent", "etc", false}, {"/etcetera", "other", false},
		{"/etc/machine-id", "harmless", true}, {"/etc/passwd", "harmless", true}, {"/etc/passwd-", "etc", false},
		{"/etc/shadow", "login", true}, {"/root/.ssh", "login", true}, {"/home/core/.ssh/authorized_keys", "login", true}, {"/home/core", "home", false},
		{"/etc/cron.d", "start", true}, {"/etc/systemd/system", "start", false},
		{"/etc/kubernetes/pki", "kubernetes", false}, {"/etc/kubernetes/secrets-store-csi-providers", "plugins", true},
		{"/var/lib/kubelet", "kubelet", true}, {"/var/lib/kubelet/pods", "kubelet", false},
		{"/var/lib/kubelet/plugins/nfs", "plugins", false}, {"/var/lib/kubelet/device-plugins", "plugins", true},
		{"/var/log", "logs", true}, {"/var/log/pods", "logs", true}, {"/var/log/agent", "logs", false},
		{"/var/run", "run", true}, {"/run/agent", "run", false}, {"/var/run/xtables.lock", "lock", true}, {"/var/run/dbus", "bus", true},
		{"/proc/sys/net", "kernelfs", false}, {"/proc/1", "proc", false}, {"/sys/fs/bpf", "bpf", true}, {"/sys/kernel/debug", "kernelfs", true}, {"/sys/class", "sys", false},
		{"/lib/modules", "modules", true}, {"/usr/lib/systemd", "start", true}, {"/usr/local/bin", "usr", false},
	} {
		if class, whole := pathClass(c.path); class != c.class || whole != c.whole {
			t.Errorf("%q: %s, whole %t; expected %s, %t", c.path, class, whole, c.class, c.whole)
		}
	}
}

func TestShown(t *testing.T) {
	for _, c := range []struct {
		want   string
		mounts []Mount
	}{
		{"/run", nil},
		{"/run", []Mount{{Path: "/run"}}},
		{"/run/udev", []Mount{{Path: "/run/udev"}, {Path: "/run/udev"}}},
		{"/run", []Mount{{Path: "/run/udev"}, {Path: "/run/agent"}}},
	} {
		if got := shown(HostPath{Path: "/run", Mounts: c.mounts}); got != c.want {
			t.Errorf("%v: %s, expected %s", c.mounts, got, c.want)
		}
	}
}

func TestSockets(t *testing.T) {
	for _, c := range []struct {
		path, mounted string
		names         []string
		direct        bool
	}{
		{"/var/run/docker.sock", "/run/docker.sock", []string{"Docker"}, true},
		{"/run/containerd", "/run/containerd", []string{"containerd"}, false},
		{"/run", "/run/udev", nil, false},
		{"/run", "/run/crio/crio.sock", []string{"CRI-O"}, true},
		{"/var/log", "/var/log", nil, false},
	} {
		names, direct := sockets(HostPath{Path: c.path, Mounts: []Mount{{Path: c.mounted}}})
		if !slices.Equal(names, c.names) || direct != c.direct {
			t.Errorf("%s: %v, direct %t; expected %v, %t", c.mounted, names, direct, c.names, c.direct)
		}
	}
	if names, direct := sockets(HostPath{Path: "/", Mounts: []Mount{{Path: "/"}}}); len(names) < 5 || direct {
		t.Errorf("/: %v, direct %t; expected every runtime, not direct", names, direct)
	}
}
