package kiro

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// spec is a folder in .kiro/specs.
type spec struct {
	id string
	// requirements are those of a feature, or the description of a bug.
	requirements, design, tasks source.Document
	list                        tasks
	// state is the spec.json of cc-sdd, nil where there is none that can be read.
	state *state
	file  source.Document
	at    model.Stamp
}

// state is what spec.json says.
type state struct {
	Phase     string `json:"phase"`
	Updated   string `json:"updated_at"`
	Ready     bool   `json:"ready_for_implementation"`
	Approvals struct {
		Requirements approval `json:"requirements"`
		Design       approval `json:"design"`
		Tasks        approval `json:"tasks"`
	} `json:"approvals"`
}

type approval struct {
	Generated bool `json:"generated"`
	Approved  bool `json:"approved"`
}

// waits reports whether a person has to say yes.
func (a approval) waits() bool { return a.Generated && !a.Approved }

func (k *reader) readSpec(dir string) (s spec, ok bool) {
	s.id = path.Base(dir)
	var there [4]bool
	if s.requirements, there[0] = k.h.Document(path.Join(dir, "requirements.md")); !there[0] {
		s.requirements, there[0] = k.h.Document(path.Join(dir, "bugfix.md"))
	}
	s.design, there[1] = k.h.Document(path.Join(dir, "design.md"))
	s.tasks, there[2] = k.h.Document(path.Join(dir, "tasks.md"))
	s.list = readTasks(s.tasks)
	var read state
	if s.file, there[3] = k.h.JSON(path.Join(dir, "spec.json"), &read); there[3] {
		s.state, s.at = &read, model.ParseStamp(read.Updated, k.h.Zone)
	} else if s.file.Name != "" {
		k.left.Unclear++
	}
	return s, slices.Contains(there[:], true)
}

// tool is the program that wrote the spec.
func (s spec) tool() string {
	if s.file.Name != "" {
		return ccsdd
	}
	return kiro
}

// built reports a phase that says that all is over. It outranks open boxes. The program itself
// writes none: people and their agents do.
func (s spec) built() bool {
	if s.state == nil {
		return false
	}
	switch strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(s.state.Phase)) {
	case "implementation-completed", "implementation-complete", "implementation-done", "implemented",
		"completed", "complete", "done", "finished", "validated", "merged", "shipped", "deployed", "released", "archived":
		return true
	}
	return false
}

// command is what to type in the agent, empty where cc-sdd is not used.
func (k *reader) command(s spec, verb string, flags ...string) string {
	word := text.CommandWord(s.id)
	if s.file.Name == "" || word == "" {
		return ""
	}
	if verb == "impl" && k.prefix == "/kiro:" {
		// Only the commands of early versions have this longer name.
		verb = "spec-impl"
	}
	return strings.Join(append([]string{k.prefix + verb, word}, flags...), " ")
}

// next says what comes after the documents that are there, and the command for it.
func (k *reader) next(s spec) (words, command string) {
	if step, ok := s.waiting(); ok && !step.further {
		return "Approve the " + step.name, k.command(s, "spec-status")
	}
	var approved state
	if s.state != nil {
		approved = *s.state
	}
	switch a := approved.Approvals; {
	case len(s.list.list) > 0:
		return "", k.command(s, "impl")
	case a.Tasks.Approved || approved.Ready:
		return "Build it", k.command(s, "impl")
	case a.Design.Approved, s.tasks.Name != "", s.design.Name != "":
		return "Write the tasks", k.command(s, "spec-tasks")
	case a.Requirements.Approved, s.requirements.Name != "":
		return "Write the design", k.command(s, "spec-design")
	}
	return "Write the requirements", k.command(s, "spec-requirements")
}

// status says how far a spec is: by its phase, else by its tasks, else by which files are there.
func (s spec) status() (model.Status, model.Basis) {
	done, all := s.list.done(), len(s.list.list)
	_, stuck := s.list.stuck()
	status, basis := model.Status{State: model.StateDraft}, model.BasisDerived
	switch {
	case s.built():
		return model.Status{State: model.StateDone, Word: s.state.Phase}, model.BasisDeclared
	case all > 0 && done == all, all == 0 && s.list.optional > 0:
		return model.Status{State: model.StateDone, Word: "implemented"}, model.BasisDerived
	case s.list.begun:
		status = model.Status{State: model.StateActive, Word: "in progress"}
	case all > 0:
		status.Word = "not started"
	case s.tasks.Name != "":
		status.Word = "no tasks"
	case s.design.Name != "":
		status.Word = "design written"
	case s.requirements.Name != "":
		status.Word = "requirements written"
	default:
		status.Word = "no documents"
	}
	if stuck {
		status.State = model.StateBlocked
	}
	if s.state != nil && s.state.Phase != "" {
		status.Word = s.state.Phase
	}
	return status, basis
}

func (k *reader) planOf(s spec) model.Plan {
	p := model.Plan{
		Path: cmp.Or(s.tasks.Name, s.design.Name, s.requirements.Name, s.file.Name), ID: s.id, Objective: s.title(), Touched: s.touched(),
		Reading: model.PlanReading{Foreign: true, Tool: s.tool(), ID: model.BasisFolder, Title: model.BasisDeclared},
	}
	if p.Objective == "" {
		p.Stated = cmp.Or(introduction(s.requirements), introduction(s.design))
		p.Objective, p.Reading.Title = s.id, model.BasisFolder
	}
	for _, x := range s.list.list {
		p.Steps = append(p.Steps, model.Step{Number: len(p.Steps) + 1, Text: x.Text, Mark: x.Rune()})
	}
	if len(p.Steps) > 0 {
		p.Reading.Steps, p.Reading.StepsFrom = model.BasisDeclared, "the tasks"
	}
	if n := s.list.optional; n > 0 {
		p.Reading.StepsFrom = fmt.Sprintf("the tasks, without %d that may be left out", n)
	}
	if now := s.list.now(); now != "" {
		p.Reading.StepsFrom += ", now in " + now
	}
	p.Status, p.Reading.Status = s.status()
	if p.Status.State == model.StateDone {
		if done, all := p.Progress(); s.built() && done < all {
			are := "are"
			if all-done == 1 {
				are = "is"
			}
			p.Reading.Doubts = []string{fmt.Sprintf("spec.json says %s, and %d of %s %s open", s.state.Phase, all-done, model.Counted(all, "task"), are)}
		}
		return p
	}
	if stuck, all := s.list.stuck(); all {
		p.BlockedReason = stuck[0].blocked
	}
	p.Reading.Next, p.Reading.Command = k.next(s)
	return p
}

// title is the first heading that says more than which document it is.
func (s spec) title() string {
	for _, d := range []source.Document{s.tasks, s.design, s.requirements} {
		for _, line := range text.Unfenced([]byte(text.WithoutComments(d.Text))) {
			if level, heading := text.Heading(line); level == 1 {
				if name := named(heading); name != "" && name != s.id {
					return strings.Clone(name)
				}
				break
			}
		}
	}
	return ""
}

// colon parts the kind of a document from what it is about.
var colon = text.Pattern{Expr: `\s*[:：]\s*|\s+[-–—]+\s+`}

// named is what a heading says besides the kind of its document: "Boats" for "Design: Boats".
func named(heading string) string {
	if m := colon.FindStringIndex(heading); m != nil && isKind(heading[:m[0]]) {
		return heading[m[1]:]
	}
	if isKind(heading) {
		return ""
	}
	return heading
}

// longestKind is the most letters of the kind of a document in other scripts.
const longestKind = 8

// isKind reports a heading that only names a kind of document: "Technical Design Document". In
// other scripts that is any short one.
func isKind(s string) bool {
	latin := strings.ContainsFunc(s, func(r rune) bool { return r < unicode.MaxASCII && unicode.IsLetter(r) })
	if !latin {
		return utf8.RuneCountInString(s) <= longestKind
	}
	for word := range strings.FieldsSeq(strings.ToLower(s)) {
		switch word {
		case "implementation", "plan", "tasks", "task", "list", "technical", "design", "document", "doc", "requirements", "requirement",
			"specification", "spec", "bugfix", "bug", "fix", "overview", "feature", "and", "of":
		default:
			return false
		}
	}
	return true
}

// longestIntroduction is the most of an introduction that is quoted, in letters.
const longestIntroduction = 200

// introduction is the first paragraph of a document, as far as its sentences are short enough.
func introduction(d source.Document) string {
	var words []string
	for _, line := range text.Unfenced([]byte(text.WithoutComments(d.Text))) {
		line = strings.TrimSpace(line)
		level, _ := text.Heading(line)
		switch {
		case level == 0 && line != "" && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "---"):
			words = append(words, strings.Fields(strings.ReplaceAll(line, "**", ""))...)
		case len(words) > 0:
			return text.Shorten(words, longestIntroduction)
		}
	}
	return text.Shorten(words, longestIntroduction)
}

// touched is the last change of its files, or the later one that spec.json states.
func (s spec) touched() model.Stamp {
	at := model.Stamp{}
	for _, d := range []source.Document{s.requirements, s.design, s.tasks, s.file} {
		if d.Changed.After(at.Time) {
			at.Time = d.Changed
		}
	}
	if s.at.Time.After(at.Time) {
		return s.at
	}
	return at
}
