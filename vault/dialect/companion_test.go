package dialect

import (
	"strings"
	"testing"
)

func TestCarriedOut(t *testing.T) {
	t.Parallel()
	for _, word := range carriedWords {
		for _, name := range []string{word + "_PLAN_press.md", strings.ToUpper(word) + "-press.md", "press_" + word + ".md"} {
			if got := CarriedOut("Done/" + name); got != "press" {
				t.Errorf("%s is about %q", name, got)
			}
		}
		for _, name := range []string{word + ".md", word + "press.md", "press" + word + ".md"} {
			if got := CarriedOut(name); got != "" {
				t.Errorf("%s is about %q", name, got)
			}
		}
	}
}

func TestTells(t *testing.T) {
	t.Parallel()
	tells := func(name, text string) bool { return Tells(Open(nil, "Done/"+name, []byte(text))) }
	for _, word := range failedWords {
		if tells(word+"_sent_press.md", "x") || tells("sent_press.md", "---\nstatus: "+word+"\n---\n") {
			t.Errorf("what %s tells of work that was carried out", word)
		}
		for _, key := range outcomeKeys {
			if tells("sent_press.md", "---\n"+key+": "+word+"\n---\n") {
				t.Errorf("%s: %s tells of work that was carried out", key, word)
			}
		}
	}
	for name, text := range map[string]string{
		"sent_press.md": "x", "APPROVAL_press.md": "x", "approve-press.md": "x", "press.md": "---\ntype: approval_request\nstatus: pending\n---\n",
	} {
		if !tells(name, text) {
			t.Errorf("%s tells nothing", name)
		}
	}
	for name, text := range map[string]string{"press.md": "x", "PLAN_press.md": "x", "sent.md": "---\ntype: plan\n---\n"} {
		if tells(name, text) {
			t.Errorf("%s tells of work that was carried out", name)
		}
	}
}
