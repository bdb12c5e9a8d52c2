package load_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
)

func TestWhatIsLeftOutIsNamed(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{
		"Pending_Approval/README.txt": "x", "Pending_Approval/README.md": "x", "Pending_Approval/Approval_Template.md": "x", "Pending_Approval/.pay.md": "x",
		"Pending_Approval/.gitkeep": "", "Pending_Approval/_old/pay.md": "x", "Needs_Action/deep/_x.md": "x",
		"Plans/.obsidian/x.md": "x", "Plans/readme.txt": "x", "Done/README.md": "x", "Inbox/a.md": "# A\n",
	})
	tooLargeToOpen(t, dir, "Pending_Approval/README.txt")
	s := mustLoad(t, v)
	var got []string
	for _, o := range s.Others {
		got = append(got, o.Path+": "+o.Kind+", "+o.Why)
	}
	want := []string{
		"Needs_Action/deep/_x.md: ignored, its name begins with an underscore; it was not opened",
		"Pending_Approval/.pay.md: ignored, a hidden file; it is not a request",
		"Pending_Approval/Approval_Template.md: ignored, a template; it is not a request",
		"Pending_Approval/README.md: ignored, the folder's readme; it is not a request",
		"Pending_Approval/README.txt: ignored, the folder's readme; it was not opened",
		"Pending_Approval/_old: folder, its name begins with an underscore; it was not opened",
		"Plans/readme.txt: document, the folder's readme; it was not opened",
	}
	if !slices.Equal(got, want) || len(s.Problems) > 0 || len(s.Requests) > 0 {
		t.Errorf("got %q and %q", got, rows(s))
	}
}

func TestATextThatAsksForAnApprovalIsADoubt(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Plans/LINKEDIN_POST_1.md": "---\ntype: social_post\napproval_required: true\n---\nWe open at nine.\n",
		"Plans/LINKEDIN_POST_2.md": "---\ntype: social_post\napproval_required: false\n---\nWe open at nine.\n",
	})
	s := mustLoad(t, v)
	if n := model.Asking(s.Others); len(s.Others) != 2 || n != 1 || !s.Others[0].Asks {
		t.Errorf("got %+v", s.Others)
	}
	if why := phrase.OtherWhy(s.Others[0]); why != "a post without steps; but it asks for an approval" {
		t.Error(why)
	}
}

// TestEveryFileAmongTheRequestsIsAskedAbout holds that no name keeps away what agents wait for.
func TestEveryFileAmongTheRequestsIsAskedAbout(t *testing.T) {
	t.Parallel()
	own := requestText("PLAN-1")
	files := contents{
		"Pending_Approval/pay_template_invoice.md": "Pay the invoice", "Pending_Approval/readme-update-for-client.md": "Send it",
		"Pending_Approval/TEMPLATE_pay.md": "Pay", "Pending_Approval/_urgent.md": "Pay", "Pending_Approval/new_Vorlage.txt": "x",
		// Agents wait for these, whatever they are called: they name their plan.
		"Pending_Approval/README.md": own, "Pending_Approval/template.md": own, "Pending_Approval/.pay.md": own, "Pending_Approval/_pay.md": own,
		// A readme with a status is no readme.
		"Pending_Approval/LIESMICH.md": "---\nstatus: pending\n---\nPay\n",
	}
	v, dir := openContents(t, files)
	s := mustLoad(t, v)
	for name := range files {
		r, ok := s.Request(name)
		if !ok {
			t.Errorf("%s is no request", name)
			continue
		}
		d := model.Decision{Ref: r.Ref(), Choice: model.ChoiceReject, Note: "no", At: s.At, Seen: r.Seen}
		if _, err := v.Decide(t.Context(), d); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(filepath.Join(dir, "Rejected", filepath.Base(name))); err != nil {
			t.Error(err)
		}
	}
	if len(s.Requests) != len(files) {
		t.Errorf("got %q", rows(s))
	}
	if s = mustLoad(t, v); len(s.Requests) > 0 || len(s.Decided) != len(files) {
		t.Errorf("%d of %d are among the decided ones: %q", len(s.Decided), len(files), rows(s))
	}
}
