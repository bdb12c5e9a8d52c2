package load_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
)

// What an editor keeps beside an open file is no request, and asks for more than a y.
func TestARequestThatIsOpenInAnEditorSaysSo(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		beside, text string
		open         bool
	}{
		{".#pay.md", "", true}, // a link to nothing, as Emacs makes it
		{".#pay.md", "ida@box.4711:1770000000", true},
		{"#pay.md#", payRequest, true},
		{".pay.md.swp", "b0VIM 9.0", true},
		{".~lock.pay.md#", ",ida,box;", true},
		{"~$pay.md", "\x03ida", true},
		{"pay.md___jb_tmp___", "x", true},
		{".#other.md", "x", false},
		{"4913", "", false},
		{".#pay", "x", false},
	} {
		t.Run(tt.beside, func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, blockedVault())
			lock := "Pending_Approval/" + tt.beside
			if at := filepath.Join(v.Dir(), filepath.FromSlash(lock)); tt.text != "" || !tt.open {
				v.Overwrite(t, lock, tt.text)
			} else if err := os.Symlink("ida@box.4711:1770000000", at); err != nil {
				t.Skip(err)
			}
			s := mustLoad(t, v)
			if _, ok := s.Request(lock); ok || len(s.Requests) != 1 {
				t.Errorf("the lock is a request: %q", rows(s))
			}
			r, _ := s.Request(payFile)
			want := model.Doubt{What: "it is open in an editor (" + tt.beside + ")", Weight: model.WeightAsk}
			if slices.Contains(r.Doubts, want) != tt.open {
				t.Errorf("doubts %+v, open %v", r.Doubts, tt.open)
			}
			d := wish(t, v, payFile, model.ChoiceApprove, "")
			d.Typed = ""
			if _, err := v.Decide(t.Context(), d); tt.open != errors.Is(err, model.ErrNotAllowed) {
				t.Errorf("a plain yes: %v", err)
			}
			if tt.open {
				d.Typed = payTarget
				mustDecide(t, v, d)
			}
		})
	}
}

// A request that has the name of a lock is one for the agents, who read every Markdown file.
func TestARequestCalledLikeALockIsShown(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Pending_Approval/.#b.md", "Pending_Approval/~$b.md"} {
		if s := mustLoad(t, decidingVault(t, blockedVault().With(files{name: payRequest}))); len(s.Requests) != 2 {
			t.Errorf("%s is not shown: %q", name, rows(s))
		}
	}
}

// The agents' programs open the link by which Emacs locks a file, and stop there.
func TestALockThatStopsTheAgentsIsAProblem(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{planFile: examples.BlockedPlan, payFile: payRequest, "Approved/a.md": payRequest})
	for name, to := range map[string]string{"Pending_Approval/.#pay.md": "ida@box.1", "Approved/.#a.md": "ida@box.1", "Pending_Approval/.#live.md": "pay.md"} {
		if err := os.Symlink(to, filepath.Join(v.Dir(), filepath.FromSlash(name))); err != nil {
			t.Skip(err)
		}
	}
	var got []string
	for _, p := range rule.AgentTrouble(mustLoad(t, v)) {
		got = append(got, p.Path+": "+p.Reason)
	}
	all := strings.Join(got, "\n")
	for _, want := range []string{
		"Pending_Approval/.#pay.md: the agents' search for blocked plans stops at this file: it is a link to nothing, by which an editor locks pay.md",
		"Approved/.#a.md: the agents' check of approvals stops at this file, so that no approved step can be ticked: it is a link to nothing",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not told: %q", want, got)
		}
	}
	if strings.Contains(all, "live") {
		t.Errorf("a link that leads somewhere stops nothing: %q", got)
	}
}
