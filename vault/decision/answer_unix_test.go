//go:build unix

package decision_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/must"
)

// hostilePaths are documents that an approval may name and that nobody can read whole here. A no
// is possible all the same: it changes the approval alone.
var hostilePaths = map[string]string{
	"absolute":                 "/etc/hostname",
	"a drive":                  `C:\\specs\\design.md`,
	"a drive with slashes":     "C:/specs/design.md",
	"a share":                  `\\\\server\\share\\design.md`,
	"leads up":                 "../outside.md",
	"leads up later":           ".spec-workflow/../../outside.md",
	"leads up and back":        "x/../" + mooringDesign,
	"nothing":                  "",
	"the folder itself":        ".",
	"a folder":                 ".spec-workflow/specs",
	"a folder with a slash":    ".spec-workflow/specs/",
	"missing":                  ".spec-workflow/specs/moorings/tasks.md",
	"below a file":             mooringDesign + "/x.md",
	"through a link":           "linked/design.md",
	"a link":                   "link.md",
	"a link to outside":        "out.md",
	"a pipe":                   "pipe.md",
	"too large":                "large.md",
	"not UTF-8":                "latin.md",
	"UTF-16":                   "wide.md",
	"holes":                    "holes.md",
	"empty":                    "empty.md",
	"itself":                   mooringApproval,
	"another approval":         ".spec-workflow/approvals/moorings/x.json",
	"a NUL":                    `design\u0000.md`,
	"a name too long":          strings.Repeat("x", 5000),
	"a home":                   "~/design.md",
	"a URL":                    "file:///etc/hostname",
	"a line end":               `design\n.md`,
	"a name that is no string": "",
}

func TestADocumentThatCannotBeReadIsNotApproved(t *testing.T) {
	t.Parallel()
	for name, path := range hostilePaths {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			named := `"filePath": "` + path + `"`
			if strings.HasPrefix(name, "a name that") {
				named = `"filePath": ["` + mooringDesign + `"]`
			}
			start := boatyard()
			start[mooringApproval] = strings.Replace(start[mooringApproval], `"filePath": "`+mooringDesign+`"`, named, 1)
			v := decidingVault(t, start.With(files{
				"large.md": strings.Repeat("large\n", 200_000), "latin.md": "Z\xfcge\n", "wide.md": "\xff\xfeZ\x00\n\x00", "holes.md": "x" + strings.Repeat("\x00", 70_000),
				"empty.md": "\ufeff \n", ".spec-workflow/approvals/moorings/x.json": "{}", "../outside.md": "outside\n",
			}))
			hostileLinks(t, v.Dir())
			s := mustLoad(t, v)
			r, ok := s.Request(mooringApproval)
			if !ok || r.About != "" || !rule.Unapprovable(r).Given() {
				t.Fatalf("listed %v, about %q, %+v", ok, r.About, r.Doubts)
			}
			d := wish(t, v, mooringApproval, model.ChoiceApprove, "")
			if doc, err := v.Read(t.Context(), d.Ref); err != nil || string(doc.Bytes) != start[mooringApproval] {
				t.Errorf("shown: %q, %v", doc.Bytes, err)
			}
			if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(phrase.Error(err), "the document ") {
				t.Errorf("approve: %v", err)
			}
			before := unlinked(treeOf(t, v.Dir()))
			mustDecide(t, v, wish(t, v, mooringApproval, model.ChoiceReject, "what is this?"))
			if p := poll(t, v, "approval_1763625600000_m1n"); !p.found || p.goOn || p.says != "Reason: what is this?" {
				t.Errorf("the tool reads %+v", p)
			}
			mustDecide(t, v, undoOf(t, v, ""))
			sameFiles(t, "after the undo", unlinked(treeOf(t, v.Dir())), before)
		})
	}
}

func hostileLinks(t *testing.T, dir string) {
	t.Helper()
	for name, to := range map[string]string{"linked": ".spec-workflow/specs/moorings", "link.md": mooringDesign, "out.md": "../outside.md"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	must.Do(t, syscall.Mkfifo(filepath.Join(dir, "pipe.md"), 0o644))
}

func unlinked(f files) files {
	for _, name := range []string{"linked", "link.md", "out.md", "pipe.md"} {
		delete(f, name)
	}
	return f
}
