package tui

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"coldstart/styles"
	"coldstart/testdata/must"
	"coldstart/tui/confirm"
	"coldstart/vault"
)

// onDemo drives the screen on a copy of the example vault.
func onDemo(t *testing.T, w, h int) *driver {
	t.Helper()
	dir := must.Get(vault.NewDemo(os.DirFS(filepath.Join("..", "testdata")), "demo", clock()))(t)
	t.Cleanup(func() { dir.Remove() })
	v := must.Get(vault.Open(dir.Dir, vault.Options{StateDir: dir.StateDir, Operator: "sam", Stores: dir.Stores}))(t)
	t.Cleanup(func() { v.Close() })
	d := &driver{t: t}
	d.opens(v, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock}, w, h)
	return d
}

// tourPart is one part of docs/tour.md: its title and the rows of its table.
type tourPart struct {
	title string
	rows  []tourRow
}

// tourRow is what is pressed or typed, and what is then on the screen.
type tourRow struct{ keys, shows []string }

// typedMark begins and ends a text that is typed, among the keys of a row.
const typedMark = `"`

var inBackticks = regexp.MustCompile("`([^`]+)`")

func readTour(t *testing.T) []tourPart {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join("..", "docs", "tour.md")))(t)
	var parts []tourPart
	for line := range strings.Lines(string(text)) {
		title, begins := strings.CutPrefix(strings.TrimSpace(line), "## ")
		cells := strings.Split(strings.TrimSpace(line), "|")
		switch {
		case begins:
			parts = append(parts, tourPart{title: title})
		case len(cells) == 4 && strings.Contains(cells[1], "`"):
			last := &parts[len(parts)-1]
			last.rows = append(last.rows, tourRow{quotedIn(cells[1]), quotedIn(strings.Join(strings.Fields(cells[2]), " "))})
		}
	}
	return parts
}

// quotedIn are the texts between backticks.
func quotedIn(cell string) []string {
	var texts []string
	for _, m := range inBackticks.FindAllStringSubmatch(cell, -1) {
		texts = append(texts, m[1])
	}
	return texts
}

// tourKeys are the keys that a page calls as keyboards do.
var tourKeys = map[string]string{"↓": "down", "↑": "up", "pgdn": "pgdown"}

func TestTheTourIsTrue(t *testing.T) {
	t.Parallel()
	d := onDemo(t, 120, 40)
	shown := 0
	for _, part := range readTour(t) {
		d.press("esc", "1")
		for _, row := range part.rows {
			for _, key := range row.keys {
				if name, ok := tourKeys[key]; ok {
					key = name
				}
				d.press(strings.Trim(key, typedMark))
				d.ring(confirm.QuietTime)
			}
			shown += len(row.shows)
			d.shows(row.shows...)
			if t.Failed() {
				t.Fatalf("%s: after %q", part.title, row.keys)
			}
		}
	}
	if shown < 30 {
		t.Errorf("the tour shows only %d things", shown)
	}
}

// Each of the five tasks takes at most six keys from Home.
func TestTheTasksOfTheTourTakeFewKeys(t *testing.T) {
	t.Parallel()
	tasks := 0
	for _, part := range readTour(t) {
		keys := 0
		for _, row := range part.rows {
			for _, key := range row.keys {
				if !strings.HasPrefix(key, typedMark) {
					keys++
				}
			}
		}
		if tasks++; keys > 6 {
			t.Errorf("%s takes %d keys", part.title, keys)
		}
	}
	if tasks < 5 {
		t.Errorf("only %d tasks", tasks)
	}
}
