# Places: every fact carries "at"; a rule may point below it.
package drainlint.lib.refs

# under is the place of a node below ref. Where it does not exist, the finding is shown at its nearest existing ancestor.
under(ref, path) := object.union(ref, {"path": array.concat(object.get(ref, "path", []), path)})

# within is true for a place that is another one of the same document, or lies below it.
within(ref, above) if {
	ref.doc == above.doc
	prefix := object.get(above, "path", [])
	array.slice(object.get(ref, "path", []), 0, count(prefix)) == prefix
}

# refused is true when the API server refuses the object for something at or below a place: invalid-value says so.
refused(at) if {
	some r in input.objects[at.doc].refused
	within(r.at, at)
}
