package cli

import (
	"fmt"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
)

// finding is one thing that doctor looked at.
type finding struct {
	OK   bool   `json:"ok"`
	What string `json:"what"`
	// Path is the file or folder concerned, empty for the vault as a whole.
	Path string `json:"path"`
	// Line counts from 1; zero when the whole file is meant.
	Line int    `json:"line"`
	Hint string `json:"hint"`
}

// jsonDoctor is the answer of coldstart doctor.
type jsonDoctor struct {
	jsonHead
	OK       bool      `json:"ok"`
	Findings []finding `json:"findings"`
}

func newDoctor(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "doctor [--json]", Example: "coldstart doctor",
		Short: "Check the vault for what would trip people or agents",
		Long:  "Exits with 5 when it found something. Nothing is changed.",
		Args:  none, RunE: c.running(c.runDoctor),
	}
	c.jsonFlag(cmd)
	return cmd
}

func (c *call) runDoctor() (int, error) {
	// Doctor never writes; what read-only would add to its findings is only
	// what was asked for.
	c.conf = c.conf.with("read-only", "false")
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		spellings, err := v.Spellings()
		if err != nil {
			return 0, err
		}
		around, err := v.Surroundings()
		if err != nil {
			return 0, err
		}
		findings := append(examine(s, spellings), examineSurroundings(around)...)
		receipts, err := v.HandOvers()
		if err != nil {
			findings = append(findings, finding{What: err.Error(), Hint: "nobody can tell which session got a report; make the file readable, or delete it"})
		} else {
			findings = append(findings, examineReports(s, receipts))
		}
		exit := exitDone
		for _, f := range findings {
			if !f.OK {
				exit = exitProblems
			}
		}
		_, err = c.answer(func() any { return jsonDoctor{headJSON(s), exit == exitDone, findings} }, func() {
			for _, f := range findings {
				c.out.finding(f)
			}
		})
		return exit, err
	})
}

func (p *paper) finding(f finding) {
	mark := words(styles.RoleGood, "ok    ")
	if !f.OK {
		mark = words(styles.RoleBad, "warn  ")
	}
	line := styles.Line{mark}
	if f.Path != "" {
		line = append(line, p.label(styles.RoleTitle, place(f.Path, f.Line)), words(styles.RolePlain, ": "))
	}
	p.line(append(line, p.label(styles.RolePlain, f.What))...)
	if f.Hint != "" {
		p.line(words(styles.RoleMuted, "      "), p.label(styles.RoleMuted, f.Hint))
	}
}

// examine makes all findings about a vault that could be read.
func examine(s model.Snapshot, spellings []vault.Spelling) []finding {
	findings := []finding{{OK: true, What: fmt.Sprintf("the vault can be read: %d plans, %d requests, %d to triage",
		len(s.Plans), len(s.Requests), len(s.Intake))}}
	if s.Strange {
		findings = []finding{{What: "nothing here is what a vault has; is it the right folder?", Hint: "looked for " + model.LookedFor}}
	}
	findings = append(findings, examineAccess(s))
	findings = append(findings, examineSpelling(spellings)...)
	findings = append(findings, examineFiles(s)...)
	findings = append(findings, examineResearch(s.Research)...)
	findings = append(findings, examineMemory(s.Memory)...)
	findings = append(findings, examineInterrupted(s)...)
	return append(findings, examinePlanIDs(s)...)
}

func examineAccess(s model.Snapshot) finding {
	if s.ReadOnly != "" {
		return finding{What: s.ReadOnly, Hint: "nothing can be decided here until that is changed"}
	}
	return finding{OK: true, What: "decisions can be written"}
}

// examineSpelling warns of two folders with one meaning, since agents look into
// one of them only. Another spelling alone is common and works.
func examineSpelling(spellings []vault.Spelling) []finding {
	first, findings := map[string]string{}, []finding{}
	for _, sp := range spellings {
		switch before, twice := first[sp.Seed]; {
		case twice:
			findings = append(findings, finding{
				Path: sp.Name, What: fmt.Sprintf("means the same as the folder %s", before),
				Hint: "agents look into one of them only; move the files together",
			})
		case sp.Name != sp.Seed:
			findings = append(findings, finding{OK: true, Path: sp.Name, What: "is read as " + sp.Seed})
		}
		first[sp.Seed] = sp.Name
	}
	if len(findings) == 0 {
		return []finding{{OK: true, What: "folders are spelled as the agents expect"}}
	}
	return findings
}

func examineFiles(s model.Snapshot) []finding {
	findings := []finding{}
	for _, p := range s.Problems {
		findings = append(findings, finding{Path: p.Path, Line: p.Line, What: p.Reason, Hint: p.Hint})
	}
	for _, v := range s.Altered() {
		findings = append(findings, finding{
			Path: v.Path, What: fmt.Sprintf("changed after you approved it: %s was approved, %s lies there", v.Approved.Short(), v.Now.Short()),
			Hint: "look at it with coldstart show, then coldstart ack " + v.Path,
		})
	}
	for _, r := range s.Requests {
		if r.Twin != "" {
			findings = append(findings, finding{
				Path: r.Path, What: "a file of this name was decided before: " + r.Twin,
				Hint: "agents that look for this name may take that one for it; decide on this one, or remove one of them",
			})
		}
	}
	if len(findings) == 0 {
		return []finding{{OK: true, What: "every file could be read"}}
	}
	return findings
}

func examineInterrupted(s model.Snapshot) []finding {
	findings := []finding{}
	for _, i := range s.Interrupted {
		findings = append(findings, finding{
			Path: i.Path, What: fmt.Sprintf("%s of %s was cut off", i.Choice, model.FormatUTC(i.At)),
			Hint: "open coldstart to finish it",
		})
	}
	if len(findings) == 0 {
		return []finding{{OK: true, What: "no decision was cut off"}}
	}
	return findings
}

// examinePlanIDs finds plans that the agents' plan manager would write to another
// file than it read them from: it derives the name PLAN-<task_id>.md from the id.
func examinePlanIDs(s model.Snapshot) []finding {
	claimed, findings := map[string]string{}, []finding{}
	for _, p := range s.Plans {
		if p.Reading.Foreign {
			// Their ids repeat, and no plan manager writes them.
			continue
		}
		id := strings.TrimPrefix(p.ID, "PLAN-")
		if other, twice := claimed[id]; twice {
			findings = append(findings, finding{
				Path: p.Path, What: fmt.Sprintf("has the same id as %s: %s", other, p.ID), Hint: "give each plan its own task_id",
			})
		}
		claimed[id] = p.Path
		if want := "PLAN-" + p.ID + ".md"; path.Base(p.Path) != want {
			findings = append(findings, finding{
				Path: p.Path, What: fmt.Sprintf("its id is %s, so the agents' plan manager would write it to %s", p.ID, want),
				Hint: "make task_id the file name without PLAN- and .md",
			})
		}
	}
	if len(findings) == 0 {
		return []finding{{OK: true, What: "plan ids fit their file names"}}
	}
	return findings
}
