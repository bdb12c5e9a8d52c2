package journal

import (
	"bytes"
	"strings"
	"testing"

	"coldstart/vault/text"
)

func FuzzSwitch(f *testing.F) {
	for _, seed := range []string{
		configFor("wheels"), "\ufeff" + crlf(configFor("wheels")), `{"current_problem":"a"}`, `{"current_problem": "a", "x": {"current_problem": "b"}}`,
		`{"current\u005fproblem": "a", "problems": [{"slug": "cogs"}]}`, `{"current_problem": null}`, `{`, `[]`, "", strings.Repeat("[", 2000), `{"problems": [1, {"slug": ""}, {"slug": "../x"}]}`,
	} {
		f.Add([]byte(seed), "cogs")
	}
	f.Fuzz(func(t *testing.T, b []byte, slug string) {
		if !isSlug(slug) {
			return
		}
		kept := bytes.Clone(b)
		config, err := ReadConfig(b, nil)
		if err != nil {
			return
		}
		change, added, err := config.SwitchTo(slug)
		if !bytes.Equal(b, kept) {
			t.Fatal("the input was changed")
		}
		if err == nil {
			next := text.Apply(b, []text.Splice{change})
			now, err := ReadConfig(next, nil)
			if err != nil || now.Slug() != slug || !bytes.Contains(next, []byte(added)) || bytes.Contains(b, []byte(added)) {
				t.Errorf("%q became %q: %v", b, next, err)
			}
			if !bytes.Equal(next[:change.From], b[:change.From]) || !bytes.HasSuffix(next, b[change.To:]) || len(next) != len(b)-(change.To-change.From)+len(change.Text) {
				t.Errorf("%q became %q: more than the value changed", b, next)
			}
		}
		if change, err = config.Activate(slug, eleven); err == nil {
			now, err := ReadConfig(text.Apply(b, []text.Splice{change}), nil)
			if err != nil || now.Listed[slug].active.Raw != ourStamp || now.Slug() != config.Slug() {
				t.Errorf("%q became %q: %v", b, text.Apply(b, []text.Splice{change}), err)
			}
		}
	})
}
