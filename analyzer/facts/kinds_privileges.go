package facts

import "slices"

// privilegeKinds adds the kinds of facts that rules about privileges are about:
//
//	ReadOnlyWrite  configured to write on a read-only mount        CapabilityList adds any, or privileged with a list
//	LooseHostPath  no type, or a folder           HostLogs       a folder of logs of the node
//	ReadOnlyTree   a read-only hostPath whose submounts are not    AddedCapability without privileged
//	FileCaps       file capabilities are known                     Escalating     allowPrivilegeEscalation not false
//	MayBeRoot      nothing rules out uid 0                         WritableRoot   readOnlyRootFilesystem not true
//	Unconfined     a profile switched off, an agent without one    IdleToken      the default account, or no RBAC
//	Granted        RBAC rules of the Unit                          Bidirectional  mounts that reach the node
//	PlainSecret    a credential as text                            Spool          a configured buffer on disk
//	Unlimited      an agent without requests or limits             PodSecurity    above its Namespace's level
//	RootUser       runAsNonRoot, and an image USER that fails it   SurgingAgent   a DaemonSet with maxSurge
func (w *Workload) privilegeKinds(kinds map[string]bool) {
	for i := range w.Containers {
		c := &w.Containers[i]
		s := &c.Security
		on := func(kind string, is bool) { kinds[kind] = kinds[kind] || is }
		on("ReadOnlyWrite", slices.ContainsFunc(c.Writes, func(x Write) bool { return x.ReadOnly }))
		on("Spool", w.Agent && slices.ContainsFunc(c.Writes, func(x Write) bool { return x.Spool && !x.Bounded }))
		on("CapabilityList", len(s.Added) > 0 || s.Privileged.Value && len(s.Dropped) > 0)
		on("AddedCapability", len(s.Added) > 0 && !s.Privileged.Value)
		on("FileCaps", len(c.Execs) > 0)
		on("Escalating", s.AllowPrivilegeEscalation.Value && !s.Privileged.Value)
		on("MayBeRoot", s.RunAsUser.Value == 0 || s.RunAsUser.Value < 0 && !s.RunAsNonRoot.Value)
		on("WritableRoot", !s.ReadOnlyRootFilesystem.Value)
		on("Unconfined", s.Seccomp == "Unconfined" || s.AppArmor == "Unconfined" || s.SELinux == "spc_t" || w.Agent && s.Seccomp == "")
		on("Bidirectional", s.Bidirectional)
		on("PlainSecret", len(c.Secrets) > 0)
		on("Unlimited", w.Agent && !(c.Resources.MemoryRequest && c.Resources.MemoryLimit && c.Resources.CPURequest))
		on("RootUser", s.RunAsNonRoot.Value && !s.RunAsUser.Set && c.User.Known && (!c.User.Numeric || c.User.ID == 0))
	}
	kinds["SurgingAgent"] = kinds["SurgingAgent"] || w.Kind == "DaemonSet" && w.Rollout.MaxSurge.Set
	for i := range w.HostPaths {
		h := &w.HostPaths[i]
		kinds["LooseHostPath"] = kinds["LooseHostPath"] || h.Type == "" || h.Type == "Directory" || h.Type == "DirectoryOrCreate" || len(h.Enough) > 0
		kinds["HostLogs"] = kinds["HostLogs"] || h.Class == "logs"
		kinds["ReadOnlyTree"] = kinds["ReadOnlyTree"] || h.Whole && slices.ContainsFunc(h.Mounts, func(m Mount) bool { return m.ReadOnly && !m.Recursive })
	}
	kinds["IdleToken"] = kinds["IdleToken"] || w.Account.Automount && (w.Account.Name == "default" || w.Account.Defined && !w.Account.Bound)
	kinds["Granted"] = kinds["Granted"] || len(w.Account.Rules) > 0
	kinds["PodSecurity"] = kinds["PodSecurity"] || slices.ContainsFunc(w.PodSecurity, func(p PodSecurity) bool { return len(p.Faults) > 0 })
}
