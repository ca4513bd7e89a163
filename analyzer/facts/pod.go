package facts

import (
	"cmp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// defaultGrace is terminationGracePeriodSeconds where a pod does not set it (k8s.io/api core/v1
// DefaultTerminationGracePeriodSeconds).
const defaultGrace = corev1.DefaultTerminationGracePeriodSeconds

// readPod fills w from its pod template.
func (x *extractor) readPod(w *Workload, p pod) {
	s := p.template.Spec
	w.Pod = Pod{
		At:            p.spec,
		Grace:         Int{Value: defaultGrace, At: p.spec.Child("terminationGracePeriodSeconds")},
		HostNetwork:   Bool{s.HostNetwork, s.HostNetwork, p.spec.Child("hostNetwork")},
		HostPID:       Bool{s.HostPID, s.HostPID, p.spec.Child("hostPID")},
		HostIPC:       Bool{s.HostIPC, s.HostIPC, p.spec.Child("hostIPC")},
		ShareProcess:  Bool{At: p.spec.Child("shareProcessNamespace")},
		Windows:       windows(s),
		UserNamespace: s.HostUsers != nil && !*s.HostUsers,
		PriorityClass: s.PriorityClassName,
		RestartPolicy: cmp.Or(string(s.RestartPolicy), "Always"),
	}
	w.Pod.FSGroup = Int{Value: -1, At: p.spec.Child("securityContext", "fsGroup")}
	if ctx := s.SecurityContext; ctx != nil {
		setInt(&w.Pod.FSGroup, ctx.FSGroup, w.Pod.FSGroup.At)
	}
	if g := s.TerminationGracePeriodSeconds; g != nil {
		w.Pod.Grace.Value, w.Pod.Grace.Set = int(*g), true
	}
	if b := s.ShareProcessNamespace; b != nil {
		w.Pod.ShareProcess.Value, w.Pod.ShareProcess.Set = *b, true
	}
	for i, v := range s.Volumes {
		w.Pod.Volumes = append(w.Pod.Volumes, volume(v, p.spec.Child("volumes", i)))
	}
	for i, c := range s.InitContainers {
		role := "init"
		if c.RestartPolicy != nil && *c.RestartPolicy == corev1.ContainerRestartPolicyAlways {
			role = "sidecar"
		}
		w.Containers = append(w.Containers, x.container(c, role, p, p.spec.Child("initContainers", i)))
	}
	for i, c := range s.Containers {
		w.Containers = append(w.Containers, x.container(c, "main", p, p.spec.Child("containers", i)))
	}
	w.Pod.MemoryRequest = requestsMemory(s, w.Containers)
	w.Pod.Scheduling = scheduling(s, p.spec)
	w.Pod.Priority = Priority{Int: Int{At: p.spec.Child("priorityClassName")}, Class: s.PriorityClassName, Defined: p.spec}
	settleHelpers(w)
	onlyHelpers(w.Containers)
	w.Account = Account{Name: cmp.Or(s.ServiceAccountName, s.DeprecatedServiceAccount, "default"), At: p.spec.Child("serviceAccountName"), Automount: true}
	w.Account.Set = s.ServiceAccountName != "" || s.DeprecatedServiceAccount != ""
	if b := s.AutomountServiceAccountToken; b != nil {
		w.Account.Automount = *b
	}
	for _, annotations := range []map[string]string{x.annotations(w.Object), p.template.Annotations} {
		for k, reason := range annotations {
			if rule, ok := strings.CutPrefix(k, "drainlint.dev/justify."); ok && strings.TrimSpace(reason) != "" {
				w.Justified[rule] = reason
			}
		}
	}
	x.configs(w, p)
}

// settleHelpers takes back what container said where there is no application beside it: the only program of a pod is
// the application, and in a DaemonSet telemetry is what the pod is for.
func settleHelpers(w *Workload) {
	application := slices.ContainsFunc(w.Containers, func(c Container) bool { return c.Role == "main" && !c.Helper })
	for i := range w.Containers {
		c := &w.Containers[i]
		c.Helper = c.Helper && application && (w.Kind != "DaemonSet" || c.Profile.Class != "telemetry")
	}
}

// onlyHelpers takes the mark back where every main container has it: then the proxy is the application.
func onlyHelpers(cs []Container) {
	if slices.ContainsFunc(cs, func(c Container) bool { return c.Role == "main" && !c.Helper }) {
		return
	}
	for i := range cs {
		cs[i].Helper = false
	}
}

func windows(s corev1.PodSpec) bool {
	return s.OS != nil && s.OS.Name == corev1.Windows || s.NodeSelector["kubernetes.io/os"] == "windows" ||
		s.NodeSelector["beta.kubernetes.io/os"] == "windows"
}

func volume(v corev1.Volume, at Ref) Volume {
	out := Volume{At: at, Name: v.Name, Type: "other"}
	switch {
	case v.HostPath != nil:
		out.Type = "hostPath"
	case v.EmptyDir != nil:
		out.Type, out.SizeLimit, out.Memory = "emptyDir", v.EmptyDir.SizeLimit != nil, v.EmptyDir.Medium == corev1.StorageMediumMemory
	case v.ConfigMap != nil:
		out.Type = "configMap"
	case v.Secret != nil:
		out.Type = "secret"
	case v.PersistentVolumeClaim != nil:
		out.Type, out.Claim = "persistentVolumeClaim", v.PersistentVolumeClaim.ClaimName
	case v.Projected != nil:
		out.Type = "projected"
	case v.CSI != nil:
		out.Type = "csi"
	case v.DownwardAPI != nil:
		out.Type = "downwardAPI"
	case v.Ephemeral != nil:
		out.Type = "ephemeral"
	}
	return out
}

// annotations are those of the object itself.
func (x *extractor) annotations(doc int) map[string]string {
	return x.stringMap(doc, "metadata", "annotations")
}

// configs lists the ConfigMaps and Secrets that a pod reads.
func (x *extractor) configs(w *Workload, p pod) {
	add := func(at Ref, kind, name, how, key string) {
		if name != "" {
			w.Configs = append(w.Configs, ConfigLink{At: at, Kind: kind, Name: name, How: how, Key: key, Object: -1})
		}
	}
	s := p.template.Spec
	each := func(field string, cs []corev1.Container) {
		for i, c := range cs {
			at := p.spec.Child(field, i)
			for j, e := range c.EnvFrom {
				if e.ConfigMapRef != nil {
					add(at.Child("envFrom", j, "configMapRef", "name"), "ConfigMap", e.ConfigMapRef.Name, "env", "")
				}
				if e.SecretRef != nil {
					add(at.Child("envFrom", j, "secretRef", "name"), "Secret", e.SecretRef.Name, "env", "")
				}
			}
			for j, e := range c.Env {
				if e.ValueFrom == nil {
					continue
				}
				if r := e.ValueFrom.ConfigMapKeyRef; r != nil {
					add(at.Child("env", j, "valueFrom", "configMapKeyRef", "name"), "ConfigMap", r.Name, "env", r.Key)
				}
				if r := e.ValueFrom.SecretKeyRef; r != nil {
					add(at.Child("env", j, "valueFrom", "secretKeyRef", "name"), "Secret", r.Name, "env", r.Key)
				}
			}
		}
	}
	each("initContainers", s.InitContainers)
	each("containers", s.Containers)
	for i, v := range s.Volumes {
		at, how := p.spec.Child("volumes", i), "volume"
		if subPathOnly(s, v.Name) {
			how = "subPath"
		}
		if v.ConfigMap != nil {
			add(at.Child("configMap", "name"), "ConfigMap", v.ConfigMap.Name, how, "")
		}
		if v.Secret != nil {
			add(at.Child("secret", "secretName"), "Secret", v.Secret.SecretName, how, "")
		}
	}
}

// subPathOnly tells whether every mount of a volume is a subPath mount, which never changes in a running container.
func subPathOnly(s corev1.PodSpec, volume string) bool {
	found := false
	for _, c := range slices.Concat(s.InitContainers, s.Containers) {
		for _, m := range c.VolumeMounts {
			if m.Name == volume {
				if m.SubPath == "" && m.SubPathExpr == "" {
					return false
				}
				found = true
			}
		}
	}
	return found
}
