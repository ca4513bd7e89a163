package facts

import "slices"

// clusterKinds adds the narrow kinds of facts that an inventory of nodes gives:
//
//	Uncovered      a DaemonSet that reaches no eligible node     NodeGap        one that misses some
//	PlatformGap    one that misses nodes for their platform, or gets pods that cannot run there
//	EndedExclusion an exclusion of nodes past its last day       BlindNodes     a rolling update of a DaemonSet over more than one node
func (f *Facts) clusterKinds(kinds map[string]bool) {
	if f.Cluster == nil {
		return
	}
	set := func(kind string, is bool) { kinds[kind] = kinds[kind] || is }
	set("EndedExclusion", len(f.Cluster.Ended) > 0)
	for i := range f.Cluster.Coverage {
		c := &f.Cluster.Coverage[i]
		platform := func(g NodeGap) bool { return g.Cause == "os" || g.Cause == "architecture" || g.Cause == "image" }
		set("Uncovered", c.Eligible > 0 && c.Covered == 0)
		set("NodeGap", slices.ContainsFunc(c.Gaps, func(g NodeGap) bool { return !platform(g) }))
		set("PlatformGap", slices.ContainsFunc(c.Gaps, platform) || len(c.Misfits) > 0)
		set("BlindNodes", c.Rollout.Blind > 1)
	}
}
