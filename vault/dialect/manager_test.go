package dialect

import (
	"strings"
	"testing"
	"time"
)

// managedText is a plan with these lines between its fences.
func managedText(lines ...string) string {
	return "---\n" + strings.Join(lines, "\n") + "\n---\n\n# Objective\n\nx\n"
}

// TestReadManaged holds what the agents' plan manager answered when it was asked about each
// of these files: that it stops, passes over the file, or takes the plan by rank and time.
func TestReadManaged(t *testing.T) {
	t.Parallel()
	const date = "created_date: '2026-02-21T10:30:00Z'"
	whole := managedText("status: Active", date)
	with := func(status string) string { return managedText("status: "+status, date) }
	dated := func(created string) string { return managedText("status: Draft", "created_date: "+created) }
	at := func(hour, minute int) time.Time { return time.Date(2026, 2, 21, hour, minute, 0, 0, time.UTC) }
	zone := time.FixedZone("", 2*3600)
	for _, tt := range []struct {
		text, stops, skips, status string
		rank                       int
		created                    time.Time
	}{
		{text: whole, status: "Active", created: at(10, 30)},
		{text: strings.ReplaceAll(whole, "\n", "\r\n"), status: "Active", created: at(10, 30)},
		{text: strings.ReplaceAll(whole, "\n", "\r"), status: "Active", created: at(10, 30)},
		{text: with("Blocked"), status: "Blocked", rank: 1, created: at(10, 30)},
		{text: managedText(date), status: "Draft", rank: 2, created: at(10, 30)},
		{text: with("Active # c"), status: "Active", created: at(10, 30)},
		{text: with("active"), status: "active", rank: 3, created: at(10, 30)},
		{text: with("'Active '"), status: "Active ", rank: 3, created: at(10, 30)},
		{text: with("null"), status: "null", rank: 3, created: at(10, 30)},
		{text: with(""), status: "null", rank: 3, created: at(10, 30)},
		{text: with("5"), status: "a number: 5", rank: 3, created: at(10, 30)},
		{text: with("yes"), status: "true or false: yes", rank: 3, created: at(10, 30)},
		{text: with("done"), status: "done", rank: 3, created: at(10, 30)},
		{text: with("Draft\nstatus: Active"), status: "Active", created: at(10, 30)},
		{text: managedText("status: Done", "created_date: 2026-02-21"), status: "Done", rank: 3},
		{text: with("[Active]"), stops: "its status is a list", rank: 3},
		{text: with("{a: 1}"), stops: "its status is a map", rank: 3},
		{text: managedText("status: Draft"), stops: "it has no created_date", status: "Draft", rank: 2},
		{text: dated("2026-02-21T10:30:00Z"), stops: "its created_date is not in quotes, so YAML reads it as a date", status: "Draft", rank: 2},
		{text: dated("2026-02-21"), stops: "its created_date is not in quotes, so YAML reads it as a date", status: "Draft", rank: 2},
		{text: dated(""), stops: "its created_date is null, not a text", status: "Draft", rank: 2},
		{text: dated("''"), stops: "its created_date is empty", status: "Draft", rank: 2},
		{text: dated("20260221"), stops: "its created_date is a number: 20260221, not a text", status: "Draft", rank: 2},
		{text: dated("soon"), stops: "its created_date is not a time: soon", status: "Draft", rank: 2},
		{text: dated("'2026-02-21t10:30:00z'"), stops: "its created_date is not a time: 2026-02-21t10:30:00z", status: "Draft", rank: 2},
		{text: dated("' 2026-02-21'"), stops: "its created_date is not a time:  2026-02-21", status: "Draft", rank: 2},
		{text: dated("2026-02-21T10:30Z"), status: "Draft", rank: 2, created: at(10, 30)},
		{text: dated("20260221T103000Z"), status: "Draft", rank: 2, created: at(10, 30)},
		{text: dated("'2026-02-21'"), status: "Draft", rank: 2, created: at(-2, 0)},
		{text: dated("'2026-02-21 10:30:00.5+02:00'"), status: "Draft", rank: 2, created: at(8, 30).Add(500 * time.Millisecond)},
		{text: dated("2026-W08"), status: "Draft", rank: 2, created: time.Date(2026, 2, 15, 22, 0, 0, 0, time.UTC)},
		{text: dated("2026-02-30"), skips: "its front matter is not valid YAML for them: it has a date that does not exist"},
		{text: "\ufeff" + whole, skips: "it begins with a byte order mark"},
		{text: "\n" + whole, skips: "its first line is blank"},
		{text: strings.Replace(whole, "---", "--- ", 1), skips: "its first line is not --- alone"},
		{text: strings.Replace(whole, "\n---", "\n--- ", 1), skips: "no line is --- alone after its keys"},
		{text: "---\n" + date + "\n---", skips: "no line is --- alone after its keys"},
		{text: "# no keys\n", skips: "its first line is not --- alone"},
		{text: "", skips: "it is empty"},
		{text: "---\n\n---\n\xff", skips: "it is not UTF-8"},
		{text: with("!!int 5"), status: "a number: 5", rank: 3, created: at(10, 30)},
		{text: with("!!str Active\n=: x"), status: "Active", created: at(10, 30)},
		{text: managedText("<<: {status: Blocked, created_date: '2026-02-21T10:30:00Z'}"), status: "Blocked", rank: 1, created: at(10, 30)},
		{text: with("!!int ''"), stops: "its front matter raises an error: it has a number that cannot be read"},
		{text: with("!!bool x"), stops: "its front matter raises an error: it has a tag for yes or no at another word"},
		{text: with("\tActive"), skips: "its front matter is not valid YAML for them: it has a tab where only spaces may be"},
		{text: with("!!python/name:x"), skips: "its front matter is not valid YAML for them: it has a tag that is not known"},
		{text: with("a: b"), skips: "its front matter is not valid YAML for them: mapping values are not allowed in this context"},
		{text: "---\n\n---\n", stops: "its front matter is empty"},
		{text: managedText("# a comment"), stops: "its front matter is empty"},
		{text: managedText("- a"), stops: "its front matter is a list, not keys and values"},
		{text: managedText("42"), stops: "its front matter is a number: 42, not keys and values"},
		{text: managedText("words"), stops: "its front matter is a single text, not keys and values"},
	} {
		got := ReadManaged("Plans/PLAN-1.md", []byte(tt.text), zone)
		if got.Stops != tt.stops || got.Skips != tt.skips || got.Status != tt.status || got.Unknown || tt.skips == "" && tt.stops == "" && (got.Rank != tt.rank || !got.Created.Equal(tt.created)) {
			t.Errorf("%q:\n got %+v\nwant %+v", tt.text, got, tt)
		}
		if (got.Stops != "" || got.Skips != "") && got.Mend == "" {
			t.Errorf("%q: nobody is told what to do", tt.text)
		}
	}
	for _, text := range []string{with("!!binary aGk="), with(`! "Active"`), with(`"\ud800"`)} {
		if got := ReadManaged("Plans/PLAN-1.md", []byte(text), zone); !got.Unknown {
			t.Errorf("%q: what is not followed is not unknown: %+v", text, got)
		}
	}
}

func TestIsManaged(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Plans/PLAN-1.md": true, "Plans/PLAN-.md": true, "a/Plans/PLAN-1.md": true, "plans/PLAN-1.md": false, "Plans/plan-1.md": false,
		"Plans/PLAN-1.MD": false, "Plans/PLAN-1.markdown": false, "Plans/a/PLAN-1.md": false, "PLAN-1.md": false, "Plans/x-PLAN-1.md": false,
	} {
		if got := IsManaged(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// FuzzReadManaged reads any bytes as the agents' plan manager does.
func FuzzReadManaged(f *testing.F) {
	for _, text := range []string{"", "---\n---\n", managedText("status: [a", "b: \"\t"), managedText("a: |\n  \tb\n c: &x [*x]"), managedText("created_date: '2026-W08-1T10:30:00.5+01'")} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p := ReadManaged("Plans/PLAN-1.md", b, time.UTC)
		if p.Stops != "" && p.Skips != "" || p.Path == "" || (p.Stops+p.Skips != "") != (p.Stops+p.Skips != "" && p.Mend != "") {
			t.Fatalf("got %+v", p)
		}
	})
}
