package board

import (
	"testing"
	"time"

	"coldstart/model"
	"coldstart/tui/list"
)

// Groups of the same name become one with the sum of their counts, where they stood.
func TestPagesOfVaultsBecomeOne(t *testing.T) {
	t.Parallel()
	row := func(what, name string, n int) list.Row { return list.Row{What: what, Section: list.Over(name, n)} }
	done := func(what string, n, more int) list.Row {
		r := row(what, "Done", n)
		r.Section.Rest, r.Section.Also = ", %d more below", more
		return r
	}
	got := inOne([][]list.Row{
		{row("a", "Waiting", 2), row("b", "Waiting", 2), done("c", 1, 4)},
		{row("d", "Doubtful", 1), row("e", "Waiting", 1), row("f", "Blocked", 1), done("g", 1, 3)},
		{},
		{{What: "h", Section: list.Section{Name: "Unnumbered"}}},
	})
	want := []list.Row{
		{What: "h", Section: list.Section{Name: "Unnumbered"}}, row("d", "Doubtful", 1), row("a", "Waiting", 3), row("b", "Waiting", 3), row("e", "Waiting", 3), row("f", "Blocked", 1),
		done("c", 2, 7), done("g", 2, 7),
	}
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i].What != want[i].What || got[i].Section != want[i].Section {
			t.Errorf("row %d is %q in %v, want %q in %v", i, got[i].What, got[i].Section, want[i].What, want[i].Section)
		}
	}
}

// The queue of several vaults has the order of one queue, and each row says where it is from.
func TestQueuesOfVaultsBecomeOne(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC)
	ask := func(path string, hours int, expires string) model.Request {
		r := model.Request{Path: path, Name: path, Summary: path, Created: model.Stamp{Time: now.Add(-time.Duration(hours) * time.Hour), Raw: "x"}}
		if expires != "" {
			r.Expires = model.ParseStamp(expires, time.UTC)
		}
		return r
	}
	vault := func(requests ...model.Request) *Board { return New(model.Snapshot{At: now, Requests: requests}) }
	shop := vault(ask("old", 90, ""), ask("young", 1, ""))
	attic := vault(ask("middle", 20, ""), ask("tonight", 2, "2026-03-14 20:00"))
	b := Together([]Part{{1, "shop", shop}, {2, "attic", attic}}, "2 vaults", now)
	var got []string
	for _, r := range b.Rows[HomePage] {
		got = append(got, r.Label+" "+r.What)
	}
	want := []string{"attic tonight", "shop old", "attic middle", "shop young"}
	if len(got) != len(want) || len(b.Queue) != 4 || b.Needs[HomePage] != 4 {
		t.Fatalf("%q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] || b.Queue[i].What != b.Rows[HomePage][i].What {
			t.Errorf("row %d is %q, want %q", i, got[i], want[i])
		}
	}
	if first, last := b.Rows[HomePage][0].Section, b.Rows[HomePage][3].Section; first.String() != "Expires soon 1" || last.String() != "Not urgent 3" {
		t.Errorf("the groups are %v and %v", first, last)
	}
}
