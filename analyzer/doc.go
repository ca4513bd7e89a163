// Package analyzer is drainlint as a library: paths go in, a report of findings comes out.
//
//	paths -> loaders -> Units -> facts -> Rego rules -> findings -> waivers -> report
//
// Compatibility is promised for this package, analyzer/finding, analyzer/report and the facts document that rules read
// (docs/facts.md); the other packages may change.
package analyzer
