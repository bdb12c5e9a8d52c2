package answer

import (
	"fmt"
	"strconv"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
)

// Finding is one result of coldstart doctor.
type Finding struct {
	OK   bool   `json:"ok"`
	What string `json:"what"`
	// Path is the file or folder, empty for the whole vault.
	Path string `json:"path"`
	// Line counts from 1; zero is the whole file.
	Line int    `json:"line"`
	Hint string `json:"hint"`
}

// Doctor is the answer of coldstart doctor.
type Doctor struct {
	Head
	OK       bool      `json:"ok"`
	Findings []Finding `json:"findings"`
}

// Finding writes one result of doctor.
func (p *Output) Finding(f Finding) {
	mark := Words(styles.RoleGood, "ok    ")
	if !f.OK {
		mark = Words(styles.RoleBad, "warn  ")
	}
	line := styles.Line{mark}
	if f.Path != "" {
		line = append(line, p.Label(styles.RoleTitle, say.Place(f.Path, f.Line)), Words(styles.RolePlain, ": "))
	}
	p.Line(append(line, p.Label(styles.RolePlain, f.What))...)
	if f.Hint != "" {
		p.Line(Words(styles.RoleMuted, "      "), p.Label(styles.RoleMuted, f.Hint))
	}
}

// jsonIntake is a file that waits for triage.
type jsonIntake struct {
	ID     string    `json:"id"`
	Path   string    `json:"path"`
	Title  string    `json:"title"`
	Folder string    `json:"folder"`
	Since  jsonStamp `json:"since"`
	// Draft is the id of the pending request or open plan that was made of it, null for none.
	Draft *string `json:"draft"`
}

func intakeJSON(i model.Intake) jsonIntake {
	j := jsonIntake{i.Ref().String(), i.Path, i.Title, i.Folder, stampJSON(i.Since), nil}
	if i.Draft.Path != "" {
		j.Draft = new(i.Draft.String())
	}
	return j
}

// jsonOther is a file that is shown by name only.
type jsonOther struct {
	ID   string `json:"id"`
	Path string `json:"path"`
	Kind string `json:"kind"`
	Why  string `json:"why"`
	Size int64  `json:"size"`
	// AsksApproval says that its text asks for an approval.
	AsksApproval bool `json:"asks_approval"`
}

func otherJSON(o model.Other) jsonOther {
	return jsonOther{o.Ref().String(), o.Path, o.Kind, o.Why, o.Size, o.Asks}
}

// jsonProblem is something that could not be read.
type jsonProblem struct {
	ID     string `json:"id"`
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Reason string `json:"reason"`
	Hint   string `json:"hint"`
	// Column is the byte of the line, from 1, at which it stops making sense; zero where that
	// is not known.
	Column int `json:"column"`
	// Cause is the reason in whole sentences, Help says what puts the line right; both may be
	// empty.
	Cause string `json:"cause"`
	Help  string `json:"help"`
}

func problemJSON(p model.Problem) jsonProblem {
	return jsonProblem{p.Ref().String(), p.Path, p.Line, p.Reason, p.Hint, p.Fault.Column, p.Fault.Cause, p.Fault.Help}
}

// jsonContradiction is a request that was approved and rejected, as two people do whose copies of a
// vault are merged afterwards. It is not approved for anybody.
type jsonContradiction struct {
	Title    string   `json:"title"`
	Approved jsonSide `json:"approved"`
	Rejected jsonSide `json:"rejected"`
	// Hint says what settles it.
	Hint string `json:"hint"`
}

// jsonSide is one of two decisions that contradict each other.
type jsonSide struct {
	// Path is where its file lies; with gone, where it lay.
	Path string `json:"path"`
	Gone bool   `json:"gone"`
	// By is who decided and At when, empty and null where nothing says. KnownFrom is what says so: ledger,
	// log, signature (the record beside the file, not checked) or git, empty for nothing.
	By        string `json:"by"`
	At        Time   `json:"at"`
	KnownFrom string `json:"known_from"`
}

func contradictionJSON(c model.Contradiction) jsonContradiction {
	side := func(s model.Side) jsonSide { return jsonSide{s.Path, s.Gone, s.By, Time(s.At), s.From} }
	return jsonContradiction{c.Title, side(c.Approved), side(c.Rejected), c.Hint()}
}

// Problems is the answer of coldstart list problems.
type Problems struct {
	Head
	Problems []jsonProblem `json:"problems"`
	// Contradictions are among the problems, too.
	Contradictions []jsonContradiction `json:"contradictions"`
	// Others are files in the folders of plans and requests that are neither.
	Others []jsonOther `json:"others"`
}

// ProblemsJSON answers coldstart list problems.
func ProblemsJSON(s model.Snapshot) Problems {
	return Problems{HeadJSON(s), say.Each(s.Problems, problemJSON), say.Each(s.Contradictions, contradictionJSON), say.Each(s.Others, otherJSON)}
}

// Problems lists what could not be read.
func (p *Output) Problems(s model.Snapshot) {
	var rows [][]styles.Span
	for _, problem := range s.Problems {
		rows = append(rows, []styles.Span{
			p.Label(styles.RoleTitle, say.Place(problem.Path, problem.Line)), p.Label(styles.RoleBad, problem.Reason),
			p.orDash(problem.Advice()),
		})
	}
	p.Table(rows)
	p.others(s.Others)
	if len(s.Problems)+len(s.Others) == 0 {
		p.Say("Everything could be read.")
	}
}

// others lists the files that are shown by name only.
func (p *Output) others(list []model.Other) {
	if len(list) == 0 {
		return
	}
	var rows [][]styles.Span
	for _, o := range list {
		rows = append(rows, []styles.Span{
			p.Exact(styles.RoleTitle, o.Path), p.Label(styles.RolePlain, o.Kind), p.Label(styles.RoleMuted, phrase.OtherWhy(o)),
		})
	}
	p.listHead(fmt.Sprintf("Other files, shown by name only: %d", len(list)))
	p.Table(rows)
}

// OthersWords counts files, and those among them that ask for an approval.
func OthersWords(list []model.Other) string {
	if n := model.Asking(list); n > 0 {
		return fmt.Sprintf("%d, asking for an approval: %d", len(list), n)
	}
	return strconv.Itoa(len(list))
}
