package timeline

import (
	"encoding/json"
	"fmt"
	"io"
)

// Formats are the names that Write knows.
func Formats() []string { return []string{"text", "svg", "html", "mermaid", "json"} }

// Write draws pictures in a format.
func Write(w io.Writer, format string, ps []*Picture, colour bool) error {
	switch format {
	case "text":
		return Text(w, ps, colour)
	case "svg":
		return SVG(w, ps)
	case "html":
		return HTML(w, ps)
	case "mermaid":
		return Mermaid(w, ps)
	case "json":
		return JSON(w, ps)
	}
	return fmt.Errorf("no timeline format is named %q", format)
}

// document is the JSON output.
type document struct {
	Version   int        `json:"version"`
	Timelines []*Picture `json:"timelines"`
}

// JSON writes the pictures for programs; times are seconds after the deletion.
func JSON(w io.Writer, ps []*Picture) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(document{1, ps})
}
