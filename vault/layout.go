package vault

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"unicode"

	"coldstart/model"
)

// folder is a part of the vault with a meaning of its own.
type folder int

const (
	folderNone folder = iota
	folderPlans
	folderPending
	folderApproved
	folderRejected
	folderNeedsAction
	folderInbox
	folderInProgress
	folderDone
	folderLogs
)

// folderNames holds the names as the seed documents spell them; they are used
// when a folder has to be made.
var folderNames = map[folder]string{
	folderPlans:       "Plans",
	folderPending:     "Pending_Approval",
	folderApproved:    "Approved",
	folderRejected:    "Rejected",
	folderNeedsAction: "Needs_Action",
	folderInbox:       "Inbox",
	folderInProgress:  "In_Progress",
	folderDone:        "Done",
	folderLogs:        "Logs",
}

// folderWords maps a folder's name without case, digits and punctuation to its
// meaning. Real vaults also write the singular of two of them.
var folderWords = map[string]folder{
	"plans": folderPlans, "plan": folderPlans,
	"pendingapproval": folderPending, "pendingapprovals": folderPending, "pending": folderPending,
	"approved":    folderApproved,
	"rejected":    folderRejected,
	"needsaction": folderNeedsAction,
	"inbox":       folderInbox,
	"inprogress":  folderInProgress,
	"done":        folderDone,
	"logs":        folderLogs, "log": folderLogs,
}

func folderOf(name string) folder {
	word := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	return folderWords[word]
}

// layout says which folders a vault has and how it spells them.
type layout map[folder][]string

// readLayout looks at the names in the vault's root. The seed's own spelling
// comes first where a vault has several.
func readLayout(root *os.Root) (layout, error) {
	entries, err := readDir(root, ".")
	if err != nil {
		return nil, err
	}
	l := layout{}
	for _, e := range entries {
		if f := folderOf(e.Name()); f != folderNone && e.IsDir() {
			l[f] = append(l[f], e.Name())
		}
	}
	for f, names := range l {
		slices.SortFunc(names, func(a, b string) int {
			if a == folderNames[f] {
				return -1
			}
			if b == folderNames[f] {
				return 1
			}
			return strings.Compare(a, b)
		})
	}
	return l, nil
}

// unreadRoot names what readLayout passes over although it could matter: watched
// folders that are links, and what lies beyond the limit of entries.
func unreadRoot(root *os.Root) []model.Problem {
	entries, err := readDir(root, ".")
	if err != nil {
		return nil
	}
	var problems []model.Problem
	for _, e := range entries {
		if folderOf(e.Name()) != folderNone && e.Type()&fs.ModeSymlink != 0 {
			problems = append(problems, linkedFolder(e.Name()))
		}
	}
	if len(entries) > maxFolder {
		problems = append(problems, tooMany("."))
	}
	return problems
}

// main gives the folder that new files of this meaning go to, in the spelling of
// the vault; the seed's spelling when the vault has none yet.
func (l layout) main(f folder) string {
	if names := l[f]; len(names) > 0 {
		return names[0]
	}
	return folderNames[f]
}

// contains reports whether name lies somewhere below a folder of this meaning.
func (l layout) contains(f folder, name string) bool {
	first, _, _ := strings.Cut(path.Clean(name), "/")
	return slices.Contains(l[f], first)
}

// readDir lists a folder in name order, at most maxFolder entries.
func readDir(root *os.Root, name string) ([]fs.DirEntry, error) {
	dir, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	return entriesOf(dir)
}

// entriesOf lists an open folder, and closes it.
func entriesOf(dir *os.File) ([]fs.DirEntry, error) {
	defer dir.Close()
	entries, err := dir.ReadDir(maxFolder + 1)
	if err != nil && len(entries) == 0 && !isEOF(err) {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int {
		return strings.Compare(a.Name(), b.Name())
	})
	return entries, nil
}
