package timeline_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/drainlint/drainlint/analyzer/timeline"
)

// probe runs inside the page: it collects errors, counts what has a size, and looks for text that leaves the drawing or
// covers other text of its lane.
const probe = `<script>
const errors = [];
addEventListener("error", e => errors.push(String(e.message)));
addEventListener("load", () => {
  const lanes = [...document.querySelectorAll("g.lane")].filter(g => g.getBBox().width > 100 && g.getBBox().height > 8);
  const outside = [], covered = [];
  for (const svg of document.querySelectorAll("svg")) {
    const box = svg.viewBox.baseVal;
    for (const t of svg.querySelectorAll("text")) {
      const b = t.getBBox();
      if (b.x < 0 || b.x + b.width > box.width || b.y + b.height > box.height) outside.push(t.textContent);
    }
    const all = [...svg.querySelectorAll("text")];
    for (let i = 0; i < all.length; i++) for (let j = i + 1; j < all.length; j++) {
      const a = all[i].getBBox(), b = all[j].getBBox();
      if (a.x + 1 < b.x + b.width && b.x + 1 < a.x + a.width && a.y + 5 < b.y + b.height && b.y + 5 < a.y + a.height)
        covered.push(all[i].textContent + " / " + all[j].textContent);
    }
  }
  const out = document.createElement("pre");
  out.id = "probe";
  out.textContent = JSON.stringify({lanes: lanes.length, errors, outside, covered, ground: getComputedStyle(document.body).backgroundColor});
  document.body.append(out);
});
</script>`

var probed = regexp.MustCompile(`<pre id="probe">(.*?)</pre>`)

// TestBrowser opens the pages in a real browser: "make test-browser" names it in DRAINLINT_BROWSER.
func TestBrowser(t *testing.T) {
	browser := os.Getenv("DRAINLINT_BROWSER")
	if browser == "" {
		t.Skip("make test-browser runs this")
	}
	dir := t.TempDir()
	dump := func(file string, more ...string) (string, string) {
		ctx, stop := context.WithTimeout(context.Background(), 2*time.Minute)
		defer stop()
		args := append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + filepath.Join(dir, "profile"), "--enable-logging=stderr", "--virtual-time-budget=2000", "--dump-dom"}, more...)
		cmd := exec.CommandContext(ctx, browser, append(args, "file://"+file)...)
		var log strings.Builder
		cmd.Stderr = &log
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", file, err, log.String())
		}
		return string(out), log.String()
	}
	// All inputs on one page, and in one drawing: starting a browser is what takes the time.
	var ps []*timeline.Picture
	want := 0
	for _, in := range inputs {
		for _, p := range slices.Concat(pictures(t, "testdata", in+".yaml"), deep(t, in)) {
			ps = append(ps, p)
			want += len(p.Lanes)
			if p.Traffic != nil {
				want++
			}
		}
	}
	page := filepath.Join(dir, "all.html")
	save(t, page, strings.Replace(write(t, "html", ps), "<head>", "<head>"+probe, 1))
	grounds := map[string]bool{}
	for _, scheme := range []string{"0", "1"} { // dark, light
		dom, log := dump(page, "--blink-settings=preferredColorScheme="+scheme)
		if strings.Contains(log, "CONSOLE") {
			t.Errorf("the console has messages:\n%s", log)
		}
		m := probed.FindStringSubmatch(dom)
		if m == nil {
			t.Fatalf("the page did not load:\n%s", dom)
		}
		got, ground, _ := strings.Cut(m[1], `,"ground":`)
		grounds[ground] = true
		if expected := fmt.Sprintf(`{"lanes":%d,"errors":[],"outside":[],"covered":[]`, want); got != expected {
			t.Errorf("%s, expected %s", got, expected)
		}
	}
	if len(grounds) != 2 {
		t.Errorf("light and dark have the same ground: %v", grounds)
	}
	drawing := filepath.Join(dir, "all.svg")
	save(t, drawing, write(t, "svg", ps))
	if dom, _ := dump(drawing); strings.Count(dom, `class="lane"`) != want || strings.Contains(dom, "parsererror") {
		t.Errorf("the browser does not draw the SVG:\n%s", dom)
	}
}

func save(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
