package vault

import (
	"slices"
	"testing"

	"coldstart/model"
	"coldstart/tui/phrase"
)

func TestWhatIsLeftOutIsNamed(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{
		"Pending_Approval/README.md": "x", "Pending_Approval/pay_Template.md": "x", "Pending_Approval/.pay.md": "x",
		"Pending_Approval/.gitkeep": "", "Pending_Approval/_old/pay.md": "x", "Needs_Action/deep/_x.md": "x",
		"Plans/.obsidian/x.md": "x", "Plans/readme.txt": "x", "Done/README.md": "x", "Inbox/a.md": "# A\n",
	})
	tooLargeToOpen(t, dir, "Pending_Approval/README.md")
	s := mustLoad(t, v)
	var got []string
	for _, o := range s.Others {
		got = append(got, o.Path+": "+o.Kind+", "+o.Why)
	}
	want := []string{
		"Needs_Action/deep/_x.md: ignored, its name begins with an underscore; it was not opened",
		"Pending_Approval/.pay.md: ignored, a hidden file; it was not opened",
		"Pending_Approval/README.md: ignored, the folder's readme; it was not opened",
		"Pending_Approval/_old: folder, its name begins with an underscore; it was not opened",
		"Pending_Approval/pay_Template.md: ignored, a template; it was not opened",
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
	if why := phrase.OtherWhy(s.Others[0]); why != "a post without steps; yet it says that it needs an approval" {
		t.Error(why)
	}
}
