package kube

import "strings"

// critical is true for a field whose loss changes how a workload stops, starts, is replaced or what it may do. parent
// is the Go type that has the field.
func critical(parent, field string) bool {
	switch parent {
	case "Lifecycle", "LifecycleHandler", "Probe", "ExecAction", "HTTPGetAction", "TCPSocketAction", "GRPCAction",
		"SleepAction", "SecurityContext", "PodSecurityContext", "Capabilities", "SELinuxOptions", "SeccompProfile",
		"AppArmorProfile", "WindowsSecurityContextOptions", "DeploymentStrategy", "RollingUpdateDeployment",
		"StatefulSetUpdateStrategy", "RollingUpdateStatefulSetStrategy", "DaemonSetUpdateStrategy",
		"RollingUpdateDaemonSet", "PodDisruptionBudgetSpec", "Volume", "VolumeMount", "VolumeDevice":
		return true
	}
	if strings.HasSuffix(parent, "VolumeSource") || strings.HasSuffix(parent, "Projection") {
		return true
	}
	// In PodTemplateSpec nearly nothing is legal, so whatever stands there was meant for the pod.
	return parent == "PodTemplateSpec" || criticalName(field)
}

// criticalName is true for names that only the types of critical have, or that lead to them. Names that many types
// share (name, type, path, port, command ...) are left out.
func criticalName(field string) bool {
	switch strings.ToLower(field) {
	case "lifecycle", "prestop", "poststart", "stopsignal", "sleep", "exec", "httpget", "tcpsocket", "grpc",
		"livenessprobe", "readinessprobe", "startupprobe", "initialdelayseconds", "timeoutseconds", "periodseconds",
		"successthreshold", "failurethreshold", "terminationgraceperiodseconds", "terminationgraceperiod",
		"securitycontext", "podsecuritycontext", "containersecuritycontext", "capabilities", "drop", "privileged",
		"allowprivilegeescalation", "readonlyrootfilesystem", "runasuser", "runasgroup", "runasnonroot", "procmount",
		"seccompprofile", "apparmorprofile", "selinuxoptions", "selinuxchangepolicy", "windowsoptions", "fsgroup",
		"fsgroupchangepolicy", "supplementalgroups", "supplementalgroupspolicy", "sysctls",
		"strategy", "updatestrategy", "rollingupdate", "maxunavailable", "maxsurge", "partition", "minavailable",
		"unhealthypodevictionpolicy", "minreadyseconds", "progressdeadlineseconds", "shareprocessnamespace",
		"hostpid", "hostipc", "hostnetwork", "hostusers",
		"volumes", "volumemounts", "volumedevices", "hostpath", "emptydir", "persistentvolumeclaim",
		"mountpath", "mountpropagation", "subpath", "subpathexpr", "readonly", "recursivereadonly":
		return true
	}
	return false
}
