package timeline

import (
	_ "embed"
	"html/template"
	"io"
	"sync"

	"github.com/drainlint/drainlint/analyzer/typeset"
)

//go:embed timeline.css
var css string

//go:embed svg.tmpl
var svgText string

//go:embed html.tmpl
var htmlText string

// templates are parsed on first use: no other command needs them.
var templates = sync.OnceValue(func() *template.Template {
	t := template.New("").Funcs(template.FuncMap{
		"need": func(b Bar) string { return need(&b) }, "step": func(b Bar) string { return stepNames[b.Kind] },
		"line": typeset.OneLine,
	})
	template.Must(t.New("svg").Parse(svgText))
	return template.Must(t.New("html").Parse(htmlText))
})

// page is what the templates get.
type page struct {
	CSS   template.CSS
	W, H  float64
	Items []view
}

// SVG writes one picture below the other as one SVG file, readable in light and dark.
func SVG(w io.Writer, ps []*Picture) error {
	p := newPage(ps)
	for i := range p.Items {
		v := &p.Items[i]
		v.Y = p.H
		p.W, p.H = v.W, p.H+v.H
	}
	if err := templates().ExecuteTemplate(w, "file", p); err != nil {
		return err
	}
	return nil
}

// HTML writes one self-contained page.
func HTML(w io.Writer, ps []*Picture) error {
	return templates().ExecuteTemplate(w, "html", newPage(ps))
}

func newPage(ps []*Picture) *page {
	p := &page{CSS: template.CSS(css)} // a file of this package
	for _, q := range ps {
		p.Items = append(p.Items, layout(q))
	}
	return p
}
