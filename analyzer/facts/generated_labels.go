package facts

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// generated are labels that controllers add to pods, and that no template shows.
var generated = []string{
	appsv1.StatefulSetPodNameLabel, appsv1.PodIndexLabel, appsv1.ControllerRevisionHashLabelKey, appsv1.DefaultDeploymentUniqueLabelKey,
}

// selectedByService is selected for a Service. Labels that controllers add are left out; the one with a pod's name says
// which StatefulSet is meant.
func (x *extractor) selectedByService(s *Service, selector map[string]string) []int {
	pod, one := selector[appsv1.StatefulSetPodNameLabel]
	if slices.ContainsFunc(generated, func(key string) bool { return selector[key] != "" }) {
		selector = maps.Clone(selector)
		for _, key := range generated {
			delete(selector, key)
		}
		if len(selector) == 0 && !one {
			return nil // what is left would select everything
		}
	}
	found := x.selected(s.Object, s.Namespace, labels.SelectorFromSet(selector))
	if !one {
		return found
	}
	s.OnePod = true
	return slices.DeleteFunc(found, func(i int) bool {
		w := &x.facts.Workloads[i]
		ordinal, ok := strings.CutPrefix(pod, w.Name+"-")
		_, err := strconv.Atoi(ordinal)
		return w.Kind != "StatefulSet" || !ok || err != nil
	})
}
