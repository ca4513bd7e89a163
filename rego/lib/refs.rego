# Places: every fact carries "at"; a rule may point below it.
package drainlint.lib.refs

# under is the place of a node below ref. Where it does not exist, the finding is shown at its nearest existing ancestor.
under(ref, path) := object.union(ref, {"path": array.concat(object.get(ref, "path", []), path)})
