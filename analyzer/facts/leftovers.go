package facts

import (
	"strings"

	"github.com/drainlint/drainlint/loaders/source"
)

// leftovers notes what an uninstall does not remove. Helm deletes a hook object before the next run of the hook, and by
// itself never after it (helm.sh/helm pkg/release: the default policy is before-hook-creation).
func (x *extractor) leftovers(doc int, o *Object, d *source.Document) {
	at := Ref{Doc: doc}.Child("metadata")
	add := func(at Ref, why, what string) {
		x.facts.Leftovers = append(x.facts.Leftovers, Leftover{At: at, Object: doc, Why: why, What: what})
	}
	_, meta := source.Lookup(d.Root, "metadata")
	_, finalizers := source.Lookup(meta, "finalizers")
	for i, f := range items(finalizers) {
		if !strings.HasPrefix(f.Value, "kubernetes") && !strings.HasPrefix(f.Value, "foregroundDeletion") && f.Value != "orphan" {
			add(at.Child("finalizers", i), "finalizer", f.Value)
		}
	}
	_, annotations := source.Lookup(meta, "annotations")
	if x.unit.Kind != source.Helm || annotations == nil {
		return
	}
	at = at.Child("annotations")
	text := func(key string) string { return d.Scalar("metadata", "annotations", key) }
	if strings.Contains(text("helm.sh/resource-policy"), "keep") {
		add(at.Child("helm.sh/resource-policy"), "keep", "")
	}
	events := strings.FieldsFunc(text("helm.sh/hook"), func(r rune) bool { return r == ',' || r == ' ' })
	installed := false
	for _, e := range events {
		installed = installed || !strings.HasPrefix(e, "test") && e != "crd-install" && e != "post-rollback" && e != "pre-rollback"
	}
	if installed && !strings.Contains(text("helm.sh/hook-delete-policy"), "hook-succeeded") && d.Scalar("spec", "ttlSecondsAfterFinished") == "" {
		add(at.Child("helm.sh/hook"), "hook", strings.Join(events, ", "))
	}
}
