package analyzertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/drainlint/drainlint/analyzer"
	"github.com/drainlint/drainlint/analyzer/finding"
)

// TestRemedies does to each case about signals what its finding says, and expects silence. says is the part of the finding's
// change that the edit follows.
func TestRemedies(t *testing.T) {
	for _, tt := range []struct{ id, rule, says, file, from, to string }{
		{"D01", "shell-form-cmd", "exec form", "Dockerfile", "CMD gunicorn --bind 0.0.0.0:8000 --workers 4 shop.wsgi:application", `CMD ["gunicorn", "--bind", "0.0.0.0:8000", "--workers", "4", "shop.wsgi:application"]`},
		{"D01", "shell-form-cmd", "`exec gunicorn --bind 0.0.0.0:8000 --workers 4 shop.wsgi:application`", "Dockerfile", "CMD gunicorn", "CMD exec gunicorn"},
		{"D04", "shell-wraps-process", "`exec /usr/local/bin/placer --v=2`", "deployment.yaml", "- /usr/local/bin/placer", "- exec /usr/local/bin/placer"},
		{"D06", "script-does-not-exec", "`exec /usr/local/bin/registryd -c /etc/registryd/config.yml`", "entrypoint.sh", "\n/usr/local/bin/registryd", "\nexec /usr/local/bin/registryd"},
		{"D06", "script-does-not-exec", "in the background with a trap that passes the signal on and waits again", "entrypoint.sh", "\n/usr/local/bin/registryd -c /etc/registryd/config.yml", "\ntrap 'kill -TERM \"$pid\"' TERM\n/usr/local/bin/registryd -c /etc/registryd/config.yml &\npid=$!\nwait \"$pid\"\nwait \"$pid\""},
		{"D08", "shell-wraps-process", "`exec apache2-foreground`", "Dockerfile", "cron && apache2-foreground", "cron && exec apache2-foreground"},
		{"D11", "killed-while-draining", "`exec java -Xmx\"$HEAP\" -jar /opt/app/app.jar`", "launch.sh", "\njava", "\nexec java"},
		{"D13", "launcher-is-pid1", `["node", "server.js"]`, "Dockerfile", `["npm", "start"]`, `["node", "server.js"]`},
		{"D16", "stop-signal-mismatch", "STOPSIGNAL SIGQUIT", "Dockerfile", "CMD [", "STOPSIGNAL SIGQUIT\nCMD ["},
		{"D20", "killed-while-draining", "wait again after the trap has run: a second `wait", "run.sh", "wait \"$WEB\"", "wait \"$WEB\"\nwait \"$WEB\""},
		{"D24", "json-form-broken", `["sh", "-c", "exec app --port $PORT"]`, "Dockerfile", `["uvicorn", "app.main:api", "--host", "0.0.0.0", "--port", $PORT]`, `["sh", "-c", "exec uvicorn app.main:api --host 0.0.0.0 --port $PORT"]`},
		{"D29", "entrypoint-arguments-lost", "ENTRYPOINT in exec form", "Dockerfile", "ENTRYPOINT ./importer --log-to-stderr", `ENTRYPOINT ["/opt/importer", "--log-to-stderr"]`},
		{"D31", "init-bypassed", "set args instead of command", "deployment.yaml", "        command: [\"/manager\"]\n", ""},
		{"D31", "init-bypassed", "begin command with /sbin/tini", "deployment.yaml", `command: ["/manager"]`, `command: ["/sbin/tini", "--", "/manager"]`},
		{"D35", "launcher-is-pid1", `["sh", "-c", ". /etc/apache2/envvars && exec apache2 -DFOREGROUND"], or ["httpd", "-DFOREGROUND"], with STOPSIGNAL SIGWINCH`, "Dockerfile", `CMD ["apachectl", "-D", "FOREGROUND"]`, "STOPSIGNAL SIGWINCH\nCMD [\"sh\", \"-c\", \". /etc/apache2/envvars && exec apache2 -DFOREGROUND\"]"},
		{"D36", "killed-while-draining", "gosu, su-exec or setpriv", "entrypoint.sh", `su -s /bin/sh app -c "exec /opt/app/server --config /etc/app.toml"`, "gosu app /opt/app/server --config /etc/app.toml"},
		{"D37", "exec-in-pipeline", "outside of pipelines", "Dockerfile", " 2>&1 | tee -a /var/log/builderd.log", ""},
	} {
		t.Run(tt.id+" "+tt.rule, func(t *testing.T) {
			dir := filepath.Join(testdata, "cases", tt.id)
			c, err := Read(dir)
			if err != nil {
				t.Fatal(err)
			}
			said := false
			for _, f := range Findings(t, dir, c, analyzer.Options{}) {
				said = said || f.Rule.Name == tt.rule && strings.Contains(f.Change, tt.says)
			}
			if !said {
				t.Errorf("no finding of %s says %q", tt.rule, tt.says)
			}
			changed := t.TempDir()
			if err := os.CopyFS(changed, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(changed, tt.file)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Count(string(text), tt.from) != 1 {
				t.Fatalf("%s does not hold %q once", tt.file, tt.from)
			}
			if err := os.WriteFile(file, []byte(strings.Replace(string(text), tt.from, tt.to, 1)), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, f := range Findings(t, changed, c, analyzer.Options{}) {
				if f.Rule.Area == "signals" && f.Severity >= finding.Warning {
					t.Errorf("after the change: %s", line(f))
				}
			}
		})
	}
}
