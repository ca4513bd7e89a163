package builds

import (
	"io/fs"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/drainlint/drainlint/loaders/dockerfile"
	"github.com/drainlint/drainlint/loaders/source"
)

// File tells whether a file may say from which Dockerfiles images are built.
func File(p string) bool {
	base := path.Base(p)
	ext := path.Ext(base)
	if ext != ".yaml" && ext != ".yml" {
		return false
	}
	return strings.HasPrefix(base, "skaffold") || strings.HasPrefix(base, "docker-compose") || strings.HasPrefix(base, "compose") ||
		path.Dir(p) == ".github/workflows" || strings.HasSuffix(path.Dir(p), "/.github/workflows")
}

// Links reads what such files say. What cannot be read or understood says nothing: these files are nobody's input here.
func Links(fsys fs.FS, files []string) []Link {
	var out []Link
	for _, f := range files {
		data, err := fs.ReadFile(fsys, f)
		if err != nil {
			continue
		}
		for _, doc := range documents(data) {
			r := reader{file: f, dir: path.Dir(f)}
			switch base := path.Base(f); {
			case strings.HasPrefix(base, "skaffold"):
				r.skaffold(doc)
			case strings.HasSuffix(r.dir, ".github/workflows"):
				r.workflow(doc)
			default:
				r.compose(doc)
			}
			out = append(out, r.links...)
		}
	}
	return out
}

func documents(data []byte) (out []*yaml.Node) {
	d := yaml.NewDecoder(strings.NewReader(string(data)))
	for {
		var n yaml.Node
		if d.Decode(&n) != nil {
			return out
		}
		if len(n.Content) == 1 {
			out = append(out, n.Content[0])
		}
	}
}

type reader struct {
	file, dir string
	links     []Link
}

// add records a link. context and file are relative to the place that base is.
func (r *reader) add(by By, base string, image *yaml.Node, context, file, target string) {
	if image == nil || image.Value == "" || strings.Contains(context, "://") {
		return
	}
	context = path.Join(base, context, ".")
	if file == "" {
		file = "Dockerfile"
	}
	span := source.Span{File: r.file, Start: source.Pos{Line: image.Line, Col: image.Column}, End: source.Pos{Line: image.Line, Col: image.Column + len([]rune(image.Value))}}
	l := Link{Image: image.Value, By: by, At: &span, Build: dockerfile.Build{Target: target, Context: context}}
	l.File = path.Join(context, file)
	if by == Workflow { // the action takes it relative to the work tree
		l.File = path.Join(base, file)
	}
	if fs.ValidPath(l.File) && fs.ValidPath(context) {
		r.links = append(r.links, l)
	}
}

func (r *reader) skaffold(doc *yaml.Node) {
	for _, a := range list(at(doc, "build", "artifacts")) {
		docker := at(a, "docker")
		if docker == nil && (at(a, "ko") != nil || at(a, "jib") != nil || at(a, "buildpacks") != nil || at(a, "bazel") != nil || at(a, "custom") != nil) {
			continue
		}
		r.add(Skaffold, r.dir, at(a, "image"), text(at(a, "context")), text(at(docker, "dockerfile")), text(at(docker, "target")))
	}
}

func (r *reader) compose(doc *yaml.Node) {
	services := at(doc, "services")
	if services == nil || services.Kind != yaml.MappingNode {
		return
	}
	for i := 1; i < len(services.Content); i += 2 {
		s := services.Content[i]
		build := at(s, "build")
		switch {
		case build == nil:
		case build.Kind == yaml.ScalarNode:
			r.add(Compose, r.dir, at(s, "image"), build.Value, "", "")
		default:
			r.add(Compose, r.dir, at(s, "image"), text(at(build, "context")), text(at(build, "dockerfile")), text(at(build, "target")))
		}
	}
}

// workflow reads steps with docker/build-push-action. Tags that come from docker/metadata-action are taken from there
// when the job has one of each.
func (r *reader) workflow(doc *yaml.Node) {
	jobs := at(doc, "jobs")
	if jobs == nil || jobs.Kind != yaml.MappingNode {
		return
	}
	root := strings.TrimSuffix(strings.TrimSuffix(r.dir, ".github/workflows"), "/")
	for i := 1; i < len(jobs.Content); i += 2 {
		var pushes, metas []*yaml.Node
		for _, s := range list(at(jobs.Content[i], "steps")) {
			switch uses, _, _ := strings.Cut(text(at(s, "uses")), "@"); uses {
			case "docker/build-push-action":
				pushes = append(pushes, s)
			case "docker/metadata-action":
				metas = append(metas, s)
			}
		}
		for _, s := range pushes {
			tags := at(s, "with", "tags")
			if strings.Contains(text(tags), "outputs.tags") && len(pushes) == 1 && len(metas) == 1 {
				tags = at(metas[0], "with", "images")
			}
			if tags == nil {
				continue
			}
			for j, tag := range strings.FieldsFunc(tags.Value, func(c rune) bool { return c == '\n' || c == ',' }) {
				image := *tags
				if image.Value = literalTag(tag); tags.Style == yaml.LiteralStyle {
					image.Line, image.Column = tags.Line+1+j, 1
				}
				context, file := text(at(s, "with", "context")), text(at(s, "with", "file"))
				if strings.Contains(context+file, "${{") {
					continue
				}
				if file == "" {
					file = path.Join(context, "Dockerfile")
				}
				r.add(Workflow, root, &image, context, file, text(at(s, "with", "target")))
			}
		}
	}
}

// literalTag is an image reference whose repository is written out; the tag may be an expression.
func literalTag(s string) string {
	s = strings.TrimSpace(s)
	if i := strings.Index(s, ":${{"); i >= 0 {
		s = s[:i]
	}
	if strings.Contains(s, "${{") {
		return ""
	}
	return s
}

func at(n *yaml.Node, keys ...string) *yaml.Node {
	for _, k := range keys {
		if n == nil || n.Kind != yaml.MappingNode {
			return nil
		}
		_, n = source.Lookup(n, k)
	}
	return n
}

func list(n *yaml.Node) []*yaml.Node {
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}

func text(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode {
		return ""
	}
	return n.Value
}
