package inventory

import (
	"fmt"
	"slices"
	"strings"

	"github.com/drainlint/drainlint/analyzer/facts"
	"github.com/drainlint/drainlint/loaders/source"
)

// cluster lists the objects that stay, or that deleting the namespace leaves.
func (l *leaver) cluster() {
	explained := map[int]bool{}
	for _, x := range l.Facts.Leftovers {
		o := l.Facts.Objects[x.Object]
		out := Leftover{Kind: o.Kind, What: o.Name, Fate: stays, By: l.object(x.Object)}
		switch x.Why {
		case "keep":
			out.Why, out.Remove = "helm.sh/resource-policy: keep", "delete it by name"
			explained[x.Object] = true
		case "hook":
			out.Why, out.Remove = "hook ("+x.What+") that no delete policy removes: Helm does not count hooks as part of the release", "delete it by name"
			explained[x.Object] = true
		case "finalizer":
			out.Fate, out.Why = hangs, "finalizer "+x.What+" holds it until its controller removes the finalizer"
			out.Remove = "delete it while the controller runs; with the controller gone, remove the finalizer by hand"
		}
		l.add(&l.objects, x.At, out)
	}
	for doc, o := range l.Facts.Objects {
		if !explained[doc] {
			l.one(doc, o)
		}
	}
	l.makes()
}

// one says what becomes of one object.
func (l *leaver) one(doc int, o facts.Object) {
	at := facts.Ref{Doc: doc}
	x := Leftover{Kind: o.Kind, What: o.Name, Fate: removed, By: l.object(doc), Why: l.uninstall() + " removes it; deleting the namespace alone does not", Remove: "nothing, or delete it by name"}
	switch {
	case o.Kind == "CustomResourceDefinition":
		l.definition(doc, o)
		return
	case o.Unmanaged:
		x.Fate, x.Why, x.Remove = stays, "it lies in crds/, which Helm installs once and never touches again", "delete it by name"
	case o.Kind == "StatefulSet":
		l.claims(doc, o)
		return
	case o.Kind == "PersistentVolumeClaim":
		x.Why, x.Remove = l.uninstall()+" deletes it, and the data with it where the reclaim policy of its volume is Delete", "copy the data first where it is needed"
	case l.hook(doc):
		x.Fate, x.Why = maybe, "a hook object is no part of the release: its delete policy removes it when the hook succeeds, not when it fails"
		x.Remove = "look whether it is there, and delete it by name"
	case o.Kind == "MutatingWebhookConfiguration" || o.Kind == "ValidatingWebhookConfiguration":
		x.Why += "; while it is there and nobody answers, what it matches can fail"
		x.Remove = "delete it first"
	case o.Kind == "APIService":
		x.Why += "; while it is there and nobody answers, namespaces cannot be deleted"
		x.Remove = "delete it first"
	case !l.wide(o, l.own):
		return
	}
	l.add(&l.objects, at, x)
}

func (l *leaver) hook(doc int) bool {
	events := l.Unit.Documents[doc].Scalar("metadata", "annotations", "helm.sh/hook")
	return l.helm() && events != "" && !strings.HasPrefix(events, "test")
}

// definition says what becomes of a CustomResourceDefinition and of its instances.
func (l *leaver) definition(doc int, o facts.Object) {
	at := facts.Ref{Doc: doc}
	plural, group := l.Unit.Documents[doc].Scalar("spec", "names", "plural"), l.Unit.Documents[doc].Scalar("spec", "group")
	x := Leftover{Kind: o.Kind, What: o.Name, Fate: removed, By: l.object(doc), Why: l.uninstall() + " deletes it and with it every instance, those of users too", Remove: "delete the instances while their controller runs"}
	fate, why := hangs, "goes with its definition: an instance with a finalizer hangs when its controller is gone first, and the definition with it"
	if o.Unmanaged {
		x.Fate, x.Why, x.Remove = stays, "it lies in crds/, which Helm installs once and never touches again", "kubectl delete crd "+o.Name+", after its instances"
		fate, why = stays, "the definition stays, and so do all instances"
	}
	l.add(&l.objects, at, x)
	l.add(&l.objects, at, Leftover{
		Kind: "instances", What: plural + "." + group, Fate: fate, By: l.object(doc), Why: why, Remove: "kubectl delete " + plural + "." + group + " --all --all-namespaces, while the controller runs",
	})
}

// claims are the PersistentVolumeClaims that a StatefulSet makes. Retain is the default of both policies (KEP-1847).
func (l *leaver) claims(doc int, o facts.Object) {
	d := l.Unit.Documents[doc]
	_, templates, depth := source.Find(d.Root, source.Path{"spec", "volumeClaimTemplates"})
	if depth < 2 {
		return
	}
	policy := d.Scalar("spec", "persistentVolumeClaimRetentionPolicy", "whenDeleted")
	at := facts.Ref{Doc: doc}.Child("spec", "volumeClaimTemplates")
	for n, t := range templates.Content {
		_, meta := source.Lookup(t, "metadata")
		_, name := source.Lookup(meta, "name")
		if name == nil {
			continue
		}
		x := Leftover{Kind: "PersistentVolumeClaim", What: fmt.Sprintf("%s-%s-N", name.Value, o.Name), By: l.object(doc), Fate: stays, Remove: "delete the claims by name when the data is not needed any more"}
		switch policy {
		case "Delete":
			x.Fate, x.Why, x.Remove = removed, "persistentVolumeClaimRetentionPolicy.whenDeleted is Delete", "copy the data first where it is needed"
		case "":
			x.Why = "persistentVolumeClaimRetentionPolicy is not set: the default is Retain"
		default:
			x.Why = "persistentVolumeClaimRetentionPolicy.whenDeleted is " + policy
		}
		l.add(&l.objects, at.Child(n), x)
	}
}

// made are what programs create at run time, where their account may: no file names these objects.
var made = []struct{ group, resource, kind, remove string }{
	{"admissionregistration.k8s.io", "mutatingwebhookconfigurations", "MutatingWebhookConfiguration", "look for configurations that call its Service, and delete them first"},
	{"admissionregistration.k8s.io", "validatingwebhookconfigurations", "ValidatingWebhookConfiguration", "look for configurations that call its Service, and delete them first"},
	{"apiextensions.k8s.io", "customresourcedefinitions", "CustomResourceDefinition", "look for definitions of its API group, and delete their instances first"},
	{"apiregistration.k8s.io", "apiservices", "APIService", "look for APIServices that name its Service, and delete them first"},
	{"rbac.authorization.k8s.io", "clusterroles", "ClusterRole", "look for roles that it made"},
	{"rbac.authorization.k8s.io", "clusterrolebindings", "ClusterRoleBinding", "look for bindings that it made"},
	{"storage.k8s.io", "csidrivers", "CSIDriver", "look for drivers that it registered"},
	{"storage.k8s.io", "storageclasses", "StorageClass", "look for classes that it made"},
	{"scheduling.k8s.io", "priorityclasses", "PriorityClass", "look for classes that it made"},
	{"", "persistentvolumes", "PersistentVolume", "delete the claims first; the reclaim policy decides about the data"},
	{"apps", "daemonsets", "DaemonSet", "look for workloads that it made"},
	{"apps", "deployments", "Deployment", "look for workloads that it made"},
}

// makes lists what workloads may create that no file of the input names, one entry for each rule of a role.
func (l *leaver) makes() {
	for _, m := range made {
		var by []string
		var first *facts.RBACRule
		for i := range l.Facts.Workloads {
			w := &l.Facts.Workloads[i]
			if !w.Account.Automount || w.Runs == "job" {
				continue
			}
			n := slices.IndexFunc(w.Account.Rules, func(r facts.RBACRule) bool {
				return len(r.Names) == 0 && covers(r.Groups, m.group) && covers(r.Resources, m.resource) && covers(r.Verbs, "create") && !everything(r)
			})
			if n < 0 {
				continue
			}
			by = append(by, l.object(w.Object))
			if first == nil {
				first = &w.Account.Rules[n]
			}
		}
		if first != nil {
			l.add(&l.objects, first.At, Leftover{
				Kind: m.kind, What: "made at run time", Fate: maybe, By: strings.Join(by, ", "), Why: first.Role + " permits to create " + m.resource + ", which no uninstall knows of", Remove: m.remove,
			})
		}
	}
	for i := range l.Facts.Workloads {
		w := &l.Facts.Workloads[i]
		if n := slices.IndexFunc(w.Account.Rules, everything); n >= 0 && w.Account.Automount && w.Runs != "job" {
			l.add(&l.objects, w.Account.Rules[n].At, Leftover{
				Kind: "objects", What: "made at run time", Fate: maybe, By: l.object(w.Object), Why: w.Account.Rules[n].Role + " permits everything", Remove: "look in its documentation for what it makes",
			})
		}
	}
}

func everything(r facts.RBACRule) bool {
	return slices.Contains(r.Groups, "*") && slices.Contains(r.Resources, "*") && slices.Contains(r.Verbs, "*")
}
