package kube

import (
	"github.com/drainlint/drainlint/loaders/source"
	policyv1 "k8s.io/api/policy/v1"
)

func (c *checker) budget(o *policyv1.PodDisruptionBudget) {
	at := source.Path{"spec"}
	c.name(o.Name, o.GenerateName, anyName)
	if o.Spec.MinAvailable != nil && o.Spec.MaxUnavailable != nil {
		c.add("budget-two-limits", at.Child(c.lastOf(at, []string{"minAvailable", "maxUnavailable"})),
			"minAvailable ("+o.Spec.MinAvailable.String()+") and maxUnavailable ("+o.Spec.MaxUnavailable.String()+") may not both be set",
			"remove one of them (in a patch or values file: set it to null)")
	}
	c.amount(o.Spec.MinAvailable, at, "minAvailable", 0, true)
	c.amount(o.Spec.MaxUnavailable, at, "maxUnavailable", 0, true)
	if o.Spec.Selector != nil {
		c.selectorSyntax(o.Spec.Selector, at.Child("selector"))
	}
	oneOfOptional(c, o.Spec.UnhealthyPodEvictionPolicy, at, "unhealthyPodEvictionPolicy", "IfHealthyBudget", "AlwaysAllow")
}

// scaler checks a HorizontalPodAutoscaler; metrics and behavior are left alone.
func (c *checker) scaler(name, generate, targetKind, targetName string, least *int32, most int32) {
	at := source.Path{"spec"}
	c.name(name, generate, subdomain)
	if targetKind == "" {
		c.missing("scale-target-missing", at.Child("scaleTargetRef"), "kind", "scaleTargetRef has no kind", "set kind")
	}
	if targetName == "" {
		c.missing("scale-target-missing", at.Child("scaleTargetRef"), "name", "scaleTargetRef has no name", "set name")
	}
	lowest := int32(1)
	if c.release.AtLeast(1, 37) { // HPAScaleToZero
		lowest = 0
	}
	if least != nil && *least < lowest {
		c.add("min-replicas-too-low", at.Child("minReplicas"), "minReplicas is "+itoa(int64(*least))+"; the least is "+itoa(int64(lowest)), "raise it")
	}
	switch {
	case most == 0 && !c.written(at, "maxReplicas"):
		c.missing("max-replicas-missing", at, "maxReplicas", "the autoscaler has no maxReplicas", "set maxReplicas")
	case most == 0:
		if _, node, _ := source.Find(c.root, at.Child("maxReplicas")); node != nil {
			if n, ok := number(node); ok && n == 0 {
				c.add("max-replicas-too-low", at.Child("maxReplicas"), "maxReplicas is 0; the least is 1", "raise it")
			}
		}
	case most < 1:
		c.add("max-replicas-too-low", at.Child("maxReplicas"), "maxReplicas is "+itoa(int64(most))+"; the least is 1", "raise it")
	case least != nil && *least > most:
		c.add("min-above-max-replicas", at.Child("maxReplicas"), "maxReplicas "+itoa(int64(most))+" is below minReplicas "+itoa(int64(*least)), "raise maxReplicas or lower minReplicas")
	}
}
