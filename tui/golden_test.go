package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
	"github.com/muesli/termenv"

	"coldstart/styles"
	"coldstart/testdata/must"
)

// updateVar, set to 1, makes the tests write what they would compare with.
const updateVar = "COLDSTART_UPDATE_GOLDEN"

// golden compares a frame with the file of its name.
func golden(t *testing.T, name, frame string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	frame += "\n"
	if os.Getenv(updateVar) == "1" {
		must.Do(t, os.WriteFile(file, []byte(frame), 0o644))
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (%s=1 writes it)", err, updateVar)
	}
	if string(want) != frame {
		t.Errorf("%s differs (%s=1 accepts it):\n%s", name, updateVar, udiff.Unified("want", "got", string(want), frame))
	}
}

// hostile is a small vault whose texts try what a terminal can be tricked with.
func hostile() *fakeStore {
	s := workshop()
	p := &s.snapshot.Plans[0]
	p.ID = "PLAN-\x1b[2J\x1b]0;owned\x07"
	p.Objective = "Pay \u202e01 RUE\u202c to \u200bNorth\u00adreach\nStatus:     Done"
	r := &s.snapshot.Requests[0]
	r.Path, r.Name = "Pending_Approval/cl\nim⟦ESC⟧\u202efdp.md", "cl\nim"
	r.Summary = "高い猫を予約する ✋🏽 " + strings.Repeat("verylongword", 12)
	r.Target = "claims@n\u043erthreach.example" // the o is Cyrillic
	s.snapshot.Requests[1].Summary = "── end of the text ── y approve  esc leave it"
	s.files[r.Path] = "---\nto: claims@n\u043erthreach.example\n---\n\x1b[1;1H\x1b[2K\r Approved\b\b\n" +
		strings.Repeat("\n", 3) + "pushed" + strings.Repeat(" ", 200) + "out\ta\u0301\u0301\u0301\u0301\u0301\u0301b\n\xff\xfe⟧"
	s.changes[0].Path, s.changes[0].To = r.Path, "Approved/cl\nim⟦ESC⟧\u202efdp.md"
	return s
}

func TestGolden(t *testing.T) {
	t.Parallel()
	plain := styles.Options{NoColor: true}
	named := map[string]scene{}
	for _, sc := range scenes() {
		named[sc.name] = sc
	}
	for _, tt := range []struct {
		file  string
		scene scene
		theme styles.Options
		sizes [][2]int
	}{
		{"home", named["home"], plain, [][2]int{{40, 10}, {80, 24}, {140, 45}}},
		{"home_interrupted", scene{"", interrupted, pressing()}, plain, [][2]int{{80, 24}}},
		{"approvals", named["approvals"], plain, [][2]int{{80, 24}}},
		{"plans", named["plans"], plain, [][2]int{{80, 24}}},
		{"plan", named["open blocked plan"], plain, [][2]int{{80, 24}, {120, 36}}},
		{"plan_guest", named["plans of guests"], plain, [][2]int{{80, 24}, {120, 36}}},
		{"home_guests", named["home of guests"], plain, [][2]int{{80, 24}, {100, 30}, {120, 36}}},
		{"orphans", named["orphans"], plain, [][2]int{{80, 24}}},
		{"traces", named["traces"], plain, [][2]int{{80, 24}}},
		{"problems", named["problems"], plain, [][2]int{{80, 24}}},
		{"request", named["open request"], plain, [][2]int{{80, 24}}},
		{"trace", named["open trace"], plain, [][2]int{{80, 24}}},
		{"dialog", named["dialog"], plain, [][2]int{{40, 10}, {80, 24}}},
		{"dialog_read", named["dialog read"], plain, [][2]int{{80, 24}}},
		{"dialog_stale", named["stale dialog"], plain, [][2]int{{80, 24}}},
		{"dialog_batch", named["batch"], plain, [][2]int{{80, 24}}},
		{"undo", named["undo"], plain, [][2]int{{80, 24}}},
		{"snooze", named["snooze"], plain, [][2]int{{80, 24}}},
		{"message", named["message"], plain, [][2]int{{80, 24}}},
		{"pinned", named["pinned"], plain, [][2]int{{80, 24}}},
		{"edited_dialog", named["edited in the dialog"], plain, [][2]int{{80, 24}}},
		{"note", named["note"], plain, [][2]int{{80, 24}}},
		{"note_long", named["long note"], plain, [][2]int{{40, 20}}},
		{"help", named["help"], plain, [][2]int{{80, 24}, {120, 40}}},
		{"history", named["history"], plain, [][2]int{{80, 24}, {140, 45}}},
		{"find", named["find"], plain, [][2]int{{80, 24}}},
		{"find_colour", named["find, kept"], styles.Options{Profile: termenv.TrueColor, Dark: true}, [][2]int{{80, 24}}},
		{"palette", named["palette"], plain, [][2]int{{80, 24}}},
		{"palette_narrowed", named["palette, narrowed"], plain, [][2]int{{80, 24}}},
		{"palette_colour", named["palette, narrowed"], styles.Options{Profile: termenv.TrueColor, Dark: true}, [][2]int{{80, 24}}},
		{"views", named["views"], plain, [][2]int{{80, 24}}},
		{"view", named["view"], plain, [][2]int{{80, 24}}},
		{"asked_to_run", named["asked to run"], plain, [][2]int{{80, 24}}},
		{"triage", named["triage"], plain, [][2]int{{80, 24}}},
		{"empty", named["empty"], plain, [][2]int{{80, 24}}},
		{"read_only", named["read-only"], plain, [][2]int{{80, 24}}},
		{"small", named["home"], plain, [][2]int{{30, 8}}},
		{"small_dialog", named["dialog"], plain, [][2]int{{30, 8}}},
		{"hostile_home", scene{"", hostile, pressing()}, plain, [][2]int{{80, 24}}},
		{"hostile_dialog", scene{"", hostile, pressing("2", "a")}, plain, [][2]int{{80, 45}}},
		{"hostile_ascii", scene{"", hostile, pressing("2", "a")}, styles.Options{NoColor: true, ASCII: true}, [][2]int{{80, 45}}},
		{"home_colour", named["home"], styles.Options{Profile: termenv.TrueColor, Dark: true}, [][2]int{{80, 24}}},
		{"hostile_colour", scene{"", hostile, pressing("2", "a")}, styles.Options{Profile: termenv.TrueColor, Dark: true}, [][2]int{{80, 24}}},
	} {
		for _, size := range tt.sizes {
			name := tt.file + "_" + sizeName(size)
			t.Run(name, func(t *testing.T) {
				golden(t, name, tt.scene.driver(t, tt.theme, size[0], size[1]).app.View())
			})
		}
	}
}

func sizeName(size [2]int) string { return fmt.Sprintf("%dx%d", size[0], size[1]) }
