package load_test

import (
	"errors"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/vault/source"
)

func TestNothingIsApprovedForAPlanThatCannotBeRead(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("x", source.MaxDocument+1)
	for _, tt := range []struct {
		name   string
		change files
		// want is in the refusal, "" where it may be approved.
		want string
	}{
		{"too large", files{planFile: large}, planFile + ": too large: 1048577 bytes, the limit is 1048576"},
		{"a hole", files{planFile: examples.BlockedPlan + strings.Repeat("\x00", 8<<10)}, planFile + ": no text: more than 4096 NUL bytes in a row"},
		{"a folder", files{"-" + planFile: "", planFile + "/": ""}, planFile + ": a folder with a file's name"},
		{"no YAML", files{planFile: "---\ntask_id: 2026-001\nstatus: [\n---\n"}, planFile + ": front matter is not valid YAML"},
		{"a title in its name", files{"-" + planFile: "", "Plans/plan-2026-001_berths.md": large}, "Plans/plan-2026-001_berths.md: too large"},
		{"among finished work", files{"-" + planFile: "", "Done/PLAN-2026-001.md": large}, "Done/PLAN-2026-001.md: too large"},
		{"a file where the folder is", files{"-" + planFile: "", "Plans": ""}, "Plans: a file where the folder Plans should be"},
		{"no such plan", files{"-" + planFile: "", "Plans/": ""}, ""},
		{"another one", files{"-" + planFile: "", "Plans/PLAN-2026-0012.md": large}, ""},
		{"another one beside it", files{"Plans/PLAN-2026-001-old.md": large}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, blockedVault().With(tt.change))
			d := wish(t, v, payFile, model.ChoiceApprove, "")
			s := mustLoad(t, v)
			r, _ := s.Request(payFile)
			d.Typed = r.Target
			_, err := v.Preview(t.Context(), d)
			seen := rule.Refuse(s, d.Ref, model.ChoiceApprove)
			if tt.want == "" {
				if err != nil || seen.Given() {
					t.Errorf("error %v, seen %+v", err, seen)
				}
				return
			}
			want := "its plan 2026-001 could not be read: " + tt.want
			if !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(phrase.Error(err), want) || !strings.Contains(seen.Text, want) {
				t.Errorf("error %v, seen %+v, want %q", err, seen, want)
			}
			d.Choice, d.Note = model.ChoiceReject, "no"
			if _, err := v.Preview(t.Context(), d); err != nil {
				t.Errorf("rejecting: %v", err)
			}
		})
	}
}

func TestWhatIsOnlySearchedIsPassedOver(t *testing.T) {
	t.Parallel()
	large := strings.Repeat(" ", source.MaxDocument+1)
	v := decidingVault(t, blockedVault().With(files{
		"Logs/2026-02-20.json": large, "Done/x.md": large, payFile + ".note": large, "Rejected/old.md.note": large,
	}))
	if s := mustLoad(t, v); len(s.Problems) > 0 {
		t.Errorf("problems %+v", s.Problems)
	}
	receipt := mustDecide(t, v, wish(t, v, payFile, model.ChoiceReject, "no"))
	if got := strings.Join(receipt.Notices, "\n"); !strings.Contains(got, "the note was not written: ") || !strings.Contains(got, "too large") {
		t.Errorf("notices %q", got)
	}
	if left := mustLoad(t, v).Interrupted; len(left) != 1 {
		t.Errorf("left %+v", left)
	}
}
