package kube

import (
	"math"
	"strings"

	"github.com/drainlint/drainlint/loaders/source"
	corev1 "k8s.io/api/core/v1"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
)

// restartRule is which restart policies the owner of a pod allows.
type restartRule uint8

const (
	anyRestart restartRule = iota
	alwaysOnly
	onFailureOrNever
	neverOnly // a Job with a podFailurePolicy
)

// podRules is what the owner of a pod changes about its validation.
type podRules struct {
	owner   string
	restart restartRule
	// isPod is true for a Pod object, whose validation and defaults differ in places from those of a template.
	isPod bool
	// claims are volumes that the owner adds.
	claims []string
}

// podCheck is the state of checking one pod spec.
type podCheck struct {
	*checker
	podRules
	spec *corev1.PodSpec
	at   source.Path
	// volumes are the volumes that mounts may use, by name; nil for claims of the owner.
	volumes map[string]*corev1.VolumeSource
	// anyVolume is true when the names are not known completely because some could not be read.
	anyVolume bool
}

// template checks a pod template; at is the path of the template itself.
func (c *checker) template(t *corev1.PodTemplateSpec, at source.Path, rules podRules) {
	c.labels(t.Labels, at.Child("metadata", "labels"))
	c.pod(&t.Spec, at.Child("spec"), rules)
}

func (c *checker) pod(spec *corev1.PodSpec, at source.Path, rules podRules) {
	p := podCheck{checker: c, podRules: rules, spec: spec, at: at}
	p.restartPolicy()
	if spec.ActiveDeadlineSeconds != nil {
		where := at.Child("activeDeadlineSeconds")
		switch n := *spec.ActiveDeadlineSeconds; {
		case rules.restart == alwaysOnly:
			c.add("active-deadline-in-template", where, "activeDeadlineSeconds is not allowed in the pods of a "+rules.owner, "remove it")
		case n < 1 || n > math.MaxInt32:
			c.add("negative-number", where, "activeDeadlineSeconds is "+itoa(n)+", outside 1 to 2147483647", "change or remove it")
		}
	}
	if or(spec.ShareProcessNamespace, false) && spec.HostPID {
		c.add("share-process-namespace-with-host-pid", at.Child("shareProcessNamespace"),
			"shareProcessNamespace and hostPID may not both be true", "remove one of them")
	}
	c.oneOf(string(spec.DNSPolicy), at, "dnsPolicy", "ClusterFirst", "ClusterFirstWithHostNet", "Default", "None")
	c.hostUsers(spec, at)
	c.labels(spec.NodeSelector, at.Child("nodeSelector"))
	c.tolerations(spec.Tolerations, at)
	if len(spec.EphemeralContainers) > 0 {
		c.add("ephemeral-containers", at.Child("ephemeralContainers"), "ephemeral containers can only be added to a running pod", "remove them")
	}
	p.podSecurity()
	p.declareVolumes()
	p.containers()
}

func (p *podCheck) restartPolicy() {
	got, at := p.spec.RestartPolicy, p.at.Child("restartPolicy")
	switch p.restart {
	case alwaysOnly:
		if got != "" && got != corev1.RestartPolicyAlways {
			p.add("restart-policy", at, "restartPolicy is "+string(got)+", but the pods of a "+p.owner+" must have Always", "remove restartPolicy")
		}
	case onFailureOrNever:
		switch got {
		case corev1.RestartPolicyOnFailure, corev1.RestartPolicyNever:
		case "":
			p.missing("restart-policy", p.at, "restartPolicy", "the pods of a Job need restartPolicy OnFailure or Never; the default is Always", "set restartPolicy: OnFailure or Never")
		default:
			p.add("restart-policy", at, "restartPolicy is "+string(got)+", but the pods of a Job must have OnFailure or Never", "use OnFailure or Never")
		}
	case neverOnly:
		if got == "" {
			p.missing("restart-policy", p.at, "restartPolicy", "a Job with podFailurePolicy needs restartPolicy Never; the default is Always", "set restartPolicy: Never")
		} else if got != corev1.RestartPolicyNever {
			p.add("restart-policy", at, "restartPolicy is "+string(got)+", but a Job with podFailurePolicy must have Never", "use Never")
		}
	default:
		p.oneOf(string(got), p.at, "restartPolicy", "Always", "OnFailure", "Never")
	}
}

// grace is the pod's termination grace period in seconds; ok is false when the value could not be read.
func (p *podCheck) grace() (seconds int64, given, ok bool) {
	t := p.spec.TerminationGracePeriodSeconds
	switch {
	case t == nil:
		return corev1.DefaultTerminationGracePeriodSeconds, false, !p.written(p.at, "terminationGracePeriodSeconds")
	case *t < 0 && p.isPod: // SetDefaults_Pod; a template keeps the negative number
		return 1, true, true
	}
	return *t, true, true
}

func (p *podCheck) containers() {
	spec, at := p.spec, p.at
	if len(spec.Containers) == 0 {
		p.noItems("containers-missing", at, "containers", "the pod has no containers", "add a container")
	}
	names, hostPorts := map[string]bool{}, map[string]bool{}
	for i := range spec.Containers {
		at := at.Child("containers", i)
		c := &spec.Containers[i]
		p.containerName(c.Name, at, names)
		p.ports(c.Ports, at, hostPorts)
		p.hostNetworkPorts(c.Ports, at)
		p.container(c, at)
		p.hooks(c.Lifecycle, at.Child("lifecycle"))
		p.probes(c, at)
		p.mainRestart(c, at)
	}
	for i := range spec.InitContainers {
		at := at.Child("initContainers", i)
		c := &spec.InitContainers[i]
		p.containerName(c.Name, at, names)
		// Init containers run one after the other, so each may use the same host ports.
		p.ports(c.Ports, at, map[string]bool{})
		p.container(c, at)
		p.initContainer(c, at)
	}
}

// container checks what init and ordinary containers have in common.
func (p *podCheck) container(c *corev1.Container, at source.Path) {
	if c.Image == "" {
		p.missing("image-missing", at, "image", "container "+quoted(c.Name)+" has no image", "set image")
	} else if p.isPod && strings.TrimSpace(c.Image) != c.Image {
		p.add("image-invalid", at.Child("image"), "the image "+quoted(c.Image)+" has a space at its start or end", "remove the space")
	}
	p.oneOf(string(c.ImagePullPolicy), at, "imagePullPolicy", "Always", "IfNotPresent", "Never")
	p.oneOf(string(c.TerminationMessagePolicy), at, "terminationMessagePolicy", "File", "FallbackToLogsOnError")
	p.env(c.Env, at)
	p.mounts(c, at)
	p.resources(&c.Resources, at.Child("resources"))
	p.security(c, at.Child("securityContext"))
}

// initContainer refuses hooks and probes on init containers that are no sidecars.
func (p *podCheck) initContainer(c *corev1.Container, at source.Path) {
	if p.release.AtLeast(1, 35) { // ContainerRestartRules
		oneOfOptional(p.checker, c.RestartPolicy, at, "restartPolicy", "Always", "OnFailure", "Never")
	} else {
		oneOfOptional(p.checker, c.RestartPolicy, at, "restartPolicy", "Always")
	}
	if or(c.RestartPolicy, "") == corev1.ContainerRestartPolicyAlways {
		p.hooks(c.Lifecycle, at.Child("lifecycle"))
		p.probes(c, at)
		return
	}
	refuse := func(set bool, field, what string) {
		if set {
			p.add("init-container-"+what, at.Child(field), "init container "+quoted(c.Name)+" has a "+field+", which only init containers with restartPolicy: Always may have",
				"remove it, or make the container a sidecar with restartPolicy: Always")
		}
	}
	// A lifecycle that holds nothing but the stop signal is dropped together with it while ContainerStopSignals is off.
	l := c.Lifecycle
	refuse(l != nil && (l.StopSignal == nil || l.PreStop != nil || l.PostStart != nil), "lifecycle", "hook")
	refuse(c.LivenessProbe != nil, "livenessProbe", "probe")
	refuse(c.ReadinessProbe != nil, "readinessProbe", "probe")
	refuse(c.StartupProbe != nil, "startupProbe", "probe")
}

// mainRestart checks the restartPolicy of an ordinary container. Releases 1.28 to 1.33 refuse the field, later ones
// know rules for it; Decode leaves it out elsewhere.
func (p *podCheck) mainRestart(c *corev1.Container, at source.Path) {
	if c.RestartPolicy == nil {
		return
	}
	if p.release.AtLeast(1, 35) {
		oneOfOptional(p.checker, c.RestartPolicy, at, "restartPolicy", "Always", "OnFailure", "Never")
		return
	}
	p.add("container-restart-policy", at.Child("restartPolicy"), "restartPolicy of a container is only allowed in initContainers before Kubernetes 1.35",
		"move the container to initContainers to make it a sidecar, or remove restartPolicy")
}

// hostNetworkPorts: on the host network a port cannot be mapped to another one.
func (p *podCheck) hostNetworkPorts(ports []corev1.ContainerPort, at source.Path) {
	for i, port := range ports {
		if p.spec.HostNetwork && port.HostPort != 0 && port.HostPort != port.ContainerPort {
			p.add("host-network-port", at.Child("ports", i, "hostPort"), "hostPort "+itoa(int64(port.HostPort))+" differs from containerPort "+
				itoa(int64(port.ContainerPort))+" although the pod uses the host network", "remove hostPort")
		}
	}
}

func (c *checker) hostUsers(spec *corev1.PodSpec, at source.Path) {
	if or(spec.HostUsers, true) {
		return
	}
	for _, f := range []struct {
		name string
		set  bool
	}{{"hostNetwork", spec.HostNetwork}, {"hostPID", spec.HostPID}, {"hostIPC", spec.HostIPC}} {
		if f.set {
			c.add("host-users", at.Child(f.name), f.name+" is not possible together with hostUsers: false", "remove one of them")
		}
	}
}

func (c *checker) tolerations(ts []corev1.Toleration, at source.Path) {
	for i := range ts {
		t, at := &ts[i], at.Child("tolerations", i)
		c.oneOf(string(t.Operator), at, "operator", "Equal", "Exists")
		c.oneOf(string(t.Effect), at, "effect", "NoSchedule", "PreferNoSchedule", "NoExecute")
		switch {
		case t.Key == "" && t.Operator != corev1.TolerationOpExists:
			c.missing("toleration-key", at, "key", "a toleration without a key needs operator: Exists", "add key, or operator: Exists for every taint")
		case t.Operator == corev1.TolerationOpExists && t.Value != "":
			c.add("toleration-value", at.Child("value"), "operator Exists may not have a value", "remove value")
		case t.Operator == "" || t.Operator == corev1.TolerationOpEqual:
			if bad := utilvalidation.IsValidLabelValue(t.Value); len(bad) > 0 {
				c.add("label-invalid", at.Child("value"), "the taint value "+quoted(t.Value)+" is not allowed: "+first(bad), "correct it")
			}
		}
		if t.Key != "" {
			if bad := utilvalidation.IsQualifiedName(t.Key); len(bad) > 0 {
				c.add("label-invalid", at.Child("key"), "the taint key "+quoted(t.Key)+" is not allowed: "+first(bad), "rename it")
			}
		}
		if t.TolerationSeconds != nil && t.Effect != corev1.TaintEffectNoExecute {
			c.add("toleration-seconds", at.Child("tolerationSeconds"), "tolerationSeconds needs effect: NoExecute", "set effect: NoExecute or remove it")
		}
	}
}

// env checks names and sources of environment variables.
func (c *checker) env(vars []corev1.EnvVar, at source.Path) {
	for i := range vars {
		v, at := &vars[i], at.Child("env", i)
		if v.Name == "" {
			c.missing("env-name-missing", at, "name", "the environment variable has no name", "set name")
		} else if bad := c.envName(v.Name); bad != "" {
			c.add("env-name-invalid", at.Child("name"), "the variable name "+quoted(v.Name)+" is not allowed: "+bad, "rename it")
		}
		if v.ValueFrom == nil {
			continue
		}
		from := at.Child("valueFrom")
		n := count(v.ValueFrom.FieldRef != nil, v.ValueFrom.ResourceFieldRef != nil, v.ValueFrom.ConfigMapKeyRef != nil,
			v.ValueFrom.SecretKeyRef != nil, v.ValueFrom.FileKeyRef != nil)
		switch {
		case v.Value != "":
			c.add("env-two-values", from, "variable "+quoted(v.Name)+" has both value and valueFrom", "remove one of them (in a patch: value: null)")
		case n > 1:
			c.add("env-two-values", from, "variable "+quoted(v.Name)+" has "+itoa(int64(n))+" sources", "keep one of them")
		case n == 0 && !c.anyWritten(from, "fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef"):
			c.add("env-no-value", from, "valueFrom of variable "+quoted(v.Name)+" names no source", "add configMapKeyRef, secretKeyRef, fieldRef or resourceFieldRef")
		}
	}
}

func (c *checker) envName(name string) string {
	check := utilvalidation.IsEnvVarName
	if c.release.AtLeast(1, 32) { // RelaxedEnvironmentVariableValidation
		check = utilvalidation.IsRelaxedEnvVarName
	}
	if bad := check(name); len(bad) > 0 {
		return first(bad)
	}
	return ""
}

// resources refuses requests above limits and negative amounts.
func (c *checker) resources(r *corev1.ResourceRequirements, at source.Path) {
	for _, name := range sorted(r.Requests) {
		request := r.Requests[name]
		limit, ok := r.Limits[name]
		switch {
		case request.Sign() < 0:
			c.add("negative-number", at.Child("requests", string(name)), "the request of "+request.String()+" is negative", "use 0 or more")
		case ok && request.Cmp(limit) > 0:
			c.add("request-above-limit", at.Child("requests", string(name)), "the request of "+request.String()+" "+string(name)+
				" is above the limit of "+limit.String(), "lower the request or raise the limit")
		}
	}
	for _, name := range sorted(r.Limits) {
		if limit := r.Limits[name]; limit.Sign() < 0 {
			c.add("negative-number", at.Child("limits", string(name)), "the limit of "+limit.String()+" is negative", "use 0 or more")
		}
	}
}
