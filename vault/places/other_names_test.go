package places_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

// elsewhere are names that sort as the usual ones do.
var elsewhere = map[string]string{
	"Approved": "Allowed", "Done": "Dock", "In_Progress": "In_Hand", "Inbox": "Incoming", "Logs": "Lore", "Needs_Action": "New",
	"Pending_Approval": "Pen/waiting", "Plans": "Pots", "Rejected": "Rest",
	".math": ".math-2", "docs/work/active": "docs/work/now", "docs/work/blocked": "docs/work/stuck",
	".claude/haios/governance-events.jsonl": ".agent/log/events.jsonl", "events.jsonl": "evening.jsonl",
}

func elsewherePlaces(t *testing.T) places.Places {
	return vaulttest.PlacesOf(t, map[string][]string{
		"approved": {"Allowed"}, "done": {"Dock"}, "in-progress": {"In_Hand"}, "inbox": {"Incoming"}, "logs": {"Lore"},
		"needs-action": {"New"}, "pending": {"Pen/waiting"}, "plans": {"Pots"}, "rejected": {"Rest"}, "journal": {".math-2"},
		"work": {"docs/work/now", "docs/work/stuck"}, "events": {".agent/log/events.jsonl", "evening.jsonl"},
	})
}

// renamed replaces the usual names in a text, longer ones first, or brings them back.
func renamed(text string, back bool) string {
	var pairs []string
	names := make([]string, 0, len(elsewhere))
	for usual := range elsewhere {
		names = append(names, usual)
	}
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	for _, usual := range names {
		from, to := usual, elsewhere[usual]
		if back {
			from, to = to, from
		}
		if strings.HasSuffix(usual, "jsonl") {
			pairs = append(pairs, from, to)
			continue
		}
		pairs = append(pairs, from+"/", to+"/", `"`+from+`"`, `"`+to+`"`)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// besides are files whose meaning hangs on folders that texts name.
var besides = vaulttest.Contents{
	"Approved/mail.md":               "---\ntype: email\n---\nWrite to the dyer.\n",
	"Logs/2026-03-09.json":           `[{"timestamp":"2026-03-09T08:00:00Z","action_type":"email","target":"Approved/mail.md","result":"success"},{"timestamp":"2026-03-09T09:00:00Z","action_type":"email","target":"mail.md","details":"see Pending_Approval/mail.md","result":"error"}]`,
	"Plans/tyres.md":                 "# Plan: Tyres\n\n- [ ] Order them\n\nSee /Pending_Approval/tyre-order.md.\n",
	"Pending_Approval/tyre-order.md": "# Order\n\nNine tyres.\n",
	"Pending_Approval/rims.md":       "# Rims\n\nThis is for `Plans/tyres.md`.\n",
	"In_Progress/mira/PLAN_hub.md":   "# Plan: Hub\n\n- [ ] Grease it\n",
	"Done/Plans/PLAN_old.md":         "---\nstatus: Active\ntask_id: old\n---\n# Objective\nAn old one\n",
}

// The demo under other names, in its texts too, is read as the demo is: what a file
// means, what names it, and what a log says became of it.
func TestAVaultWithOtherNamesIsReadAsTheUsualOne(t *testing.T) {
	t.Parallel()
	usual, other := t.TempDir(), t.TempDir()
	must.Do(t, filepath.WalkDir("../../testdata/demo", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(name)
		must.Do(t, err)
		rel, err := filepath.Rel("../../testdata/demo", name)
		must.Do(t, err)
		rel = filepath.ToSlash(rel)
		vaulttest.Contents{rel: string(b)}.Write(t, filepath.Join(usual, "v"))
		vaulttest.Contents{renamed(rel, false): renamed(string(b), false)}.Write(t, filepath.Join(other, "v"))
		return nil
	}))
	for name, text := range besides {
		vaulttest.Contents{name: text}.Write(t, filepath.Join(usual, "v"))
		vaulttest.Contents{renamed(name, false): renamed(text, false)}.Write(t, filepath.Join(other, "v"))
	}
	places_ := elsewherePlaces(t)
	read := func(dir string, p places.Places) (model.Snapshot, string) {
		v, err := vaulttest.Open(filepath.Join(dir, "v"), places.Options{StateDir: filepath.Join(dir, "state"), Places: p})
		must.Do(t, err)
		defer v.Close()
		s := vaulttest.MustLoad(t, v)
		b, err := json.MarshalIndent([]any{
			s.HasPlansFolder, s.Plans, s.Requests, s.Decided, s.Others, s.Intake, s.Work, s.Traces, s.Problems, s.Events, s.Research, s.Strange, s.ReadOnly,
		}, "", " ")
		must.Do(t, err)
		volatile := regexp.MustCompile(`"(Seen|Size|DecidedAt|Offset)": (\[[^\]]*\]|[^\n]*),?\n`)
		return s, volatile.ReplaceAllString(string(b), "")
	}
	s, want := read(usual, places.Places{})
	if len(s.Plans) < 8 || len(s.Requests) < 5 || len(s.Decided) < 2 || len(s.Intake) < 3 || len(s.Work) == 0 || len(s.Events.Sessions) == 0 || !s.Research.Found {
		t.Fatalf("the demo has not everything in it: %d plans, %d requests", len(s.Plans), len(s.Requests))
	}
	mail, _ := s.RequestAnywhere("Approved/mail.md")
	order, _ := s.Request("Pending_Approval/tyre-order.md")
	rims, _ := s.Request("Pending_Approval/rims.md")
	old, _ := s.Plan("Done/Plans/PLAN_old.md")
	if mail.Carried == nil || mail.Carried.Failed || order.Plan != "Plans/tyres.md" || rims.Plan != "Plans/tyres.md" || !old.Reading.Closed {
		t.Fatalf("carried %+v, plans %q and %q, closed %v", mail.Carried, order.Plan, rims.Plan, old.Reading.Closed)
	}
	_, got := read(other, places_)
	got = renamed(got, true)
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("line %d is %s\nwant %s\nbefore it %s", i, a[i], b[i], strings.Join(b[max(0, i-25):i], "\n"))
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d lines, want %d", len(a), len(b))
	}
	// Without the settings nothing of it is found.
	if s, _ := read(other, places.Places{}); len(s.Requests)+len(s.Decided)+len(s.Work)+len(s.Events.Sessions) > 0 || s.Research.Found {
		t.Error("the other names are read without settings")
	}
}

func TestPlacesThatAreNotThere(t *testing.T) {
	t.Parallel()
	places_ := vaulttest.PlacesOf(t, map[string][]string{"plans": {"Roadmaps", "Maps"}, "pending": {"file"}, "events": {"a.jsonl", "b.jsonl"}, "journal": {"lab/.math"}})
	problems := func(c vaulttest.Contents) (out []string) {
		_, dir := vaulttest.OpenContents(t, c)
		v, err := vaulttest.Open(dir, places.Options{Places: places_})
		must.Do(t, err)
		defer v.Close()
		for _, p := range vaulttest.MustLoad(t, v).Problems {
			out = append(out, p.Path+": "+p.Reason)
		}
		return out
	}
	there := vaulttest.Contents{"Roadmaps/": "", "Maps/": "", "file/": "", "b.jsonl": "", "lab/.math/config.json": `{"current_problem": null}`}
	if got := problems(there); len(got) > 0 {
		t.Errorf("with all of them: %q", got)
	}
	want := []string{
		"Maps: your settings name it for plans, but it does not exist", "a.jsonl: your settings name it for events, but it does not exist",
		"b.jsonl: your settings name it for events, but it does not exist", "file: your settings name it for pending, but it is not a folder",
		"lab/.math: your settings name it for journal, but it does not exist",
	}
	if got := problems(vaulttest.Contents{"Roadmaps/": "", "maps/": "", "file": ""}); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
