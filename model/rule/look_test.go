package rule

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

func newsVault(at int64, files map[string]string) model.Snapshot {
	s := model.Snapshot{At: time.Unix(at, 0)}
	for path, text := range files {
		seen := model.FingerprintOf([]byte(text))
		switch {
		case strings.HasSuffix(path, "WORK.md"):
			s.Work = append(s.Work, model.WorkItem{Path: path, Seen: seen})
		case strings.HasPrefix(path, "Plans/"), strings.HasPrefix(path, "Done/"):
			s.Plans = append(s.Plans, model.Plan{Path: path, ID: path, Seen: seen})
		case strings.HasPrefix(path, "Pending/"):
			s.Requests = append(s.Requests, model.Request{Path: path, Name: path, Seen: seen})
		default:
			s.Decided = append(s.Decided, model.Request{Path: path, Name: path, Seen: seen})
		}
	}
	return s
}

func newsWords(news []model.News) string {
	var words []string
	for _, n := range news {
		word := n.Kind.String() + " " + n.Ref.Path
		if n.From != "" {
			word += " from " + n.From
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

func TestNews(t *testing.T) {
	t.Parallel()
	before := map[string]string{
		"Plans/a.md": "a", "Plans/b.md": "b", "Pending/r.md": "r", "Pending/q.md": "q", "docs/work/active/W/WORK.md": "w",
	}
	with := func(change func(files map[string]string)) map[string]string {
		files := map[string]string{}
		for k, v := range before {
			files[k] = v
		}
		change(files)
		return files
	}
	for _, tt := range []struct {
		name  string
		files map[string]string
		also  func(s *model.Snapshot)
		want  string
	}{
		{"nothing", before, nil, ""},
		{"new", with(func(f map[string]string) { f["Plans/c.md"] = "c" }), nil, "NEW Plans/c.md"},
		{"changed", with(func(f map[string]string) { f["Plans/a.md"] = "aa" }), nil, "CHANGED Plans/a.md"},
		{"gone", with(func(f map[string]string) { delete(f, "Pending/r.md") }), nil, "GONE Pending/r.md"},
		{"of each", with(func(f map[string]string) {
			f["Plans/c.md"], f["Plans/a.md"] = "c", "aa"
			delete(f, "Plans/b.md")
		}), nil, "CHANGED Plans/a.md, GONE Plans/b.md, NEW Plans/c.md"},
		{"moved", with(func(f map[string]string) { delete(f, "Plans/a.md"); f["Done/a.md"] = "a, done" }), nil, "CHANGED Done/a.md from Plans/a.md"},
		{"work item moved", with(func(f map[string]string) {
			delete(f, "docs/work/active/W/WORK.md")
			f["docs/work/blocked/W/WORK.md"] = "w"
		}), nil, "CHANGED docs/work/blocked/W/WORK.md from docs/work/active/W/WORK.md"},
		{"approved by somebody else", with(func(f map[string]string) { delete(f, "Pending/r.md"); f["Approved/r.md"] = "r" }), nil, "CHANGED Approved/r.md from Pending/r.md"},
		{"approved here", with(func(f map[string]string) { delete(f, "Pending/r.md"); f["Approved/r.md"] = "r" }), func(s *model.Snapshot) {
			s.Decided[0].DecidedHere = true
		}, ""},
		{"approved here, then changed", with(func(f map[string]string) { delete(f, "Pending/r.md"); f["Approved/r.md"] = "x" }), func(s *model.Snapshot) {
			s.Decided[0].DecidedHere = true
			s.Verified = []model.Verified{{Path: "Approved/r.md", Standing: model.StandingAltered}}
		}, "CHANGED Approved/r.md from Pending/r.md"},
		{"two of a name", with(func(f map[string]string) {
			delete(f, "Pending/r.md")
			f["Approved/r.md"], f["Rejected/r.md"] = "r", "r"
		}), nil, "NEW Approved/r.md, GONE Pending/r.md, NEW Rejected/r.md"},
		{"cannot be read now", with(func(f map[string]string) { delete(f, "Plans/a.md") }), func(s *model.Snapshot) {
			s.Problems = []model.Problem{{Path: "Plans/a.md"}}
		}, ""},
		{"its folder cannot be read now", with(func(f map[string]string) { delete(f, "Plans/a.md"); delete(f, "Plans/b.md") }), func(s *model.Snapshot) {
			s.Problems = []model.Problem{{Path: "Plans"}}
		}, ""},
		{"taken for something else now", with(func(f map[string]string) { delete(f, "Plans/a.md") }), func(s *model.Snapshot) {
			s.Others = []model.Other{{Path: "Plans/a.md"}}
		}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newsVault(2, tt.files)
			s.LastLook = newsVault(1, before).Look()
			if tt.also != nil {
				tt.also(&s)
			}
			if got := newsWords(News(s)); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			// Whoever looks now sees nothing new afterwards, and nothing as gone that was hidden.
			s.LastLook = s.Look()
			if got := newsWords(News(s)); got != "" {
				t.Errorf("after a look: %s", got)
			}
			s = newsVault(3, tt.files)
			s.LastLook = model.Look{}
			if got := News(s); got != nil {
				t.Errorf("at a first look: %s", newsWords(got))
			}
		})
	}
}

// What was hidden behind a fault at one look is no news when it is back.
func TestALookKeepsWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	files := map[string]string{"Plans/a.md": "a"}
	hidden := newsVault(2, nil)
	hidden.LastLook, hidden.Problems = newsVault(1, files).Look(), []model.Problem{{Path: "Plans", Unread: true}}
	back := newsVault(3, files)
	back.LastLook = hidden.Look()
	if got := newsWords(News(back)); got != "" {
		t.Error(got)
	}
}

func TestAdoptTakesOwnChangesAsSeen(t *testing.T) {
	t.Parallel()
	s := newsVault(2, map[string]string{"Plans/a.md": "mine", "Plans/b.md": "theirs", "Approved/r.md": "r"})
	was := newsVault(1, map[string]string{"Plans/a.md": "a", "Plans/b.md": "b", "Pending/r.md": "r"}).Look()
	s.LastLook = was.Adopt(s, map[string]bool{"Plans/a.md": true, "Pending/r.md": true, "Approved/r.md": true})
	if got := newsWords(News(s)); got != "CHANGED Plans/b.md" {
		t.Error(got)
	}
	if was.Things[model.Ref{Kind: model.KindPlan, Path: "Plans/a.md"}].Seen != model.FingerprintOf([]byte("a")) {
		t.Error("the look before was changed")
	}
	if got := (model.Look{}).Adopt(s, map[string]bool{"Plans/a.md": true}); got.Known() {
		t.Error("a first look became known")
	}
}

func BenchmarkNews(b *testing.B) {
	files := map[string]string{}
	for i := range 10_000 {
		files[fmt.Sprintf("Plans/%d.md", i)] = "x"
	}
	s := newsVault(2, files)
	s.LastLook = newsVault(1, files).Look()
	for b.Loop() {
		News(s)
	}
}

// A plan of several files goes on with the next one: it is not gone.
func TestAPlanThatGoesOnInAnotherFileIsChanged(t *testing.T) {
	t.Parallel()
	phase := func(path string) model.Plan {
		return model.Plan{Path: path, ID: "04-receipts", Objective: "Receipts", Seen: model.FingerprintOf([]byte(path))}
	}
	s := model.Snapshot{At: time.Unix(2, 0), Plans: []model.Plan{phase("4/04-02-PLAN.md")}}
	s.LastLook = model.Snapshot{At: time.Unix(1, 0), Plans: []model.Plan{phase("4/04-01-PLAN.md")}}.Look()
	if got, want := newsWords(News(s)), "CHANGED 4/04-02-PLAN.md from 4/04-01-PLAN.md"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
