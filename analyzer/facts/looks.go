package facts

import (
	"path"
	"strings"
)

// nodeFiles are files of nodes whose names do not say that they are files.
var nodeFiles = map[string]string{
	"/etc/localtime": "file", "/etc/timezone": "file", "/etc/os-release": "file", "/usr/lib/os-release": "file", "/etc/machine-id": "file",
	"/var/lib/dbus/machine-id": "file", "/etc/hostname": "file", "/etc/hosts": "file", "/etc/passwd": "file", "/etc/group": "file",
	"/etc/shadow": "file", "/etc/fstab": "file", "/etc/iproute2/rt_tables": "file", "/etc/subuid": "file", "/etc/subgid": "file", "/etc/mtab": "file", "/etc/redhat-release": "file", "/etc/lsb-release": "file",
	"/etc/debian_version": "file", "/etc/system-release": "file", "/etc/fedora-release": "file", "/etc/centos-release": "file",
	"/run/xtables.lock": "file", "/run/utmp": "file", "/proc/mounts": "file", "/run/dbus/system_bus_socket": "socket", "/run/systemd/private": "socket",
	"/dev/log": "socket", "/dev/null": "device", "/dev/fuse": "device", "/dev/kvm": "device", "/dev/kmsg": "device", "/dev/mem": "device",
	"/dev/urandom": "device", "/dev/random": "device", "/dev/zero": "device", "/dev/net/tun": "device", "/dev/watchdog": "device",
	"/dev/ipmi0": "device", "/dev/vfio/vfio": "device", "/dev/tpm0": "device", "/dev/tpmrm0": "device",
}

// looks says what a host path names. What neither its name nor the node tells is taken for a folder.
func looks(p string) string {
	clean := hostClean(p)
	if kind, ok := nodeFiles[clean]; ok {
		return kind
	}
	switch ext := path.Ext(clean); {
	case ext == ".sock" || ext == ".socket" || strings.HasSuffix(clean, "/docker.sock"):
		return "socket"
	case ext == ".pid" || ext == ".lock" || ext == ".conf" || ext == ".cfg" || ext == ".ini" || ext == ".yaml" || ext == ".yml" || ext == ".json" ||
		ext == ".toml" || ext == ".crt" || ext == ".key" || ext == ".pem" || ext == ".log" || ext == ".service" || ext == ".kubeconfig" || ext == ".txt":
		return "file"
	}
	return "folder"
}
