package plans

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/text"
)

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// eleven is when the decisions of these tests are made.
var eleven = time.Date(2026, 2, 21, 11, 0, 0, 0, time.UTC)

const ourLine = "- [2026-02-21T11:00:00Z] Operator: Approved step 4 — go"

func TestWhereTheLogLineGoes(t *testing.T) {
	t.Parallel()
	const old = "- [2026-02-21T10:00:00Z] Agent: Made — x"
	for _, tt := range []struct{ name, text, want string }{
		{"behind the last line", "## Reasoning Logs\n" + old + "\n", "## Reasoning Logs\n" + old + "\n" + ourLine + "\n"},
		{"no line end at the end", "## Reasoning Logs\n" + old, "## Reasoning Logs\n" + old + "\n" + ourLine},
		{"CRLF, no line end at the end", "## Reasoning Logs\r\n" + old, "## Reasoning Logs\r\n" + old + "\r\n" + ourLine},
		{"old line ends", "## Reasoning Logs\r" + old + "\r", "## Reasoning Logs\r" + old + "\r" + ourLine + "\r"},
		{"blanks at the end", "## Reasoning Logs\n" + old + "\n\n  ", "## Reasoning Logs\n" + old + "\n" + ourLine + "\n\n  "},
		{"only a heading", "## Reasoning Logs", "## Reasoning Logs\n\n" + ourLine},
		{"only a heading and a line end", "## Reasoning Logs\n", "## Reasoning Logs\n\n" + ourLine + "\n"},
		{"only a heading, CRLF", "a\r\n## Reasoning Logs\r\n\r\n", "a\r\n## Reasoning Logs\r\n\r\n" + ourLine + "\r\n\r\n"},
		{"before the next section", "## Reasoning Logs\n" + old + "\n\n## Notes\nx", "## Reasoning Logs\n" + old + "\n" + ourLine + "\n\n## Notes\nx"},
		{"empty, before the next section", "## Reasoning Logs\n## Notes\nx", "## Reasoning Logs\n\n" + ourLine + "\n## Notes\nx"},
		{"smaller headings are inside", "## Reasoning Logs\n### Day 1\n" + old + "\n# Top", "## Reasoning Logs\n### Day 1\n" + old + "\n" + ourLine + "\n# Top"},
		{"the last of two logs", "## Reasoning Logs\n" + old + "\n## Notes\n## Reasoning Log\n" + old + "\n", "## Reasoning Logs\n" + old + "\n## Notes\n## Reasoning Log\n" + old + "\n" + ourLine + "\n"},
		{"headings in code are text", "## Reasoning Logs\n```\n## Notes\n```\n" + old, "## Reasoning Logs\n```\n## Notes\n```\n" + old + "\n" + ourLine},
		{"continued entries stay together", "## Reasoning Logs\n" + old + "\n  and more\n", "## Reasoning Logs\n" + old + "\n  and more\n" + ourLine + "\n"},
		{"once more in the same second", "## Reasoning Logs\n" + ourLine + "\n" + old, "## Reasoning Logs\n" + ourLine + "\n" + old + "\n" + ourLine},
	} {
		t.Run(tt.name, func(t *testing.T) {
			head := "---\ntask_id: x\n---\n"
			if strings.Contains(tt.text, "\r\n") {
				head = crlf(head)
			} else if strings.Contains(tt.text, "\r") {
				head = strings.ReplaceAll(head, "\n", "\r")
			}
			got, change, notices, err := EditPlan([]byte(head+tt.text), ourLine, false)
			if err != nil || len(notices) > 0 || string(got) != head+tt.want {
				t.Errorf("got %q, %q, %v\nwant %q", got, notices, err, head+tt.want)
			}
			if !slices.Equal(change.After, []string{ourLine}) {
				t.Errorf("change = %+v", change)
			}
		})
	}
}

func TestUnblock(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, head, want string }{
		{"plain", "status: Blocked\nblocked_reason: x", "status: Active\nblocked_reason: null"},
		{"no reason", "status: Blocked\nother: 1", "status: Active\nother: 1"},
		{"empty reason", "blocked_reason:\nstatus: Blocked", "blocked_reason:\nstatus: Active"},
		{"null reason", "blocked_reason: ~\nstatus: blocked", "blocked_reason: ~\nstatus: Active"},
		{"comments", "status: Blocked # a\nblocked_reason: 'x: y' # b", "status: Active # a\nblocked_reason: null # b"},
		{"block scalar", "status: Blocked\nblocked_reason: |\n  # not a comment\n  more\nlast: x", "status: Active\nblocked_reason: null\nlast: x"},
		{"folded plain text", "status: Blocked\nblocked_reason: a\n  b\nlast: x", "status: Active\nblocked_reason: null\nlast: x"},
		{"folded in quotes", "status: \"Blocked\"\nblocked_reason: \"a\\\n  \\ b\"\nlast: x", "status: Active\nblocked_reason: null\nlast: x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			was := []byte("---\n" + tt.head + "\n---\nstatus: Blocked\n")
			splices, err := unblocked(was)
			got := text.Apply(was, splices)
			if want := "---\n" + tt.want + "\n---\nstatus: Blocked\n"; err != nil || string(got) != want {
				t.Errorf("got %q, %v\nwant %q", got, err, want)
			}
		})
	}
	for name, head := range map[string]string{
		"comment behind a folded value": "status: Blocked\nblocked_reason: a\n  b # why",
		"status twice":                  "status: Blocked\nstatus: Blocked",
		"quoted key":                    "'status': Blocked",
		"nested":                        "plan:\n  status: Blocked",
		"flow form":                     "{status: Blocked}",
	} {
		if got, err := unblocked([]byte("---\n" + head + "\n---\n")); !errors.Is(err, text.ErrEdit) {
			t.Errorf("%s: got %v, %v", name, got, err)
		}
	}
}

func FuzzPlanEdit(f *testing.F) {
	for _, seed := range []string{
		examples.BlockedPlan, crlf(examples.BlockedPlan), "\ufeff" + examples.BlockedPlan, strings.ReplaceAll(examples.BlockedPlan, "\n", "\r"),
		"---\nstatus: Blocked # c\nblocked_reason: 'x'\n---\n## Reasoning Logs\n\n- a\n\n## Notes\n",
		"---\nstatus: Blocked\n  # c\n---\n# Reasoning Log\n```\n", "---\nblocked_reason: |\n  x\n\n  y\nstatus:\n Blocked\n...\n## Reasoning Logs\r\n",
		"## Reasoning Logs", "---\r\r\nstatus: Blocked\r\r\n---\n",
	} {
		f.Add([]byte(seed), true)
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, b []byte, activate bool) {
		plan, _ := ReadOwnPlan("PLAN-p.md", b, time.UTC)
		activate = activate && plan != nil && plan.Status.State == model.StateBlocked
		kept := bytes.Clone(b)
		next, _, _, err := EditPlan(b, ourLine, activate)
		if !bytes.Equal(b, kept) {
			t.Fatal("the input was changed")
		}
		if err != nil {
			return
		}
		head, body := atBody(t, b)
		nextHead, nextBody := atBody(t, next)
		if !bytes.Equal(body, nextBody) && !gainedOurLine(body, nextBody) {
			t.Errorf("the body changed by more than a line\nfrom %q\n  to %q", body, nextBody)
		}
		if !bytes.Equal(head, nextHead) && !(activate && unblockedOnly(t, head, nextHead)) {
			t.Errorf("the front matter changed by more than its two values\nfrom %q\n  to %q", head, nextHead)
		}
	})
}

// atBody cuts a plan behind its front matter.
func atBody(t *testing.T, b []byte) (head, body []byte) {
	t.Helper()
	fm, err := text.ReadFront(b)
	if err != nil {
		t.Fatalf("a plan without readable front matter was edited: %v", err)
	}
	if fm == nil {
		return nil, b
	}
	return b[:fm.Body], b[fm.Body:]
}

// gainedOurLine reports whether taking our line out, with the line ends that make
// it a line, gives the old text back.
func gainedOurLine(was, now []byte) bool {
	for _, end := range []string{"\r\n", "\n", "\r"} {
		for _, text := range []string{ourLine + end, end + ourLine, end + ourLine + end, end + end + ourLine} {
			for at := 0; at+len(text) <= len(now); at++ {
				if bytes.HasPrefix(now[at:], []byte(text)) && bytes.Equal(slices.Concat(now[:at], now[at+len(text):]), was) {
					return true
				}
			}
		}
	}
	return false
}

// unblockedOnly compares everything but the two values, which have to be the new
// ones with the comment that stood behind the old one.
func unblockedOnly(t *testing.T, was, now []byte) bool {
	t.Helper()
	cut := func(b []byte) (rest []byte, values map[string]string) {
		fm := must.Get(text.ReadFront(b))(t)
		values = map[string]string{}
		from := 0
		for _, f := range fm.Fields {
			if (f.Key != "status" && f.Key != "blocked_reason") || f.From == 0 {
				continue
			}
			// A value that stood on the next line gets a blank in front.
			rest = append(append(rest, bytes.TrimRight(b[from:f.From], " ")...), '|')
			values[f.Key], from = string(b[f.From:f.To]), f.To
		}
		return append(rest, b[from:]...), values
	}
	oldRest, old := cut(was)
	newRest, values := cut(now)
	for key, want := range map[string]string{"status": "Active", "blocked_reason": "null"} {
		tail, changed := strings.CutPrefix(values[key], want)
		comment := strings.TrimSpace(tail)
		if values[key] != old[key] && !(changed && strings.HasSuffix(old[key], tail) && (comment == "" || comment[0] == '#')) {
			return false
		}
	}
	return bytes.Equal(oldRest, newRest)
}

func TestSlug(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"PLAN-2026-001":         "plan-2026-001-step-3",
		"../Ä b//c.md":          "b-c-md-step-3",
		"":                      "step-3",
		"✋":                     "step-3",
		strings.Repeat("a", 90): strings.Repeat("a", 40) + "-step-3",
	} {
		if got := slug(id, 3); got != want {
			t.Errorf("slug(%q) = %q, want %q", id, got, want)
		}
	}
	if name := StepRecordName(model.Plan{ID: strings.Repeat("x", 300)}, model.Step{Number: 1 << 60}, eleven); len(name) > 200 || bytes.ContainsRune([]byte(name), ':') {
		t.Errorf("name %q", name)
	}
}
