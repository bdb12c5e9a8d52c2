package cli

import (
	"strings"

	"coldstart/vault"
)

// examineSurroundings tells who can make approvals without the operator, and what the
// file system leaves to chance.
func examineSurroundings(s vault.Surroundings) []finding {
	findings := []finding{}
	for _, g := range s.Guards {
		if len(g.Others) == 0 {
			continue
		}
		f := finding{
			Path: g.Path, What: strings.Join(g.Others, ", ") + " may write here too: what lies in Approved need not be from you",
			Hint: "take the right to write from everybody else (chmod go-w)",
		}
		if g.Path == "" {
			f.What = strings.Join(g.Others, ", ") + " may write to your record of decisions too, so that nothing follows from it"
		}
		findings = append(findings, f)
	}
	switch {
	case len(s.Guards) > 0 && !s.Guards[0].Known:
		findings = append(findings, finding{OK: true, What: "this system does not tell who may write in Approved; any program of your account may"})
	case len(findings) == 0:
		findings = append(findings, finding{OK: true, What: "no other account may write in Approved; any program of your own account may"})
	}
	if s.FoldsCase {
		findings = append(findings, finding{OK: true, What: "capital letters do not count in names here: requests that differ in them only are one file"})
	}
	if s.Whole {
		return append(findings, finding{OK: true, What: "the file system has all that decisions use"})
	}
	what := "this system is not known to exchange two files in one step"
	if s.FileSystem != "" {
		what = "the file system (" + s.FileSystem + ") is not known to exchange two files in one step"
	}
	return append(findings, finding{
		OK: true, What: what,
		Hint: "where it does not, what an agent writes in the very moment of an edit is lost; requests are safe",
	})
}
