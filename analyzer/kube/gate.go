package kube

import "sync"

// gate is a field that API servers of some releases drop, because the release does not know it or the feature is off.
type gate struct {
	// owner is the Go type and field the JSON name.
	owner, field string
	// name is the feature gate.
	name string
	// since is the first minor release of Kubernetes 1 in which the field is on by default; 0 when there is none so far.
	since int
	// list restricts the row to items of this list: a container's restartPolicy means different things in
	// initContainers and containers.
	list string
	// refused are minor releases before since that know the field and refuse it instead of dropping it: from, to.
	refused [2]int
}

// release is since as a Version.
func (g *gate) release() Version {
	if g.since == 0 {
		return Version{}
	}
	return Version{1, g.since}
}

// off is true when an API server of release v drops the field.
func (g *gate) off(v Version) bool {
	if g.refused[0] > 0 && v.AtLeast(1, g.refused[0]) && !v.AtLeast(1, g.refused[1]+1) {
		return false
	}
	return g.since == 0 || !v.AtLeast(1, g.since)
}

// gates holds the rows by "Type.field". Releases are those of kubernetes/pkg/features/kube_features.go of 1.25, 1.30,
// 1.34 and 1.37, and for gates removed since of the page "Feature Gates (removed)".
var gates = sync.OnceValue(func() map[string][]gate {
	table := map[string][]gate{}
	for _, g := range []gate{
		{owner: "LifecycleHandler", field: "sleep", name: "PodLifecycleSleepAction", since: 30},
		{owner: "Lifecycle", field: "stopSignal", name: "ContainerStopSignals"},
		{owner: "Probe", field: "terminationGracePeriodSeconds", name: "ProbeTerminationGracePeriod", since: 25},
		{owner: "Probe", field: "grpc", name: "GRPCContainerProbe", since: 24},
		{owner: "HTTPGetAction", field: "protocol", name: "H2CContainerProbe"},
		{owner: "GRPCAction", field: "mode", name: "GRPCContainerProbeTLS"},
		{owner: "Container", field: "restartPolicy", name: "SidecarContainers", since: 29, list: "initContainers"},
		{owner: "Container", field: "restartPolicy", name: "ContainerRestartRules", since: 35, list: "containers", refused: [2]int{28, 33}},
		{owner: "Container", field: "restartPolicyRules", name: "ContainerRestartRules", since: 35},
		{owner: "VolumeMount", field: "recursiveReadOnly", name: "RecursiveReadOnlyMounts", since: 31},
		{owner: "VolumeMount", field: "bindMountOptions", name: "VolumeBindMountOptions"},
		{owner: "EmptyDirVolumeSource", field: "mode", name: "EmptyDirVolumeMode"},
		{owner: "Volume", field: "image", name: "ImageVolume", since: 35},
		{owner: "SecurityContext", field: "procMount", name: "ProcMountType", since: 33},
		{owner: "SecurityContext", field: "appArmorProfile", name: "AppArmorFields", since: 30},
		{owner: "PodSecurityContext", field: "appArmorProfile", name: "AppArmorFields", since: 30},
		{owner: "PodSecurityContext", field: "supplementalGroupsPolicy", name: "SupplementalGroupsPolicy", since: 33},
		{owner: "PodSecurityContext", field: "seLinuxChangePolicy", name: "SELinuxChangePolicy", since: 33},
		{owner: "PodSpec", field: "hostUsers", name: "UserNamespacesSupport", since: 33},
		{owner: "PodSpec", field: "resources", name: "PodLevelResources", since: 34},
		{owner: "PodSpec", field: "schedulingGates", name: "PodSchedulingReadiness", since: 27},
		{owner: "PodDisruptionBudgetSpec", field: "unhealthyPodEvictionPolicy", name: "PDBUnhealthyPodEvictionPolicy", since: 27},
		{owner: "RollingUpdateDaemonSet", field: "maxSurge", name: "DaemonSetUpdateSurge", since: 22},
		{owner: "RollingUpdateStatefulSetStrategy", field: "maxUnavailable", name: "MaxUnavailableStatefulSet", since: 37},
		{owner: "StatefulSetSpec", field: "minReadySeconds", name: "StatefulSetMinReadySeconds", since: 23},
		{owner: "StatefulSetSpec", field: "persistentVolumeClaimRetentionPolicy", name: "StatefulSetAutoDeletePVC", since: 27},
		{owner: "StatefulSetSpec", field: "ordinals", name: "StatefulSetStartOrdinal", since: 27},
		{owner: "JobSpec", field: "podFailurePolicy", name: "JobPodFailurePolicy", since: 26},
		{owner: "JobSpec", field: "backoffLimitPerIndex", name: "JobBackoffLimitPerIndex", since: 29},
		{owner: "JobSpec", field: "maxFailedIndexes", name: "JobBackoffLimitPerIndex", since: 29},
		{owner: "JobSpec", field: "podReplacementPolicy", name: "JobPodReplacementPolicy", since: 29},
		{owner: "JobSpec", field: "successPolicy", name: "JobSuccessPolicy", since: 31},
	} {
		key := g.owner + "." + g.field
		table[key] = append(table[key], g)
	}
	return table
})

func gatesOf(owner, field string) []gate { return gates()[owner+"."+field] }
