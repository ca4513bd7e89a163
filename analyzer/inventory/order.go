package inventory

import (
	"slices"

	"github.com/drainlint/drainlint/analyzer/facts"
)

// order are the steps of a removal: what calls somebody before who answers, instances before the controllers that remove their
// finalizers, controllers before definitions, and nodes and outside systems last.
func (l *leaver) order() []Step {
	var out []Step
	step := func(do, why string, what []string) {
		if len(what) > 0 {
			slices.Sort(what)
			out = append(out, Step{Input: l.name, Do: do, Why: why, What: slices.Compact(what)})
		}
	}
	step("delete the webhook configurations and APIServices", "the API server calls them at every change: once their pods are gone, deletions can fail", l.named(func(o facts.Object) bool {
		return slices.Contains([]string{"MutatingWebhookConfiguration", "ValidatingWebhookConfiguration", "APIService"}, o.Kind)
	}))
	var instances []string
	for _, x := range l.objects {
		if x.Kind == "instances" {
			instances = append(instances, x.What)
		}
	}
	step("delete the instances of its definitions and wait until they are gone", "only the running controller removes their finalizers", instances)
	var held []string
	for _, x := range l.objects {
		if x.Fate == hangs && x.Kind != "instances" {
			held = append(held, x.By)
		}
	}
	step("delete the objects with finalizers and wait", "the controller of the finalizer has to be there", held)
	var workloads []string
	for i := range l.Facts.Workloads {
		if w := &l.Facts.Workloads[i]; !w.Hook {
			workloads = append(workloads, l.object(w.Object))
		}
	}
	step("run "+l.uninstall(), "it removes the workloads and the objects of their namespace", workloads)
	step("delete the CustomResourceDefinitions", "after their instances and controllers: deleting one deletes what is left of its instances", l.named(func(o facts.Object) bool { return o.Kind == "CustomResourceDefinition" }))
	step("delete the cluster's roles, bindings and classes that are left", "the pods that used them are gone", l.named(func(o facts.Object) bool {
		return l.wide(o, l.own) && !slices.Contains([]string{"MutatingWebhookConfiguration", "ValidatingWebhookConfiguration", "APIService", "CustomResourceDefinition", "Namespace", "PersistentVolume"}, o.Kind) && !l.own[group(o.APIVersion)+"/"+o.Kind]
	}))
	var claims []string
	for _, x := range l.objects {
		if x.Fate == stays && x.Kind != "CustomResourceDefinition" && x.Kind != "instances" {
			claims = append(claims, x.Kind+"/"+x.What)
		}
	}
	step("delete what stays: claims, kept objects, hooks", "no uninstall touches them", claims)
	step("clean the nodes", "nothing else removes it", whats(l.node))
	step("revoke the credentials and clean up outside", "they outlive the cluster", whats(l.out))
	return out
}

func (l *leaver) named(want func(facts.Object) bool) []string {
	var out []string
	for doc, o := range l.Facts.Objects {
		if want(o) {
			out = append(out, l.object(doc))
		}
	}
	return out
}

func whats(s []Leftover) []string {
	var out []string
	for _, x := range s {
		if x.Fate != removed {
			out = append(out, x.Kind+" "+x.What)
		}
	}
	return out
}
