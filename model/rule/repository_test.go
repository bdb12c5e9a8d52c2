package rule_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
)

func TestMain(m *testing.M) {
	p := &rule.Phrases
	p.Reason, p.What, p.Why, p.PinDropped = phrase.Reason, phrase.What, phrase.Why, phrase.PinDropped
	p.Granted, p.Advice = phrase.Granted, phrase.Advice
	os.Exit(m.Run())
}

// workedIn are sessions in folders, each an hour older than the one before.
func workedIn(dirs ...string) (all []model.Transcript) {
	now := time.Date(2026, time.March, 14, 8, 0, 0, 0, time.UTC)
	for i, dir := range dirs {
		at := now.Add(-time.Duration(i) * time.Hour)
		all = append(all, model.Transcript{ID: fmt.Sprint(i), Path: fmt.Sprintf("~/s/%d", i), Dir: dir, Began: model.Stamp{Time: at}, Last: model.Stamp{Time: at}})
	}
	return all
}

func rowsOf(all []rule.Repository) string {
	var rows []string
	for _, r := range all {
		row := fmt.Sprintf("%s %s %d", r.Name, r.Dir, len(r.Sessions))
		if r.Temporary {
			row += " temporary"
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "\n")
}

func TestSessionsOfOneRepositoryAreOneRow(t *testing.T) {
	t.Parallel()
	shop := rule.Sight{Root: "/data/ann/shop", Trees: []string{"/data/ann/shop-figures"}, Repository: true}
	for name, c := range map[string]struct {
		dirs []string
		seen map[string]rule.Sight
		want string
	}{
		"a folder in another":      {[]string{"/data/ann/shop/src", "/data/ann/shop", "/data/ann/shop/src/deep"}, nil, "shop /data/ann/shop 3"},
		"one name begins another":  {[]string{"/data/ann/kiosk", "/data/ann/kiosk-old"}, nil, "kiosk /data/ann/kiosk 1\nkiosk-old /data/ann/kiosk-old 1"},
		"a worktree by its name":   {[]string{"/data/ann/shop/.claude/worktrees/figures", "/data/ann/shop/.worktrees/x/src"}, nil, "shop /data/ann/shop 2"},
		"home holds nothing":       {[]string{"/data/ann", "/data/ann/shop", "/data/ann/.claude/worktrees/x", "/data", "/"}, nil, "ann /data/ann 1\nshop /data/ann/shop 1\nx /data/ann/.claude/worktrees/x 1\ndata /data 1\n/ / 1"},
		"a worktree that was seen": {[]string{"/data/ann/shop-figures/src", "/data/ann/shop"}, map[string]rule.Sight{"/data/ann/shop": shop}, "shop /data/ann/shop 2"},
		"a folder below the root":  {[]string{"/data/ann/shop/src"}, map[string]rule.Sight{"/data/ann/shop/src": shop}, "shop /data/ann/shop 1"},
		"no repository":            {[]string{"/data/ann/src", "/data/ann/src/a", "/data/ann/src/b/c", "/data/ann/src/b"}, map[string]rule.Sight{"/data/ann/src": {Root: "/data/ann/src"}}, "src /data/ann/src 1\na /data/ann/src/a 1\nb /data/ann/src/b 2"},
		"a folder that is gone":    {[]string{"/data/ann/shop", "/data/ann/shop/src"}, map[string]rule.Sight{"/data/ann/shop": {Root: "/data/ann/shop", Gone: true}}, "shop /data/ann/shop 2"},
		"the same name twice":      {[]string{"/data/ann/a/shop", "/data/ann/b/shop", "/data/ann/till"}, nil, "a/shop /data/ann/a/shop 1\nb/shop /data/ann/b/shop 1\ntill /data/ann/till 1"},
		"temporary ones are last":  {[]string{"/tmp/x", "/tmp", "/data/ann/shop/"}, nil, "shop /data/ann/shop 1\nx /tmp/x 1 temporary\ntmp /tmp 1 temporary"},
		"another system":           {[]string{`C:\src\shop\till`, `C:\src\shop`}, nil, `shop C:\src\shop 2`},
		"no folder is named":       {[]string{"", ""}, nil, "  2"},
	} {
		if got := rowsOf(rule.Repositories(workedIn(c.dirs...), c.seen, "/data/ann")); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// A home folder among temporary ones, as tests have, holds what is meant to stay.
func TestAHomeFolderIsNotTemporary(t *testing.T) {
	t.Parallel()
	got := rule.Repositories(workedIn("/tmp/home/shop", "/tmp/other"), nil, "/tmp/home")
	if got[0].Temporary || !got[1].Temporary {
		t.Errorf("\n%s", rowsOf(got))
	}
}

func TestARepositoryNamesItsBranchesAndDays(t *testing.T) {
	t.Parallel()
	all := workedIn("/r", "/r", "/r", "/r")
	all[0].Branch, all[2].Branch, all[3].Branch = "figures", "main", "figures"
	all[3].Began.Time = all[3].Began.Time.AddDate(0, 0, -13)
	r := rule.Repositories(all, nil, "")[0]
	if got := r.Branches(); !slices.Equal(got, []string{"figures", "main"}) {
		t.Errorf("branches %q", got)
	}
	now := all[0].Last.Time
	if got := r.Started(now).Started; len(got) != 14 || got[13] != 3 || got[0] != 1 || !r.Last().Equal(now) {
		t.Errorf("days %v, last %s", got, r.Last())
	}
}

// Each session is in one row and no other, whatever was seen, and the order of looks does not
// matter.
func TestEachSessionIsInOneRepository(t *testing.T) {
	t.Parallel()
	path := rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{"home", "ann", "a", "b", "tmp", ".claude", "worktrees", "shop"}), 0, 5).Draw(t, "parts")
		return "/" + strings.Join(parts, "/")
	})
	sight := rapid.Custom(func(t *rapid.T) rule.Sight {
		return rule.Sight{Root: path.Draw(t, "root"), Trees: rapid.SliceOfN(path, 0, 2).Draw(t, "trees"), Repository: rapid.Bool().Draw(t, "repository"), Gone: rapid.Bool().Draw(t, "gone")}
	})
	rapid.Check(t, func(t *rapid.T) {
		sessions := workedIn(rapid.SliceOfN(path, 0, 12).Draw(t, "dirs")...)
		seen := rapid.MapOfN(path, sight, 0, 4).Draw(t, "seen")
		all := rule.Repositories(sessions, seen, "/data/ann")
		n, dirs, names := 0, map[string]bool{}, map[string]bool{}
		for i, r := range all {
			if n += len(r.Sessions); dirs[r.Dir] || names[r.Name] {
				t.Fatalf("two rows of %q\n%s", r.Dir, rowsOf(all))
			}
			dirs[r.Dir], names[r.Name] = true, true
			if i > 0 && all[i-1].Temporary == r.Temporary && all[i-1].Last().Before(r.Last()) {
				t.Fatalf("row %d is newer than the one above\n%s", i, rowsOf(all))
			}
			for _, s := range r.Sessions {
				if !slices.Contains(r.Dirs, s.Dir) {
					t.Fatalf("%q is not among %q", s.Dir, r.Dirs)
				}
				if len(seen) == 0 && !rule.Within(r.Dir, s.Dir) {
					t.Fatalf("%q is in the row of %q", s.Dir, r.Dir)
				}
			}
		}
		if n != len(sessions) {
			t.Fatalf("%d of %d sessions\n%s", n, len(sessions), rowsOf(all))
		}
		if again := rule.Repositories(sessions, maps.Clone(seen), "/data/ann"); rowsOf(again) != rowsOf(all) {
			t.Fatalf("once\n%s\nand then\n%s", rowsOf(all), rowsOf(again))
		}
	})
}

func TestAnOutlookSumsAVaultUp(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.March, 14, 7, 0, 0, 0, time.UTC)
	at := func(h time.Duration) model.Stamp { return model.Stamp{Time: now.Add(h * time.Hour), Raw: "a time"} }
	s := model.Snapshot{
		At:    now,
		Plans: []model.Plan{{ID: "2026-014", Objective: "The spring quote", Path: "Plans/a.md", Status: model.Status{State: model.StateBlocked}}},
		Requests: []model.Request{
			{Path: "Pending_Approval/a.md", Name: "a", Created: at(-5), Expires: at(50), Plan: "Plans/a.md"},
			{Path: "Pending_Approval/b.md", Name: "b", Created: at(-90), Expires: at(-3)},
			{Path: "Pending_Approval/c.md", Name: "c", Created: at(-1), Expires: at(40), Status: "sent back"},
		},
		Events: model.EventLog{Current: -1, Sessions: []model.Session{{Label: "one", Starts: 1, Started: at(-70), Last: at(-70)}}},
	}
	o := rule.Summarize(s)
	if o.Plan != "2026-014" || o.Objective != "The spring quote" || o.Needs != 3 || // both requests and the session
		o.Blocks != 1 || o.Dead != 1 ||
		!o.Oldest.Equal(now.Add(-90*time.Hour)) || !o.Expires.Equal(now.Add(50*time.Hour)) || o.First.Ref != rule.NeedsYou(s)[0].Ref {
		t.Errorf("outlook %+v", o)
	}
}

func TestVaultsComeByTheirNeed(t *testing.T) {
	t.Parallel()
	needs := func(name string, a model.Attention) rule.VaultSummary {
		return rule.VaultSummary{Plan: name, Needs: 1, First: a}
	}
	now := time.Date(2026, time.March, 14, 7, 0, 0, 0, time.UTC)
	list := []rule.VaultSummary{
		{Plan: "nothing"},
		needs("waits", model.Attention{Since: now}),
		needs("waits longer", model.Attention{Since: now.Add(-time.Hour)}),
		{Plan: "nothing else"},
		needs("blocks", model.Attention{Since: now, Blocks: true}),
		needs("expires", model.Attention{Since: now, Until: now.Add(time.Hour)}),
	}
	slices.SortStableFunc(list, rule.ByNeed)
	var names []string
	for _, o := range list {
		names = append(names, o.Plan)
	}
	if !slices.Equal(names, []string{"expires", "blocks", "waits longer", "waits", "nothing", "nothing else"}) {
		t.Errorf("order %q", names)
	}
}
