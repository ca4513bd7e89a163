package builds

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/drainlint/drainlint/loaders/dockerfile"
	"github.com/drainlint/drainlint/loaders/source"
)

func tree(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

// Every image is looked up from the folder deploy; the answer is the Dockerfile, how that is known, target and context.
func TestFor(t *testing.T) {
	const docker = "FROM debian:12\nENTRYPOINT [\"/app\"]\n"
	for _, tt := range []struct {
		name  string
		files map[string]string
		uses  string // further images, each "image folder"
		image string
		want  string
	}{
		{"compose", map[string]string{"compose.yaml": "services:\n  web:\n    image: acme/web:1\n    build: ./web\n", "web/Dockerfile": docker}, "", "acme/web:2", "web/Dockerfile compose"},
		{"compose in full", map[string]string{"docker-compose.yml": "services:\n  web:\n    image: acme/web\n    build: {context: ., dockerfile: docker/web.Dockerfile, target: run}\n", "docker/web.Dockerfile": "FROM a AS run\nFROM b\n"}, "", "acme/web:2", "docker/web.Dockerfile compose target=run context=."},
		{"skaffold", map[string]string{"skaffold.yaml": "build:\n  artifacts:\n  - image: web\n    context: src/web\n    docker: {dockerfile: Containerfile}\n", "src/web/Containerfile": docker}, "", "registry.example.com/team/web:2", "src/web/Containerfile skaffold context=src/web"},
		{"skaffold with another builder", map[string]string{"skaffold.yaml": "build:\n  artifacts:\n  - image: web\n    jib: {}\n", "Dockerfile": docker}, "", "registry.example.com/web:2", ""},
		{"workflow", map[string]string{".github/workflows/ci.yml": "jobs:\n  a:\n    steps:\n    - uses: docker/build-push-action@v6\n      with:\n        context: web\n        tags: |\n          registry.example.com/acme/web:${{ github.sha }}\n          registry.example.com/acme/web:latest\n", "web/Dockerfile": docker}, "", "registry.example.com/acme/web:2", "web/Dockerfile a workflow context=web"},
		{"workflow with tags of another step", map[string]string{".github/workflows/ci.yml": "jobs:\n  a:\n    steps:\n    - uses: docker/metadata-action@v5\n      with: {images: registry.example.com/acme/web}\n    - uses: docker/build-push-action@v6\n      with: {tags: '${{ steps.meta.outputs.tags }}', file: build/Dockerfile}\n", "build/Dockerfile": docker}, "", "registry.example.com/acme/web:2", "build/Dockerfile a workflow context=."},
		{"workflow with an expression", map[string]string{".github/workflows/ci.yml": "jobs:\n  a:\n    steps:\n    - uses: docker/build-push-action@v6\n      with: {tags: 'registry.example.com/${{ github.repository }}:1', context: web}\n", "web/Dockerfile": docker, "x/Dockerfile": docker}, "", "registry.example.com/acme/other:2", ""},
		{"the folder's name", map[string]string{"web/Dockerfile": docker, "api/Dockerfile": docker}, "", "acme/web:1", "web/Dockerfile name"},
		{"a suffix", map[string]string{"Dockerfile.web": docker, "Dockerfile.api": docker}, "", "acme/web:1", "Dockerfile.web name"},
		{"the program's name", map[string]string{"Dockerfile": "FROM a\nENTRYPOINT [\"/usr/bin/web\"]\n", "b/Dockerfile": docker}, "", "acme/web:1", "Dockerfile name"},
		{"two Dockerfiles of one name", map[string]string{"a/web/Dockerfile": docker, "b/web/Dockerfile": docker}, "", "acme/web:1", ""},
		{"two images of one name", map[string]string{"web/Dockerfile": docker}, "other/web deploy", "acme/web:1", ""},
		{"the only one beside the manifest", map[string]string{"deploy/Dockerfile": docker}, "", "acme/web:1", "deploy/Dockerfile name"},
		{"not when the manifests run another image too", map[string]string{"deploy/Dockerfile": docker}, "acme/api deploy", "acme/web:1", ""},
		{"images of others do not count", map[string]string{"deploy/Dockerfile": docker}, "docker.io/library/redis deploy", "acme/web:1", "deploy/Dockerfile name"},
		{"a published image is not built here", map[string]string{"deploy/redis/Dockerfile": docker}, "", "redis:7", ""},
		{"a Dockerfile far away", map[string]string{"hack/Dockerfile": docker}, "", "acme/web:1", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fsys := tree(tt.files)
			var files []*source.Dockerfile
			var said []string
			for name := range tt.files {
				if File(name) {
					said = append(said, name)
					continue
				}
				d, problems := dockerfile.Load(fsys, name, dockerfile.Build{})
				if len(problems) > 0 {
					t.Fatal(problems)
				}
				files = append(files, d)
			}
			uses := []Use{{Repository: Repository(tt.image), Dir: "deploy"}}
			if image, dir, ok := strings.Cut(tt.uses, " "); ok {
				uses = append(uses, Use{Repository: Repository(image), Dir: dir})
			}
			x := New(fsys, files, Links(fsys, said), uses, func(r string) bool { return strings.HasPrefix(r, "docker.io/library/") })
			got := ""
			if b, ok := x.For(Repository(tt.image), "deploy"); ok {
				got = b.File + " " + string(b.By)
				if b.Build.Target != "" {
					got += " target=" + b.Build.Target
				}
				if b.Build.Context != "" {
					got += " context=" + b.Build.Context
				}
			}
			if want := tt.want; got != want && !(strings.HasSuffix(want, "compose") && strings.HasPrefix(got, want)) {
				t.Errorf("built from %q, want %q", got, want)
			}
		})
	}
}

func TestRepository(t *testing.T) {
	for image, want := range map[string]string{
		"nginx": "docker.io/library/nginx", "acme/web:1": "docker.io/acme/web", "registry.example.com/acme/web@sha256:abc": "registry.example.com/acme/web",
		"localhost:5000/web:1": "localhost:5000/web", "": "", "${IMAGE}": "", "UPPER/case": "",
	} {
		if got := Repository(image); got != want {
			t.Errorf("Repository(%q) = %q, want %q", image, got, want)
		}
	}
}

// A link points at the line that says so.
func TestLinksSayWhere(t *testing.T) {
	fsys := tree(map[string]string{"compose.yaml": "services:\n  web:\n    build: .\n    image: acme/web\n"})
	links := Links(fsys, []string{"compose.yaml", "missing.yaml"})
	if len(links) != 1 {
		t.Fatal(links)
	}
	if got := fmt.Sprint(links[0].At); got != "compose.yaml:4:12" {
		t.Errorf("at %s", got)
	}
}
