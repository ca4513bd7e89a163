// Package rego embeds the policies and the data they rest on: rules/<area>/<name>.rego, the helpers in lib, and the
// catalogue of programs and images in data.
package rego

import "embed"

// FS holds rules, lib and data. Test files are part of it; readers filter by name.
//
//go:embed lib rules data
var FS embed.FS
