package kube

import (
	"strconv"
	"strings"

	"github.com/drainlint/drainlint/loaders/source"
	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
)

// amount checks a "number or percentage" and gives its plain number (percent or count); ok is false when the value is
// refused. A nil value counts as the given default.
func (c *checker) amount(v *intstr.IntOrString, at source.Path, field string, whenNil int, atMost100 bool) (n int, ok bool) {
	if v == nil {
		return whenNil, true
	}
	if v.Type == intstr.Int {
		if v.IntVal < 0 {
			c.negative(int64(v.IntVal), at, field)
			return 0, false
		}
		return int(v.IntVal), true
	}
	if len(utilvalidation.IsValidPercent(v.StrVal)) > 0 {
		change := "write a number or a percentage such as 25%"
		if _, err := strconv.ParseUint(v.StrVal, 10, 31); err == nil {
			change = "remove the quotes: " + v.StrVal
		}
		c.add("not-a-percentage", at.Child(field), field+" is the text "+quoted(v.StrVal)+", neither a number nor a percentage", change)
		return 0, false
	}
	n, _ = strconv.Atoi(strings.TrimSuffix(v.StrVal, "%"))
	if atMost100 && n > 100 {
		c.add("percentage-above-100", at.Child(field), field+" is "+v.StrVal+", more than all pods", "use at most 100%")
		return n, false
	}
	return n, true
}

func (c *checker) deploymentStrategy(s *appsv1.DeploymentStrategy, at source.Path) {
	switch s.Type {
	case appsv1.RecreateDeploymentStrategyType:
		if s.RollingUpdate != nil {
			c.add("rolling-update-beside-recreate", at.Child("rollingUpdate"),
				"strategy type Recreate may not have a rollingUpdate block", "remove rollingUpdate (in a patch: rollingUpdate: null)")
		}
	case "", appsv1.RollingUpdateDeploymentStrategyType:
		if s.RollingUpdate == nil {
			return
		}
		at := at.Child("rollingUpdate")
		unavailable, ok1 := c.amount(s.RollingUpdate.MaxUnavailable, at, "maxUnavailable", 25, true)
		surge, ok2 := c.amount(s.RollingUpdate.MaxSurge, at, "maxSurge", 25, false)
		if ok1 && ok2 && unavailable == 0 && surge == 0 {
			c.add("no-surge-no-unavailable", at.Child("maxUnavailable"),
				"maxUnavailable and maxSurge are both 0, so that no pod could ever be replaced", "set one of them to 1 or more")
		}
	default:
		c.oneOf(string(s.Type), at, "type", "RollingUpdate", "Recreate")
	}
}

func (c *checker) statefulSetStrategy(s *appsv1.StatefulSetUpdateStrategy, at source.Path) {
	switch s.Type {
	case appsv1.OnDeleteStatefulSetStrategyType:
		if s.RollingUpdate != nil {
			c.add("rolling-update-beside-on-delete", at.Child("rollingUpdate"),
				"updateStrategy type OnDelete may not have a rollingUpdate block on a StatefulSet", "remove rollingUpdate (in a patch: rollingUpdate: null)")
		}
	case "", appsv1.RollingUpdateStatefulSetStrategyType:
		if s.RollingUpdate == nil {
			return
		}
		at := at.Child("rollingUpdate")
		c.negativePtr(s.RollingUpdate.Partition, at, "partition")
		if n, ok := c.amount(s.RollingUpdate.MaxUnavailable, at, "maxUnavailable", 1, true); ok && n == 0 {
			c.add("max-unavailable-zero", at.Child("maxUnavailable"), "maxUnavailable of a StatefulSet may not be 0", "use 1 or more, or leave it out")
		}
	default: // Recreate needs the feature gate StatefulSetRecreateStrategy, off in every release up to 1.37
		c.oneOf(string(s.Type), at, "type", "RollingUpdate", "OnDelete")
	}
}

func (c *checker) daemonSetStrategy(s *appsv1.DaemonSetUpdateStrategy, at source.Path) {
	switch s.Type {
	case appsv1.OnDeleteDaemonSetStrategyType:
	case "", appsv1.RollingUpdateDaemonSetStrategyType:
		if s.RollingUpdate == nil {
			return
		}
		at := at.Child("rollingUpdate")
		unavailable, ok1 := c.amount(s.RollingUpdate.MaxUnavailable, at, "maxUnavailable", 1, true)
		surge, ok2 := c.amount(s.RollingUpdate.MaxSurge, at, "maxSurge", 0, true)
		switch {
		case !ok1 || !ok2:
		case unavailable != 0 && surge != 0 && s.RollingUpdate.MaxUnavailable == nil:
			c.add("surge-and-unavailable", at.Child("maxSurge"),
				"maxSurge of a DaemonSet needs maxUnavailable: 0, which is 1 when left out", "add maxUnavailable: 0")
		case unavailable != 0 && surge != 0:
			c.add("surge-and-unavailable", at.Child("maxSurge"),
				"a DaemonSet may have maxSurge or maxUnavailable above 0, not both", "set one of them to 0")
		case unavailable == 0 && surge == 0:
			c.add("no-surge-no-unavailable", at.Child("maxUnavailable"),
				"maxUnavailable and maxSurge are both 0, so that no pod could ever be replaced", "set one of them to 1 or more")
		}
	default:
		c.oneOf(string(s.Type), at, "type", "RollingUpdate", "OnDelete")
	}
}
