package dockerfile

import (
	"testing"
	"testing/fstest"
)

// Which file an entrypoint script is read from; "" means that its text is not known.
func TestScripts(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		files      map[string]string
		build      Build
		want       string
	}{
		{"copied from the context", "FROM a\nCOPY run.sh /run.sh\nENTRYPOINT [\"/run.sh\"]\n", map[string]string{"app/run.sh": "x"}, Build{}, "app/run.sh"},
		{"relative to the last WORKDIR", "FROM a\nWORKDIR /w\nCOPY run.sh .\nENTRYPOINT [\"./run.sh\"]\n", map[string]string{"app/run.sh": "x"}, Build{}, "app/run.sh"},
		{"in a folder", "FROM a\nCOPY docker /opt\nENTRYPOINT [\"/opt/bin/run.sh\"]\n", map[string]string{"app/docker/bin/run.sh": "x"}, Build{}, "app/docker/bin/run.sh"},
		{"by a pattern", "FROM a\nCOPY docker/*.sh /usr/local/bin/\nENTRYPOINT [\"run.sh\"]\n", map[string]string{"app/docker/run.sh": "x", "app/docker/else.sh": "y"}, Build{}, "app/docker/run.sh"},
		{"the context is a folder above", "FROM a\nCOPY docker/run.sh /run.sh\nENTRYPOINT [\"/run.sh\"]\n", map[string]string{"docker/run.sh": "x"}, Build{}, "docker/run.sh"},
		{"the context is named", "FROM a\nCOPY run.sh /run.sh\nENTRYPOINT [\"/run.sh\"]\n", map[string]string{"app/run.sh": "x", "ctx/run.sh": "y"}, Build{Context: "ctx"}, "ctx/run.sh"},
		{"kept out by .dockerignore", "FROM a\nCOPY run.sh /run.sh\nENTRYPOINT [\"/run.sh\"]\n", map[string]string{"app/run.sh": "x", "app/.dockerignore": "*\n!docs\n"}, Build{}, ""},
		{"let in again", "FROM a\nCOPY run.sh /run.sh\nENTRYPOINT [\"/run.sh\"]\n", map[string]string{"app/run.sh": "x", "app/.dockerignore": "*\n!run.sh\n"}, Build{}, "app/run.sh"},
		{"the Dockerfile's own ignore file", "FROM a\nCOPY run.sh /run.sh\nENTRYPOINT [\"/run.sh\"]\n", map[string]string{"app/run.sh": "x", "app/Dockerfile.dockerignore": "*.sh", "app/.dockerignore": ""}, Build{}, ""},
		{"from another stage", "FROM a AS b\nWORKDIR /src\nCOPY . .\nFROM c\nCOPY --from=b --chmod=755 /src/run.sh /run.sh\nENTRYPOINT [\"/run.sh\"]\n", map[string]string{"app/run.sh": "x"}, Build{}, "app/run.sh"},
		{"a folder from another stage", "FROM a AS b\nCOPY docker /out/bin\nFROM c\nCOPY --from=b /out /opt\nENTRYPOINT [\"/opt/bin/run.sh\"]\n", map[string]string{"app/docker/run.sh": "x"}, Build{}, "app/docker/run.sh"},
		{"made in another stage", "FROM a AS b\nRUN make /run.sh\nFROM c\nCOPY --from=b /run.sh /run.sh\nENTRYPOINT [\"/run.sh\"]\n", map[string]string{"app/run.sh": "x"}, Build{}, ""},
		{"replaced by one of another stage", "FROM a AS b\nRUN make /run.sh\nFROM c\nCOPY run.sh /run.sh\nCOPY --from=b /run.sh /run.sh\nENTRYPOINT [\"/run.sh\"]\n", map[string]string{"app/run.sh": "x"}, Build{}, ""},
		{"a whole context above the Dockerfile's folder", "FROM a AS b\nCOPY . /src\nFROM c\nCOPY --from=b /src/docker/run.sh /run.sh\nENTRYPOINT [\"/run.sh\"]\n", map[string]string{"docker/run.sh": "x"}, Build{}, "docker/run.sh"},
		{"another file of another stage in the same folder", "FROM a AS b\nFROM c\nCOPY run.sh /bin/\nCOPY --from=b /out/app /bin/\nENTRYPOINT [\"/bin/run.sh\"]\n", map[string]string{"app/run.sh": "x"}, Build{}, "app/run.sh"},
		{"a heredoc", "FROM a\nCOPY --chmod=755 <<EOF /run.sh\n#!/bin/sh\nEOF\nENTRYPOINT [\"/run.sh\"]\n", nil, Build{}, "app/Dockerfile"},
		{"of another target", "FROM a AS one\nCOPY one.sh /run.sh\nENTRYPOINT [\"/run.sh\"]\nFROM a\nCOPY two.sh /run.sh\nENTRYPOINT [\"/run.sh\"]\n", map[string]string{"app/one.sh": "x", "app/two.sh": "y"}, Build{Target: "one"}, "app/one.sh"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fsys := fstest.MapFS{"app/Dockerfile": {Data: []byte(tt.text)}}
			for name, text := range tt.files {
				fsys[name] = &fstest.MapFile{Data: []byte(text)}
			}
			d, problems := Load(fsys, "app/Dockerfile", tt.build)
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			if got := d.Scripts[d.Entrypoint.Words[0]].File; got != tt.want {
				t.Errorf("read from %q, want %q", got, tt.want)
			}
		})
	}
}

func TestTarget(t *testing.T) {
	text := "FROM a AS one\nUSER 1\nFROM one AS two\nUSER 2\nFROM b\n"
	for target, want := range map[string]string{"": "FROM b", "one": "FROM a; USER 1", "TWO": "FROM a; USER 2", "0": "FROM a; USER 1"} {
		d, problems := Load(fstest.MapFS{"Dockerfile": {Data: []byte(text)}}, "Dockerfile", Build{Target: target})
		if len(problems) > 0 || show(d) != want {
			t.Errorf("target %q: %v, %v, want %s", target, d, problems, want)
		}
	}
	if d, problems := Load(fstest.MapFS{"Dockerfile": {Data: []byte(text)}}, "Dockerfile", Build{Target: "three"}); d != nil || len(problems) != 1 {
		t.Errorf("target three: %v, %v, want one problem", d, problems)
	}
}
