package kube

import (
	"path"
	"strings"

	"github.com/drainlint/drainlint/loaders/source"
	corev1 "k8s.io/api/core/v1"
)

// podSecurity checks the pod's securityContext and what its operating system forbids.
func (p *podCheck) podSecurity() {
	spec, at := p.spec, p.at
	if spec.OS != nil {
		p.oneOf(string(spec.OS.Name), at.Child("os"), "name", "linux", "windows")
		if spec.OS.Name == "" {
			p.missing("os-name-missing", at.Child("os"), "name", "os has no name", "set name: linux or windows")
		}
	}
	if p.windows() {
		p.linuxOnly(at, field{"hostPID", spec.HostPID}, field{"hostIPC", spec.HostIPC}, field{"hostUsers", spec.HostUsers != nil},
			field{"shareProcessNamespace", spec.ShareProcessNamespace != nil})
	}
	s := spec.SecurityContext
	if s == nil {
		return
	}
	at = at.Child("securityContext")
	for _, id := range []struct {
		name string
		id   *int64
	}{{"runAsUser", s.RunAsUser}, {"runAsGroup", s.RunAsGroup}, {"fsGroup", s.FSGroup}} {
		p.id(id.id, at, id.name)
	}
	for i := range s.SupplementalGroups {
		p.id(&s.SupplementalGroups[i], at, "supplementalGroups", i)
	}
	oneOfOptional(p.checker, s.FSGroupChangePolicy, at, "fsGroupChangePolicy", "OnRootMismatch", "Always")
	oneOfOptional(p.checker, s.SupplementalGroupsPolicy, at, "supplementalGroupsPolicy", "Merge", "Strict")
	p.seccomp(s.SeccompProfile, at.Child("seccompProfile"))
	p.appArmor(s.AppArmorProfile, at.Child("appArmorProfile"))
	if p.linux() && s.WindowsOptions != nil {
		p.add("windows-option-on-linux", at.Child("windowsOptions"), "windowsOptions are not allowed in a pod with os.name: linux", "remove them")
	}
	if p.windows() {
		p.linuxOnly(at, field{"appArmorProfile", s.AppArmorProfile != nil}, field{"seLinuxOptions", s.SELinuxOptions != nil},
			field{"seccompProfile", s.SeccompProfile != nil}, field{"fsGroup", s.FSGroup != nil},
			field{"fsGroupChangePolicy", s.FSGroupChangePolicy != nil}, field{"sysctls", len(s.Sysctls) > 0},
			field{"runAsUser", s.RunAsUser != nil}, field{"runAsGroup", s.RunAsGroup != nil},
			field{"supplementalGroups", s.SupplementalGroups != nil}, field{"supplementalGroupsPolicy", s.SupplementalGroupsPolicy != nil},
			field{"seLinuxChangePolicy", s.SELinuxChangePolicy != nil})
	}
}

// security checks a container's securityContext.
func (p *podCheck) security(c *corev1.Container, at source.Path) {
	s := c.SecurityContext
	if s == nil {
		return
	}
	p.id(s.RunAsUser, at, "runAsUser")
	p.id(s.RunAsGroup, at, "runAsGroup")
	oneOfOptional(p.checker, s.ProcMount, at, "procMount", "Default", "Unmasked")
	if or(s.ProcMount, "") == corev1.UnmaskedProcMount && or(p.spec.HostUsers, true) {
		p.add("unmasked-needs-user-namespace", at.Child("procMount"), "procMount Unmasked needs hostUsers: false in the pod", "set hostUsers: false or remove procMount")
	}
	p.seccomp(s.SeccompProfile, at.Child("seccompProfile"))
	p.appArmor(s.AppArmorProfile, at.Child("appArmorProfile"))
	if !or(s.AllowPrivilegeEscalation, true) {
		if or(s.Privileged, false) {
			p.add("privileged-without-escalation", at.Child("allowPrivilegeEscalation"),
				"allowPrivilegeEscalation: false is not possible in a privileged container", "remove privileged, or remove allowPrivilegeEscalation")
		}
		if s.Capabilities != nil {
			for i, added := range s.Capabilities.Add {
				// Only this spelling is refused: SYS_ADMIN passes (validation compares the text).
				if added == "CAP_SYS_ADMIN" {
					p.add("sys-admin-without-escalation", at.Child("capabilities", "add", i),
						"CAP_SYS_ADMIN is not possible together with allowPrivilegeEscalation: false", "remove one of them")
				}
			}
		}
	}
	if p.linux() && s.WindowsOptions != nil {
		p.add("windows-option-on-linux", at.Child("windowsOptions"), "windowsOptions are not allowed in a pod with os.name: linux", "remove them")
	}
	if p.windows() {
		p.linuxOnly(at, field{"appArmorProfile", s.AppArmorProfile != nil}, field{"seLinuxOptions", s.SELinuxOptions != nil},
			field{"seccompProfile", s.SeccompProfile != nil}, field{"capabilities", s.Capabilities != nil},
			field{"readOnlyRootFilesystem", s.ReadOnlyRootFilesystem != nil}, field{"privileged", s.Privileged != nil},
			field{"allowPrivilegeEscalation", s.AllowPrivilegeEscalation != nil}, field{"procMount", s.ProcMount != nil},
			field{"runAsUser", s.RunAsUser != nil}, field{"runAsGroup", s.RunAsGroup != nil})
	}
}

func (p *podCheck) linux() bool   { return p.spec.OS != nil && p.spec.OS.Name == corev1.Linux }
func (p *podCheck) windows() bool { return p.spec.OS != nil && p.spec.OS.Name == corev1.Windows }

// field is a field by name and whether it is set.
type field struct {
	name string
	set  bool
}

func (p *podCheck) linuxOnly(at source.Path, fields ...field) {
	for _, f := range fields {
		if f.set {
			p.add("linux-option-on-windows", at.Child(f.name), f.name+" is not allowed in a pod with os.name: windows", "remove it")
		}
	}
}

// id checks a user or group id; element is the field name and, in a list, the index.
func (p *podCheck) id(id *int64, at source.Path, element ...any) {
	if id != nil && (*id < 0 || *id > 1<<31-1) {
		p.add("id-out-of-range", at.Child(element...), "the id "+itoa(*id)+" is no user or group id", "use 0 to 2147483647")
	}
}

func (p *podCheck) seccomp(s *corev1.SeccompProfile, at source.Path) {
	if s != nil {
		p.profile(string(s.Type), s.LocalhostProfile, at, "seccompProfile")
	}
}

func (p *podCheck) appArmor(s *corev1.AppArmorProfile, at source.Path) {
	if s != nil {
		p.profile(string(s.Type), s.LocalhostProfile, at, "appArmorProfile")
	}
}

func (p *podCheck) profile(kind string, local *string, at source.Path, what string) {
	p.oneOf(kind, at, "type", "RuntimeDefault", "Localhost", "Unconfined")
	switch {
	case kind == "":
		p.missing("profile-type-missing", at, "type", what+" has no type", "set type: RuntimeDefault")
	case kind == "Localhost" && local == nil:
		p.missing("profile-missing", at, "localhostProfile", what+" of type Localhost needs localhostProfile", "set localhostProfile")
	case kind == "Localhost" && what == "seccompProfile" && (path.IsAbs(*local) || backsteps(*local)):
		p.add("profile-path", at.Child("localhostProfile"), "localhostProfile "+quoted(*local)+" must be a relative path without \"..\" in it", "give the path below the kubelet's seccomp folder")
	case kind == "Localhost" && what == "appArmorProfile" && (*local == "" || strings.TrimSpace(*local) != *local):
		p.add("profile-path", at.Child("localhostProfile"), "localhostProfile is "+quoted(*local)+", not the name of a profile", "give the profile's name")
	case kind != "Localhost" && local != nil:
		p.add("profile-unused", at.Child("localhostProfile"), "localhostProfile is only allowed with type: Localhost", "set type: Localhost or remove it")
	}
}
