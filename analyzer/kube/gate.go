package kube

// gate is a field that API servers of some releases drop, because the release does not know it or the feature is off.
type gate struct {
	// name is the feature gate.
	name string
	// since is the first release in which the field is on by default; zero when it is off in every release so far.
	since Version
	// list restricts the row to items of this list: a container's restartPolicy means different things in
	// initContainers and containers.
	list string
	// kept are the releases before since that know the field and refuse it instead of dropping it.
	keptFrom, keptTo Version
}

// off is true when an API server of release v drops the field.
func (g *gate) off(v Version) bool {
	if !g.keptFrom.IsZero() && !v.Before(g.keptFrom) && !g.keptTo.Before(v) {
		return false
	}
	return g.since.IsZero() || v.Before(g.since)
}

// gatesOf lists the rows for a field of a Go type. Releases are those of kubernetes/pkg/features/kube_features.go of
// 1.25, 1.30, 1.34 and 1.37, and for gates removed since of the page "Feature Gates (removed)".
func gatesOf(typeName, field string) []gate {
	on := func(name string, minor int) []gate { return []gate{{name: name, since: Version{1, minor}}} }
	never := func(name string) []gate { return []gate{{name: name}} }
	switch typeName + "." + field {
	case "LifecycleHandler.sleep":
		return on("PodLifecycleSleepAction", 30)
	case "Lifecycle.stopSignal":
		return never("ContainerStopSignals")
	case "Probe.terminationGracePeriodSeconds":
		return on("ProbeTerminationGracePeriod", 25)
	case "Probe.grpc":
		return on("GRPCContainerProbe", 24)
	case "HTTPGetAction.protocol":
		return never("H2CContainerProbe")
	case "GRPCAction.mode":
		return never("GRPCContainerProbeTLS")
	case "Container.restartPolicy":
		return []gate{
			{name: "SidecarContainers", since: Version{1, 29}, list: "initContainers"},
			{name: "ContainerRestartRules", since: Version{1, 35}, list: "containers",
				keptFrom: Version{1, 28}, keptTo: Version{1, 33}},
		}
	case "Container.restartPolicyRules":
		return on("ContainerRestartRules", 35)
	case "VolumeMount.recursiveReadOnly":
		return on("RecursiveReadOnlyMounts", 31)
	case "VolumeMount.bindMountOptions":
		return never("VolumeBindMountOptions")
	case "EmptyDirVolumeSource.mode":
		return never("EmptyDirVolumeMode")
	case "Volume.image":
		return on("ImageVolume", 35)
	case "SecurityContext.procMount":
		return on("ProcMountType", 33)
	case "SecurityContext.appArmorProfile", "PodSecurityContext.appArmorProfile":
		return on("AppArmorFields", 30)
	case "PodSecurityContext.supplementalGroupsPolicy":
		return on("SupplementalGroupsPolicy", 33)
	case "PodSecurityContext.seLinuxChangePolicy":
		return on("SELinuxChangePolicy", 33)
	case "PodSpec.hostUsers":
		return on("UserNamespacesSupport", 33)
	case "PodSpec.resources":
		return on("PodLevelResources", 34)
	case "PodSpec.schedulingGates":
		return on("PodSchedulingReadiness", 27)
	case "PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy":
		return on("PDBUnhealthyPodEvictionPolicy", 27)
	case "RollingUpdateDaemonSet.maxSurge":
		return on("DaemonSetUpdateSurge", 22)
	case "RollingUpdateStatefulSetStrategy.maxUnavailable":
		return on("MaxUnavailableStatefulSet", 37)
	case "StatefulSetSpec.minReadySeconds":
		return on("StatefulSetMinReadySeconds", 23)
	case "StatefulSetSpec.persistentVolumeClaimRetentionPolicy":
		return on("StatefulSetAutoDeletePVC", 27)
	case "StatefulSetSpec.ordinals":
		return on("StatefulSetStartOrdinal", 27)
	case "JobSpec.podFailurePolicy":
		return on("JobPodFailurePolicy", 26)
	case "JobSpec.backoffLimitPerIndex", "JobSpec.maxFailedIndexes":
		return on("JobBackoffLimitPerIndex", 29)
	case "JobSpec.podReplacementPolicy":
		return on("JobPodReplacementPolicy", 29)
	case "JobSpec.successPolicy":
		return on("JobSuccessPolicy", 31)
	}
	return nil
}
