package facts

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// security merges the pod's and the container's context the way the kubelet does: the container's field wins where both
// have it (k8s.io/kubernetes pkg/securitycontext).
func security(c corev1.Container, p pod, at Ref) Security {
	ctx := at.Child("securityContext")
	podCtx := p.spec.Child("securityContext")
	s := Security{
		At: ctx, RunAsUser: Int{Value: -1, At: ctx.Child("runAsUser")}, RunAsNonRoot: Bool{At: ctx.Child("runAsNonRoot")},
		Privileged: Bool{At: ctx.Child("privileged")}, AllowPrivilegeEscalation: Bool{Value: true, At: ctx.Child("allowPrivilegeEscalation")},
		ReadOnlyRootFilesystem: Bool{At: ctx.Child("readOnlyRootFilesystem")}, SeccompAt: ctx.Child("seccompProfile"),
		AppArmorAt: ctx.Child("appArmorProfile"), SELinuxAt: ctx.Child("seLinuxOptions"), RunAsGroup: Int{Value: -1, At: ctx.Child("runAsGroup")},
	}
	if ps := p.template.Spec.SecurityContext; ps != nil {
		setInt(&s.RunAsUser, ps.RunAsUser, podCtx.Child("runAsUser"))
		setBool(&s.RunAsNonRoot, ps.RunAsNonRoot, podCtx.Child("runAsNonRoot"))
		if ps.SeccompProfile != nil {
			s.Seccomp, s.SeccompAt = string(ps.SeccompProfile.Type), podCtx.Child("seccompProfile")
		}
		if ps.AppArmorProfile != nil {
			s.AppArmor, s.AppArmorAt = string(ps.AppArmorProfile.Type), podCtx.Child("appArmorProfile")
		}
		if ps.SELinuxOptions != nil {
			s.SELinux, s.SELinuxAt = ps.SELinuxOptions.Type, podCtx.Child("seLinuxOptions")
		}
		setInt(&s.RunAsGroup, ps.RunAsGroup, podCtx.Child("runAsGroup"))
		for _, g := range ps.SupplementalGroups {
			s.Groups = append(s.Groups, int(g))
		}
		if ps.FSGroup != nil {
			s.Groups = append(s.Groups, int(*ps.FSGroup))
		}
	}
	if cs := c.SecurityContext; cs != nil {
		setBool(&s.Privileged, cs.Privileged, ctx.Child("privileged"))
		setBool(&s.AllowPrivilegeEscalation, cs.AllowPrivilegeEscalation, ctx.Child("allowPrivilegeEscalation"))
		setBool(&s.ReadOnlyRootFilesystem, cs.ReadOnlyRootFilesystem, ctx.Child("readOnlyRootFilesystem"))
		setBool(&s.RunAsNonRoot, cs.RunAsNonRoot, ctx.Child("runAsNonRoot"))
		setInt(&s.RunAsUser, cs.RunAsUser, ctx.Child("runAsUser"))
		if cs.SeccompProfile != nil {
			s.Seccomp, s.SeccompAt = string(cs.SeccompProfile.Type), ctx.Child("seccompProfile")
		}
		setInt(&s.RunAsGroup, cs.RunAsGroup, ctx.Child("runAsGroup"))
		if cs.AppArmorProfile != nil {
			s.AppArmor, s.AppArmorAt = string(cs.AppArmorProfile.Type), ctx.Child("appArmorProfile")
		}
		if cs.SELinuxOptions != nil {
			s.SELinux, s.SELinuxAt = cs.SELinuxOptions.Type, ctx.Child("seLinuxOptions")
		}
		if caps := cs.Capabilities; caps != nil {
			s.Added = capabilities(caps.Add, ctx.Child("capabilities", "add"))
			s.Dropped = capabilities(caps.Drop, ctx.Child("capabilities", "drop"))
		}
	}
	// What appArmorProfile replaced in 1.30 is still read where the field is not set.
	const annotation = "container.apparmor.security.beta.kubernetes.io/"
	if v, ok := p.template.Annotations[annotation+c.Name]; ok && s.AppArmor == "" {
		s.AppArmorAt = p.at.Child("metadata", "annotations", annotation+c.Name)
		switch {
		case v == "unconfined":
			s.AppArmor = "Unconfined"
		case v == "runtime/default":
			s.AppArmor = "RuntimeDefault"
		default:
			s.AppArmor = "Localhost"
		}
	}
	for _, d := range s.Dropped {
		s.DropsAll = s.DropsAll || d.Name == "ALL"
	}
	for _, m := range c.VolumeMounts {
		s.Bidirectional = s.Bidirectional || m.MountPropagation != nil && *m.MountPropagation == corev1.MountPropagationBidirectional
	}
	return s
}

// capabilities normalises names the way container runtimes do: case and the CAP_ prefix do not matter.
func capabilities(list []corev1.Capability, at Ref) []Capability {
	var out []Capability
	for i, c := range list {
		out = append(out, Capability{Name: strings.TrimPrefix(strings.ToUpper(string(c)), "CAP_"), At: at.Child(i)})
	}
	return out
}

func setBool(b *Bool, v *bool, at Ref) {
	if v != nil {
		*b = Bool{Value: *v, Set: true, At: at}
	}
}

func setInt(n *Int, v *int64, at Ref) {
	if v != nil {
		*n = Int{Value: int(*v), Set: true, At: at}
	}
}
