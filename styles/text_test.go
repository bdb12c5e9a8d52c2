package styles

import (
	"strings"
	"testing"
	"time"
)

func TestFitCutsBetweenCharactersAndTokens(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		raw            string
		w              int
		unicode, ascii string
	}{
		{"approve", 7, "approve", "approve"},
		{"approve", 6, "appro…", "appro~"},
		{"approve", 1, "…", "~"},
		{"approve", 0, "", ""},
		{"approve", -3, "", ""},
		{"", 0, "", ""},
		{"ab\x1bcd", 7, "ab…", "ab~"},
		{"ab\x1bcd", 8, "ab⟦ESC⟧…", "ab~"},
		{"ab\x1bcd", 9, "ab⟦ESC⟧cd", "ab~"},
		{"\u202e", 5, "…", "~"},
	} {
		for name, theme := range themes() {
			want := c.unicode
			if theme.ascii {
				want = c.ascii
			}
			if got := theme.Show(c.raw).Fit(c.w).String(); got != want {
				t.Errorf("%s: %q in %d cells is %q, want %q", name, c.raw, c.w, got, want)
			}
		}
	}
	for _, c := range []struct {
		raw  string
		w    int
		want string
	}{
		{"漢字漢字", 4, "漢…"},
		{"漢字漢字", 5, "漢字…"},
		{"ae\u0301\u0302\u0303oo", 3, "ae\u0301\u0302\u0303…"},
		{"🇩🇪🇫🇷", 6, "🇩🇪…"},
		{"⚠\ufe0fabc", 2, "…"},
		{"\u1112\u1161\u11ab\u1112", 4, "…"},
	} {
		if got := Plain(c.raw).Fit(c.w).String(); got != c.want {
			t.Errorf("%q in %d cells is %q, want %q", c.raw, c.w, got, c.want)
		}
	}
}

func TestFitMiddleKeepsBothEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		raw  string
		w    int
		want string
	}{
		{"APPROVAL_mail_01.md", 19, "APPROVAL_mail_01.md"},
		{"APPROVAL_mail_01.md", 12, "APPROVA…1.md"},
		{"APPROVAL_mail_02.md", 12, "APPROVA…2.md"},
		{"one two three", 9, "one t…ree"},
		{"one  two  six", 9, "one…six"},
		{"漢字漢字漢字", 8, "漢字…字"},
		{"abc", 2, "a…"},
		{"abc", 1, "…"},
		{"abc", 0, ""},
		{"abc", -4, ""},
		{"", 4, ""},
	} {
		if got := Plain(c.raw).FitMiddle(c.w).String(); got != c.want {
			t.Errorf("%q in %d cells is %q, want %q", c.raw, c.w, got, c.want)
		}
	}
	if got := (&Theme{ascii: true}).Show("pay the berth").FitMiddle(9).String(); got != "pay t~rth" {
		t.Errorf("in ASCII: %q", got)
	}
}

func TestPadIsExactlyAsWideAsAsked(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"":         "     ",
		"abc":      "abc  ",
		"approve":  "appr…",
		"漢字漢字":     "漢字…",
		"a漢字漢":     "a漢… ",
		"\u202eab": "…    ",
	} {
		if got := Plain(raw).Pad(5); got.String() != want || got.Width() != 5 {
			t.Errorf("Pad(%q) = %q with %d cells, want %q", raw, got, got.Width(), want)
		}
	}
	if got := Plain("abc").Pad(-1); got.String() != "" || got.Width() != 0 {
		t.Errorf("Pad(-1) = %q", got)
	}
}

func TestWrapBreaksAfterBlanksAndKeepsThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		raw  string
		w    int
		want string // rows joined by "|"
	}{
		{"", 5, ""},
		{"abc", 5, "abc"},
		{"Send the invoice now", 9, "Send the |invoice |now"},
		{"Send the invoice now", 8, "Send |the |invoice |now"},
		{"abcdefgh", 3, "abc|def|gh"},
		{"ab cdefghij k", 5, "ab |cdefg|hij k"},
		{"abcde fgh", 5, "abcde| fgh"},
		{"a    b", 3, "a  |  b"},
		{"a\x1bb", 5, "a|⟦ESC⟧|b"},
		{"a\x1bb", 6, "a⟦ESC⟧|b"},
		{"go \x1b\x1b on", 8, "go |⟦ESC⟧|⟦ESC⟧ on"},
		{"ab\u202ecd", 6, "ab⟦U+2|02E RL|O⟧cd"},
		{"漢字漢", 3, "漢|字|漢"},
		{"a漢", 1, "a|漢"},
		{"abc", 0, "a|b|c"},
		{"e\u0301e\u0301", 1, "e\u0301|e\u0301"},
		{"go" + strings.Repeat(" ", 10) + "on", 11, "go|⟦10 spaces⟧|on"},
	} {
		var rows []string
		for _, row := range New(Options{}).Show(c.raw).Wrap(c.w) {
			checkWidth(t, row)
			rows = append(rows, row.String())
		}
		if got := strings.Join(rows, "|"); got != c.want {
			t.Errorf("%q in %d cells is %q, want %q", c.raw, c.w, got, c.want)
		}
	}
}

func TestTheZeroTextIsEmpty(t *testing.T) {
	t.Parallel()
	var text Text
	if text.String() != "" || text.Width() != 0 || text.Fit(3) != (Text{}) || len(text.Wrap(3)) != 1 || text != Plain("") {
		t.Errorf("zero Text is %+v", text)
	}
}

func TestBriefIsALabelThatIsCut(t *testing.T) {
	t.Parallel()
	for _, o := range []Options{{}, {ASCII: true}} {
		th := New(o)
		for _, raw := range []string{"", "short", "  a\tb ", strings.Repeat("word \x1b", 50), "高い猫🐱" + strings.Repeat("高", 40)} {
			for w := range 40 {
				if got, want := th.Brief(raw, w).String(), th.Label(raw).Fit(w).String(); got != want {
					t.Errorf("%q in %d cells: %q, want %q", raw, w, got, want)
				}
			}
		}
		for _, raw := range []string{strings.Repeat("x", 1<<20), "a" + strings.Repeat(" ", 1<<20) + "b", strings.Repeat("猫", 1<<18), "a" + strings.Repeat("\u0301", 1<<18), strings.Repeat("\x1b", 1<<20)} {
			for w := range 40 {
				got := th.Brief(raw, w)
				if got.Width() > w || w > 0 && !strings.HasSuffix(got.String(), ellipsis(o.ASCII).String()) {
					t.Errorf("%.5q… in %d cells: %q of %d cells", raw, w, got.String(), got.Width())
				}
			}
		}
	}
}

// TestBriefCostsTheSame holds that rows of long values are drawn as fast as others.
func TestBriefCostsTheSame(t *testing.T) {
	th, raw := New(Options{}).Masking(), strings.Repeat("all is well\x1b ", 1<<20)
	start := time.Now()
	for range 1000 {
		th.Brief(raw, 80)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("a thousand rows take %v", took)
	}
}
