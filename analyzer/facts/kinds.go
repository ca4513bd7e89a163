package facts

import "slices"

// Kinds are the names a rule may list in METADATA custom.kinds to be evaluated over f. They are the kinds of all objects
// (Deployment, Service), and the kinds of facts below; a narrow one spares a run the rule's compilation.
//
//	Object         anything            UnknownField  a field the type lacks     Refusal        refused by the API server
//	OldAPI         deprecated or gone  Workload      a pod template owner       Served         one that gets traffic
//	PreStop        a preStop hook      ZeroGrace     a grace period of 0        Shell          a pod command in a shell
//	Privileged     such a container    HostPath      a hostPath volume          HostNamespace  hostNetwork, hostPID, hostIPC
//	Undelayed      served, no preStop  Unprobed      no readinessProbe          Interrupted    served, maxUnavailable > 0
//	Capable        keeps capabilities  BadWaiver     past its date, no reason   IdleWaiver     waives nothing
//	ShortDelay     served, a preStop hook below the longest delay that a threshold asks for
//	BlockedDrain   a PDB that allows 0 UnscaledPDB   one over a DaemonSet, Job or Pod
//	Random         differs on each rendering of a chart           Discarded      a value of 0 that a template drops
//	Image          a Dockerfile        ImageShell    one that starts a shell    BrokenForm     exec form that is no JSON
//	PatchFault     a patch that cannot be meant                    Drift          reads a config whose change replaces no pod
//	Unmanaged      an object of a chart's crds/                    OtherVersion   a chart's image is not its appVersion
//	Problem        unusable input      Waiver        when waivers are judged    Run            when the run is judged
//
// Rules about privileges have kinds of their own: see privilegeKinds.
func (f *Facts) Kinds() map[string]bool {
	kinds := map[string]bool{
		"Object": len(f.Objects) > 0, "Workload": len(f.Workloads) > 0,
		"Problem": len(f.Problems) > 0, "Waiver": len(f.Waivers) > 0, "Run": f.Run != nil,
	}
	for i := range f.PDBs {
		p := &f.PDBs[i]
		kinds["BlockedDrain"] = kinds["BlockedDrain"] || p.Allowed == 0
		kinds["UnscaledPDB"] = kinds["UnscaledPDB"] || len(p.NoScale) > 0
	}
	for i := range f.Images {
		im := &f.Images[i]
		kinds["Image"] = true
		kinds["ImageShell"] = kinds["ImageShell"] || im.Process.Used
		kinds["BrokenForm"] = kinds["BrokenForm"] || im.Broken
	}
	kinds["PatchFault"] = len(f.Patches) > 0
	kinds["Discarded"] = len(f.Discarded) > 0
	kinds["OtherVersion"] = f.Chart != nil && (len(f.Chart.Splits) > 0 || slices.ContainsFunc(f.Chart.Images, func(im ChartImage) bool { return im.Differs }))
	for i := range f.Waivers {
		w := &f.Waivers[i]
		kinds["BadWaiver"] = kinds["BadWaiver"] || w.Expired || w.BadDate || w.Reason == ""
		kinds["IdleWaiver"] = kinds["IdleWaiver"] || !w.Used || len(w.Unknown) > 0
	}
	for i := range f.Objects {
		o := &f.Objects[i]
		kinds[o.Kind] = true
		kinds["UnknownField"] = kinds["UnknownField"] || len(o.Unknown) > 0
		kinds["Refusal"] = kinds["Refusal"] || len(o.Refused) > 0
		kinds["Random"] = kinds["Random"] || len(o.Random) > 0
		kinds["Unmanaged"] = kinds["Unmanaged"] || o.Unmanaged
		kinds["OldAPI"] = kinds["OldAPI"] || o.API.Old || o.API.Gone
	}
	for i := range f.Workloads {
		w := &f.Workloads[i]
		some := func(kind string, is func(*Container) bool) {
			kinds[kind] = kinds[kind] || slices.ContainsFunc(w.Containers, func(c Container) bool { return is(&c) })
		}
		kinds["Drift"] = kinds["Drift"] || slices.ContainsFunc(w.Configs, func(c ConfigLink) bool { return c.Object >= 0 && !c.Tracked && c.How != "volume" })
		kinds["Served"] = kinds["Served"] || w.Served
		kinds["ZeroGrace"] = kinds["ZeroGrace"] || w.Pod.Grace.Value == 0
		kinds["HostPath"] = kinds["HostPath"] || len(w.HostPaths) > 0
		kinds["HostNamespace"] = kinds["HostNamespace"] || w.Pod.HostNetwork.Value || w.Pod.HostPID.Value || w.Pod.HostIPC.Value
		kinds["Interrupted"] = kinds["Interrupted"] || w.Served && (w.Rollout.MaxUnavailable.Absolute > 0 || !w.Rollout.MaxUnavailable.Resolved)
		some("Undelayed", func(c *Container) bool { return c.Served && c.PreStop.Duration.Seconds == 0 })
		some("Unprobed", func(c *Container) bool { return c.Role == "main" && !c.Probes.Readiness.Set })
		some("Capable", func(c *Container) bool { return !c.Security.DropsAll && !c.Security.Privileged.Value })
		longest := max(f.Settings.ServiceDelay, f.Settings.IngressDelay, f.Settings.LoadBalancerDelay)
		some("ShortDelay", func(c *Container) bool { return c.Served && c.PreStop.Set && c.PreStop.Duration.Seconds < longest })
		some("PreStop", func(c *Container) bool { return c.PreStop.Set })
		some("Shell", func(c *Container) bool { return c.Process.Shell.Used })
		w.privilegeKinds(kinds)
		some("Privileged", func(c *Container) bool { return c.Security.Privileged.Value })
	}
	return kinds
}
