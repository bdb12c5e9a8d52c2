package load_test

import (
	"slices"
	"testing"
)

// A text that says it needs an approval is named only where nobody asked for it.
func TestATextThatWasAskedForIsNoNotice(t *testing.T) {
	t.Parallel()
	const asks = "---\ntype: social_post\nrequires_approval: true\n---\n# Hay is in\n"
	v, _ := openContents(t, contents{
		"Plans/draft_hay_post.md": asks, "Plans/draft_straw_post.md": asks, "Plans/draft_oats_post.md": asks, "Plans/Done/draft_rye_post.md": asks, "Plans/draft_beans_post.md": asks,
		"Pending_Approval/APPROVAL_draft_hay_post.md": "---\ntype: post\n---\n# Hay\n", "Approved/draft_straw_post.md": "---\ntype: post\n---\n# Straw\n",
		"Pending_Approval/draft-beans-post-approval.md": "---\ntype: post\n---\n# Beans\n",
	})
	var got []string
	for _, o := range mustLoad(t, v).Others {
		if o.Asks {
			got = append(got, o.Path)
		}
	}
	if want := []string{"Plans/draft_oats_post.md"}; !slices.Equal(got, want) {
		t.Errorf("notices %q, want %q", got, want)
	}
}
