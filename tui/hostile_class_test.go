package tui

import (
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/testdata/hostile/cases"
)

// standing is how far the screen goes with a case that deserves a stop.
type standing string

const (
	stops  standing = "stops"  // approving is refused, or takes a step more than a yes
	warns  standing = "warns"  // a yes is enough, after a warning
	silent standing = "silent" // a yes is enough, and nothing is said
)

// notYet are the cases of the classes block and ack that the screen does not stop at,
// what it does instead, and why. What it stops at is a name that was decided before, an
// expiry, and what is no regular file.
var notYet = []struct {
	standing standing
	why      string
	names    string
}{
	{warns, "the folder makes a request of it; that it cannot be read, or is empty, is named, and its bytes are on screen",
		"f11-empty t36-utf16 w20-no-frontmatter w21-open-frontmatter w22-other-delims w22b-four-dashes w22c-indented"},
	{warns, "the fault is named with its line; what could be read by line is shown",
		"w11-dup-keys w11b-dup-exact y02-deep-flow y02b-deeper-flow y05-tabs y07-many-keys y08-odd-keys y09-unquoted-colon y10-control y11-directive y12-indent-mess y13-open-quote"},
	{warns, "the hidden characters are counted and shown; a yes takes no further step",
		"t20-bidi-override t21-bidi-isolate t23-zero-width t24-tags t25-varsel"},
	{warns, "most requests name no plan, so an unknown plan or step is said beside the request and no path is made of it",
		"w25-absolute w25-case w25-climbing w25-dots w25-drive w25-empty w25-list w25-nul w25-slash w25-suffix w25-unknown " +
			"w26-float w26-full-width w26-huge w26-negative w26-octal w26-true w26-underscore w26-zero"},
	{warns, "the values are told to be guesses; that these are marks of a conflict is not said", "f33-git-conflict"},
	{silent, "that the step is done, or the agent's, is said behind it and not as a warning", "w26-agents w26-done"},
	{silent, "a step that is a list or null is taken for one that is not given", "w26-list w26-null"},
	{silent, "letters of other scripts are not told apart from ours", "t29-homoglyph w16-odd-keys"},
	{silent, "the reader of YAML understands it; that another reader takes it otherwise is not known",
		"w12-dashes-in-value w13-two-documents w14-anchors-merge w37-type-tags w38-bool-fields y01-alias-bomb y03-deep-block y06-self-alias y07b-fewer-keys y14-open-block y15-merge-chain"},
	{silent, "the fences are read as the agents of most vaults read them", "w22d-trailing-blank w22e-dots"},
	{silent, "the folder decides, whatever status and fields say or leave out",
		"w18-status-in-body w19-already-approved w30-action-type w30b-action-line w40-empty-values"},
	{silent, "requests are not compared with each other, nor with the bytes and the folded names of decided ones", "w32-twins w34-same-bytes w35-name-fold"},
	{silent, "what a text leans on outside of it is not looked for; all of the text must be on screen", "t32-blank-lines w08-embed"},
	{silent, "other names of a file are not counted; what is published is a new file with the bytes that were seen", "f05-hardlink"},
}

func TestWhichHostileRequestsAreStoppedAt(t *testing.T) {
	got := map[standing][]string{}
	for _, c := range cases.Chosen(cases.Options{Special: true}) {
		// What the account may read decides about f12.
		if c.Class != cases.Block && c.Class != cases.Ack || c.Name == "f12-mode000" {
			continue
		}
		if s := standingOf(t, c); s != stops {
			got[s] = append(got[s], c.Name)
		}
	}
	for _, s := range []standing{warns, silent} {
		var want []string
		for _, row := range notYet {
			if row.standing == s {
				want = append(want, strings.Fields(row.names)...)
			}
		}
		slices.Sort(got[s])
		slices.Sort(want)
		if !slices.Equal(got[s], want) {
			t.Errorf("%s at\n%s\nwant\n%s", s, strings.Join(got[s], " "), strings.Join(want, " "))
		}
	}
}

// standingOf is the least that the screen does about the files of a case.
func standingOf(t *testing.T, c cases.Case) standing {
	t.Helper()
	store := hostileVault(t, c)
	s, err := store.Load(t.Context(), clock())
	if err != nil {
		t.Fatal(err)
	}
	b, least := newBoard(s), stops
	for _, f := range c.Files {
		ref := model.Ref{Kind: model.KindRequest, Path: f.Path}
		r, pending := s.Request(f.Path)
		d := model.Decision{Ref: ref, Choice: model.ChoiceApprove, At: clock(), Seen: r.Seen}
		if !pending || b.snapshot.Refuse(ref, model.ChoiceApprove) != "" || b.mustType(d) != "" {
			continue
		}
		if _, err := store.Preview(t.Context(), d); err != nil {
			continue
		}
		warned := slices.ContainsFunc(b.facts(ref), func(f fact) bool {
			// The plan's own reason is there for every request of it.
			return f.value != "" && f.label != "Blocked" && (f.role == styles.RoleBad || f.role == styles.RoleWarn)
		})
		if least = warns; !warned {
			return silent
		}
	}
	return least
}
