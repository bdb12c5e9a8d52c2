package cli

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/vault"
)

func newDoctor(c *call) *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use: "doctor [--json]", Example: "coldstart doctor",
		Short: "Check files, settings, hooks and permissions",
		Long:  "Exits with 5 if it finds anything. Changes nothing.",
		Args:  none, RunE: c.running(c.runDoctor),
	})
}

// nameYourself is the hint where nobody knows who decides.
const nameYourself = "set USER to the name of your account"

func (c *call) runDoctor() (int, error) {
	// Doctor never writes, and that the operator asked for read-only is no finding.
	c.conf, c.lookOnly = c.conf.With("read-only", "false"), ""
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		spellings, err := v.Spellings()
		if err != nil {
			return 0, err
		}
		around, err := v.Surroundings()
		if err != nil {
			return 0, err
		}
		left, err := v.Leftovers(s)
		if err != nil {
			return 0, err
		}
		findings := slices.Concat(problems(s, model.Problem.OfGate), examine(s, spellings, around), examineLeftovers(left))
		if !s.GuestsAlone() {
			findings = append(findings, examineGuards(around)...)
		}
		findings = append(findings, examineFileSystem(around)...)
		others, err := v.OtherLedgers(s)
		if err != nil {
			return 0, err
		}
		findings = append(findings, examineRecord(s, others, v.StateDir())...)
		receipts, err := v.HandOvers()
		if err != nil {
			findings = append(findings, answer.Finding{What: err.Error(), Hint: "it is unknown which session got a report; make the file readable, or delete it"})
		} else {
			findings = append(findings, examineReports(s, receipts, v.Reports(homeDir(c.env.Getenv), c.env.Getenv)))
		}
		findings = append(findings, examineGates(v.InstalledGates(s))...)
		for _, n := range v.Signing(c.ctx, c.conf.Path("signers")) {
			findings = append(findings, answer.Finding{OK: n.Fine, What: n.What, Hint: n.Hint})
		}
		if c.env.Operator == "" {
			findings = append(findings, answer.Finding{What: "who decides has no name: neither the environment nor the system names this account", Hint: nameYourself})
		}
		exit := exitDone
		for _, f := range findings {
			if !f.OK {
				exit = exitProblems
			}
		}
		_, err = c.answer(func() any { return answer.Doctor{Head: answer.HeadJSON(s), OK: exit == exitDone, Findings: findings} }, func() {
			for _, f := range findings {
				c.out.Finding(f)
			}
		})
		return exit, err
	})
}

func examine(s model.Snapshot, spellings []vault.Spelling, around vault.Surroundings) []answer.Finding {
	findings := []answer.Finding{{OK: true, What: fmt.Sprintf("the vault can be read: %s, %s, %d to triage",
		model.Counted(len(s.Plans), "plan"), model.Counted(len(s.Requests), "request"), len(s.Intake))}}
	vaultHere := !s.GuestsAlone()
	if !vaultHere {
		findings = nil
	}
	findings = append(findings, examineGuests(s)...)
	if s.Strange {
		findings = []answer.Finding{{OK: true, What: phrase.NothingHint(s) + "; " + phrase.LookedFor(s.Search)}}
	}
	findings = append(findings, examineAccess(s, around.Full))
	if vaultHere {
		findings = append(findings, examineSpelling(spellings)...)
	}
	findings = append(findings, examineFiles(s)...)
	findings = append(findings, examineResearch(s.Research)...)
	findings = append(findings, examineMemory(s.Memory)...)
	findings = append(findings, examineInterrupted(s)...)
	if vaultHere {
		findings = append(findings, examinePlanIDs(s)...)
	}
	return findings
}

// examineGuests lists what other programs left, and where it contradicts itself. None of it is
// for coldstart to mend.
func examineGuests(s model.Snapshot) []answer.Finding {
	var findings []answer.Finding
	for _, g := range s.Guests {
		open, finished := s.PlansOf(g)
		what := g.Tool + " was found: "
		switch sessions := s.SessionsOf(g); {
		case sessions > 0 && open > 0:
			what += model.Counted(sessions, "session") + ", " + model.Counted(open, "open plan")
		case sessions > 0:
			what += model.Counted(sessions, "session")
		default:
			what += model.Counted(open, "open plan")
		}
		if finished > 0 {
			what += fmt.Sprintf(", %d finished", finished)
		}
		if g.Version != "" {
			what += ", version " + g.Version + " of its format"
		}
		findings = append(findings, answer.Finding{OK: true, Path: g.Path, What: what})
		if g.Odd != "" {
			findings = append(findings, answer.Finding{Path: g.Path, What: "parts of it may be misread: " + g.Odd, Hint: "a newer coldstart may know it"})
		}
	}
	for _, p := range s.Plans {
		for _, doubt := range p.Reading.Doubts {
			if p.Reading.Tool != "" {
				findings = append(findings, answer.Finding{Path: p.Path, What: "check this plan of " + p.Reading.Tool + ": " + doubt})
			}
		}
	}
	return findings
}

// examineAccess looks at what can be known without writing.
func examineAccess(s model.Snapshot, full []string) answer.Finding {
	switch {
	case s.ReadOnly != "":
		return answer.Finding{What: s.ReadOnly, Hint: "nothing can be decided here until this is fixed"}
	case s.Merging != "":
		p := s.MergeProblem()
		return answer.Finding{What: p.Reason, Hint: p.Hint}
	case len(full) > 0:
		return answer.Finding{What: "the disk is full: no space in " + strings.Join(full, ", "), Hint: "decisions and their changes cannot be written until there is space"}
	}
	return answer.Finding{OK: true, What: "nothing seems to prevent decisions"}
}

// examineSpelling warns of two folders with one meaning, since agents look into one of
// them only. A different spelling alone is fine.
func examineSpelling(spellings []vault.Spelling) []answer.Finding {
	first, findings := map[string]string{}, []answer.Finding{}
	for _, sp := range spellings {
		switch before, twice := first[sp.Seed]; {
		case twice:
			findings = append(findings, answer.Finding{
				Path: sp.Name, What: fmt.Sprintf("means the same as the folder %s", before),
				Hint: "agents look in only one of them; move the files into one folder",
			})
		case sp.Name != sp.Seed:
			findings = append(findings, answer.Finding{OK: true, Path: sp.Name, What: "is read as " + sp.Seed})
		}
		first[sp.Seed] = sp.Name
	}
	return orFine(findings, "folder names are spelled as the agents expect")
}

// orFine returns one good finding when there are none.
func orFine(findings []answer.Finding, fine string) []answer.Finding {
	if len(findings) == 0 {
		return []answer.Finding{{OK: true, What: fine}}
	}
	return findings
}

func examineFiles(s model.Snapshot) []answer.Finding {
	findings := problems(s, func(p model.Problem) bool { return !p.OfGate() })
	for _, v := range rule.Altered(s) {
		findings = append(findings, answer.Finding{
			Path: v.Path, What: phrase.Reason(rule.Reason(v)),
			Hint: "look at it with coldstart show, then coldstart ack " + v.Path,
		})
	}
	for _, p := range s.Plans {
		for _, d := range rule.DisplacedPlan(p) {
			findings = append(findings, answer.Finding{Path: p.Path, What: phrase.Reason(d.Reason()), Hint: phrase.DisplacedHint(d)})
		}
	}
	for _, v := range rule.ByOthers(s) {
		findings = append(findings, answer.Finding{Path: v.Path, What: phrase.Reason(rule.WhyByOthers(s, v)), Hint: answer.ByOthersHint(v)})
	}
	for _, r := range s.Requests {
		if c := r.Companion; c != nil {
			findings = append(findings, answer.Finding{Path: r.Path, What: c.String(), Hint: "agents may act on that file; look at both, and decide on this one or remove the other"})
		}
		if r.Twin != "" {
			findings = append(findings, answer.Finding{
				Path: r.Path, What: "a file with this name was decided before: " + r.Twin,
				Hint: "agents may confuse the two; decide on this one, or remove one of them",
			})
		}
	}
	return orFine(findings, "every file could be read")
}

// problems lists some of what is wrong.
func problems(s model.Snapshot, which func(model.Problem) bool) []answer.Finding {
	var findings []answer.Finding
	for _, p := range s.Problems {
		if which(p) {
			findings = append(findings, answer.Finding{Path: p.Path, Line: p.Line, What: p.Reason, Hint: p.Advice()})
		}
	}
	return findings
}

// examineInterrupted says that all decisions are finished. One that is not is among the
// vault's problems already.
func examineInterrupted(s model.Snapshot) []answer.Finding {
	if len(s.Interrupted) > 0 {
		return nil
	}
	return []answer.Finding{{OK: true, What: "every decision is finished"}}
}

// examineLeftovers names private files of coldstart that no unfinished decision of this
// operator explains.
func examineLeftovers(left []vault.Leftover) []answer.Finding {
	var findings []answer.Finding
	for _, l := range left {
		if l.Kept {
			findings = append(findings, answer.Finding{OK: true, Path: l.Path, What: "contains another program's text, written during an edit; delete it once you have compared it"})
			continue
		}
		if l.Ours {
			findings = append(findings, answer.Finding{Path: l.Path, What: "is left over from one of your decisions", Hint: "opening coldstart removes it; changes by others are kept"})
			continue
		}
		findings = append(findings, answer.Finding{
			Path: l.Path, What: "is a private file of coldstart that your ledger does not list",
			Hint: "it may be the only copy of a text; when no other coldstart is running here, look at it, then delete it",
		})
	}
	return orFine(findings, "coldstart left no private file behind")
}

// examineRecord checks that the files in Approved are in the ledger. Files that
// are older than the record are not.
func examineRecord(s model.Snapshot, others []model.OtherLedger, here string) []answer.Finding {
	n := len(rule.Unrecorded(s))
	if n == 0 {
		return nil
	}
	findings := []answer.Finding{{OK: true, What: "approved files that are not in your ledger: " + strconv.Itoa(n)}}
	for _, o := range others {
		findings = append(findings, answer.Finding{What: answer.RecordElsewhere(o), Hint: takeOver(o, here)})
	}
	return findings
}

// examinePlanIDs finds plans that the agents' plan manager would write to another file: it
// derives the name PLAN-<task_id>.md from the id.
func examinePlanIDs(s model.Snapshot) []answer.Finding {
	claimed, findings := map[string]string{}, []answer.Finding{}
	for _, p := range s.Plans {
		if p.Reading.Foreign {
			// Ids of other programs repeat, and no plan manager writes these.
			continue
		}
		id := strings.TrimPrefix(p.ID, "PLAN-")
		if other, twice := claimed[id]; twice {
			findings = append(findings, answer.Finding{
				Path: p.Path, What: fmt.Sprintf("has the same id as %s: %s", other, p.ID), Hint: "each plan needs its own task_id",
			})
		}
		claimed[id] = p.Path
		if want := "PLAN-" + p.ID + ".md"; path.Base(p.Path) != want {
			findings = append(findings, answer.Finding{
				Path: p.Path, What: fmt.Sprintf("its id is %s, so the agents' plan manager would write it to %s", p.ID, want),
				Hint: "set task_id to the file name without PLAN- and .md",
			})
		}
	}
	return orFine(findings, "plan ids match the names of their files")
}

// examineResearch checks whether an agent would find the current problem.
func examineResearch(r model.Research) []answer.Finding {
	if !r.Found {
		return nil
	}
	if r.Trouble != "" {
		hint := "choose a problem with coldstart journal use SLUG"
		if r.Trouble == model.NoProject {
			hint = "the agents' init command creates it"
		}
		return []answer.Finding{{Path: r.Config, What: r.Trouble, Hint: hint}}
	}
	if p, ok := r.Active(); ok && p.Journal.Unread != "" {
		return []answer.Finding{{Path: p.Journal.Path, What: "earlier attempts are unknown: " + p.Journal.Unread, Hint: "make the journal readable"}}
	}
	entries := 0
	for _, p := range r.Problems {
		entries += len(p.Journal.Entries)
	}
	return []answer.Finding{{OK: true, What: fmt.Sprintf("research can be resumed: %s; %s, %s", r.Current, model.Counted(len(r.Problems), "problem"), model.Counted(entries, "entry"))}}
}

// examineMemory warns of a memory that the agent's setup would replace, and lists schema
// faults. The first fault and an unreadable file are among the vault's problems already.
func examineMemory(m model.Memory) []answer.Finding {
	switch {
	case m.Path == "", m.Unread != "":
		return nil
	case len(unclear(m)) > 0:
		return unclear(m)
	case !m.FirstRun().Given():
		return []answer.Finding{{OK: true, Path: m.Path, What: fmt.Sprintf("the memory can be read: %s", answer.Holds(m))}}
	case !m.WouldBeWiped().Given():
		return []answer.Finding{{OK: true, Path: m.Path, What: "the memory is not set up yet: " + phrase.Reason(m.FirstRun())}}
	}
	findings := []answer.Finding{{
		Path: m.Path, What: "the agent treats it as a first run: " + phrase.Reason(m.FirstRun()),
		Hint: fmt.Sprintf("its setup would replace the file and lose its contents (%s)", answer.Holds(m)),
	}}
	for i, f := range m.Faults {
		if i > 0 {
			findings = append(findings, answer.Finding{Path: m.Path, Line: f.Line, What: f.Path + ": " + f.Reason})
		}
	}
	return findings
}

// unclear lists the proposals that cannot be decided.
func unclear(m model.Memory) []answer.Finding {
	var findings []answer.Finding
	for _, p := range m.Pending() {
		if p.Twice || p.ID == "" {
			findings = append(findings, answer.Finding{
				Path: m.Path, What: fmt.Sprintf("the proposal id '%s' is not unique", p.ID), Hint: "each proposal needs its own id",
			})
		}
	}
	return findings
}

// examineReports checks whether the latest session got its report; each report leaves a
// receipt.
func examineReports(s model.Snapshot, receipts []model.HandOver, installed []string) answer.Finding {
	switch {
	case len(receipts) == 0 && len(installed) > 0:
		return answer.Finding{OK: true, Path: installed[0], What: "the hook for the report is installed, and has not been called yet", Hint: "restart the agent"}
	case len(receipts) == 0:
		return answer.Finding{OK: true, What: "no agent has received a report from coldstart here yet", Hint: "coldstart agent hook install makes Claude Code ask for it"}
	}
	last := receipts[len(receipts)-1]
	got := "session " + last.Session
	if last.Session == "" {
		got = "an unrecorded session"
	}
	got = fmt.Sprintf("%s at %s", got, model.FormatUTC(last.At))
	current, ok := s.Events.CurrentSession()
	for _, h := range receipts {
		if h.Session == string(current.Key) {
			ok = false
		}
	}
	if ok {
		return answer.Finding{
			What: fmt.Sprintf("session %s started without a report: the last one went to %s", current.Label, got),
			Hint: "see coldstart agent hook status; the next report has your decisions since then",
		}
	}
	left := ""
	if last.Left > 0 {
		left = "; " + answer.LeftOut(last.Left) + " of it"
	}
	return answer.Finding{OK: true, What: fmt.Sprintf("the last report went to %s (%s, %d characters%s)", got, last.Format, last.Size, left)}
}

// examineGates lists the gates that stand. What is wrong with others is among the problems.
func examineGates(all []vault.InstalledGate) []answer.Finding {
	var findings []answer.Finding
	for _, g := range all {
		f := answer.Finding{OK: true, Path: g.File, What: "gate active for " + g.Agent + ", last used at " + model.FormatUTC(g.Asked)}
		if g.Asked.IsZero() {
			f.What, f.Hint = "gate active for "+g.Agent+", not used yet", "restart the agent"
		}
		findings = append(findings, f)
		for _, note := range g.Notes {
			findings = append(findings, answer.Finding{OK: true, Path: g.File, What: g.Agent + ": " + note})
		}
	}
	return findings
}

// mostFilesNamed is how many approved files that others may change are named.
const mostFilesNamed = 20

// examineGuards checks who else can write approvals.
func examineGuards(s vault.Surroundings) []answer.Finding {
	var findings []answer.Finding
	files := 0
	for _, g := range s.Guards {
		if len(g.Others) == 0 {
			continue
		}
		f := answer.Finding{
			Path: g.Path, What: strings.Join(g.Others, ", ") + " can also write here: files in Approved may not be yours",
			Hint: "remove write permission for everybody else (chmod go-w)",
		}
		switch {
		case g.Path == "":
			f.What = strings.Join(g.Others, ", ") + " can write to your ledger too, so coldstart does not act on it"
		case g.File:
			f.What = strings.Join(g.Others, ", ") + " can change this file after your approval"
			f.Hint = "make sure that only you can write to it (chown, chmod go-w, setfacl -b), and check it with coldstart verify"
			files++
		}
		if files <= mostFilesNamed {
			findings = append(findings, f)
		}
	}
	if more := files - mostFilesNamed; more > 0 {
		findings = append(findings, answer.Finding{What: fmt.Sprintf("others can change %s in Approved", model.Counted(more, "more file")), Hint: "make sure that only you can write to them (chown, chmod go-w, setfacl -b)"})
	}
	switch {
	case len(s.Guards) > 0 && !s.Guards[0].Known:
		findings = append(findings, answer.Finding{OK: true, What: "this system does not say who can write to Approved; any program of your account can"})
	case len(findings) == 0:
		findings = append(findings, answer.Finding{OK: true, What: "no other account can write to Approved or change its files; any program of your own account can"})
	}
	return findings
}

// examineFileSystem checks what the file system cannot do.
func examineFileSystem(s vault.Surroundings) []answer.Finding {
	var findings []answer.Finding
	if s.FoldsCase {
		findings = append(findings, answer.Finding{OK: true, What: "names ignore case here: requests that differ only in case are one file"})
	}
	if s.Whole {
		return append(findings, answer.Finding{OK: true, What: "the file system has everything that decisions need"})
	}
	what := "this system may be unable to swap two files in one step"
	if s.FileSystem != "" {
		what = "the file system (" + s.FileSystem + ") may be unable to swap two files in one step"
	}
	return append(findings, answer.Finding{
		OK: true, What: what,
		Hint: "if so, what an agent writes at the very moment of an edit is lost; requests are safe",
	})
}
