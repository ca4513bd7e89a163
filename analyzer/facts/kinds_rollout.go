package facts

import "slices"

// rolloutKinds adds the narrow kinds of the areas rollout, coverage and exit:
//
//	Surging        a DaemonSet with maxSurge       OverlappedPDB  two budgets select a workload  UnhealthyPDB  no policy for unready pods
//	EmptyPDB       selects no workload             EmptyService   the same for a Service         UnreadyService publishes unready addresses
//	SlowStart      may start after its deadline    Recreate       served, strategy Recreate      NoMinReady    minReadySeconds 0
//	Stalled        OnDelete, partition, paused     WideOutage     several nodes at once          Replacing     surge only, with something exclusive
//	KilledStart    liveness before readiness       SameProbe      liveness asks what readiness asks
//	Alone          one served replica              Evictable      a DaemonSet below system-critical
//	FoughtReplicas replicas beside an autoscaler   Flapping       an alert on up or absent
//	Unsatisfiable  contradicts itself              StaleLabel     a label or taint of old versions
//	NoControlPlane a DaemonSet that tolerates no control plane    TolerateAll   tolerates every taint
//	OwnLabel       needs a label that is somebody's own           Leftover      stays after an uninstall
//	Webhook        may lock the cluster
func (f *Facts) rolloutKinds(kinds map[string]bool) {
	set := func(kind string, is bool) { kinds[kind] = kinds[kind] || is }
	for i := range f.PDBs {
		p := &f.PDBs[i]
		set("UnhealthyPDB", p.UnhealthyPolicy == "")
		set("EmptyPDB", len(p.Workloads) == 0)
	}
	for i := range f.Services {
		s := &f.Services[i]
		set("EmptyService", s.Selector && len(s.Workloads) == 0)
		set("UnreadyService", s.PublishNotReady.Value && !s.Headless)
	}
	for i := range f.HPAs {
		h := &f.HPAs[i]
		set("FoughtReplicas", h.Workload >= 0 && f.Workloads[h.Workload].Replicas.Set)
	}
	set("Flapping", slices.ContainsFunc(f.Alerts, func(a Alert) bool { return a.Flaps != "none" }))
	set("Leftover", len(f.Leftovers) > 0)
	set("Webhook", slices.ContainsFunc(f.Webhooks, func(w Webhook) bool { return w.Fail && (w.Type != "admission" || len(w.Resources) > 0) }))
	for i := range f.Workloads {
		f.Workloads[i].rolloutKinds(set)
	}
}

func (w *Workload) rolloutKinds(set func(string, bool)) {
	r, node := &w.Rollout, w.Kind == "DaemonSet"
	rolling := r.Type == "RollingUpdate"
	some := func(is func(*Container) bool) bool {
		return slices.ContainsFunc(w.Containers, func(c Container) bool { return is(&c) })
	}
	surges := r.MaxSurge.Raw != "" && r.MaxSurge.Raw != "0" && r.MaxSurge.Raw != "0%"
	set("OverlappedPDB", len(w.PDBs) > 1)
	set("Surging", node && rolling && surges)
	set("SlowStart", w.Kind == "Deployment" && some(func(c *Container) bool {
		return c.Probes.Startup.Set && c.Probes.Startup.Window > r.Deadline.Value || c.Probes.Readiness.InitialDelay > r.Deadline.Value
	}))
	set("Recreate", w.Served && r.Type == "Recreate")
	set("NoMinReady", rolling && r.MinReadySeconds.Value == 0 && (node || w.Served) && (w.Kind != "StatefulSet" || w.Replicas.Value > 1))
	set("Stalled", r.Type == "OnDelete" || r.Paused || r.Partition.Value > 0)
	set("WideOutage", node && rolling && !surges && r.MaxUnavailable.Raw != "1")
	set("Replacing", w.Kind == "Deployment" && rolling && r.MaxUnavailable.Absolute == 0 && (w.Pod.HostNetwork.Value || slices.ContainsFunc(w.Pod.Volumes, func(v Volume) bool { return v.Claim != "" }) ||
		some(func(c *Container) bool {
			return slices.ContainsFunc(c.Ports, func(p Port) bool { return p.HostPort > 0 })
		})))
	set("KilledStart", some(func(c *Container) bool {
		return c.Probes.Liveness.Set && !c.Probes.Startup.Set && c.Probes.Liveness.Window < c.Probes.Readiness.InitialDelay
	}))
	set("SameProbe", some(func(c *Container) bool {
		return c.Probes.Liveness.Set && c.Probes.Readiness.Set && c.Probes.Liveness.Type == c.Probes.Readiness.Type && c.Probes.Liveness.Check == c.Probes.Readiness.Check
	}))
	set("Alone", w.Served && w.Replicas.From != "node" && w.Replicas.Value == 1)
	set("Evictable", node && !(w.Pod.Priority.Set && w.Pod.Priority.Value >= 2000000000))
	s := &w.Pod.Scheduling
	set("Unsatisfiable", len(s.Contradictions) > 0)
	set("StaleLabel", slices.ContainsFunc(s.Labels, func(l NodeLabel) bool { return staleLabel(l.Key) }) ||
		slices.ContainsFunc(s.Tolerations, func(t Toleration) bool { return staleLabel(t.Key) }))
	set("NoControlPlane", node && !s.Chosen)
	set("TolerateAll", !w.Agent && slices.ContainsFunc(s.Tolerations, func(t Toleration) bool { return t.Key == "" && t.Exists }))
	set("OwnLabel", node && slices.ContainsFunc(s.Labels, func(l NodeLabel) bool { return l.Needed && !l.Elsewhere && !platformLabel(l.Key) }))
}

// staleLabel tells whether a label or taint of nodes has been replaced by another one.
func staleLabel(key string) bool {
	switch key {
	case "node-role.kubernetes.io/master", "failure-domain.beta.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/region":
		return true
	}
	return false
}
