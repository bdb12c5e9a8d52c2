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
	"coldstart/vault/guest"
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
	Status    string `json:"status"`
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

func readSpec(h *source.Repo, dir string) (s spec, ok bool) {
	s.id = path.Base(dir)
	var there [4]bool
	if s.requirements, there[0] = h.Document(path.Join(dir, "requirements.md")); !there[0] {
		s.requirements, there[0] = h.Document(path.Join(dir, "bugfix.md"))
	}
	s.design, there[1] = h.Document(path.Join(dir, "design.md"))
	s.tasks, there[2] = h.Document(path.Join(dir, "tasks.md"))
	s.list = readTasks(s.tasks)
	var read state
	if s.file, there[3] = h.JSON(path.Join(dir, "spec.json"), &read); there[3] {
		s.state, s.at = &read, model.ParseStamp(read.Updated, h.Zone)
	}
	return s, slices.Contains(there[:], true)
}

// says is how far the spec says it is: people who leave the phase away write a status.
func (s state) says() string { return cmp.Or(s.Phase, s.Status) }

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
	switch strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(s.state.says())) {
	case "implementation-completed", "implementation-complete", "implementation-done", "implemented",
		"completed", "complete", "done", "finished", "validated", "merged", "shipped", "deployed", "released", "archived":
		return true
	}
	return false
}

// next says what comes after the documents that are there, and the command for it.
func (k kit) next(s spec) (words, command string) {
	if step, ok := s.waiting(); ok && !step.further {
		return "Approve the " + step.name, k.typed(s, "spec-status")
	}
	var approved state
	if s.state != nil {
		approved = *s.state
	}
	switch a := approved.Approvals; {
	case len(s.list.list) > 0:
		return "", k.typed(s, "impl")
	case a.Tasks.Approved || approved.Ready:
		return "Build it", k.typed(s, "impl")
	case a.Design.Approved, s.tasks.Name != "", s.design.Name != "":
		return "Write the tasks", k.typed(s, "spec-tasks")
	case a.Requirements.Approved, s.requirements.Name != "":
		return "Write the design", k.typed(s, "spec-design")
	}
	return "Write the requirements", k.typed(s, "spec-requirements")
}

// job makes a job of a spec: how far it is says its phase, else its tasks, else which files are there.
func (k kit) job(s spec) guest.Job {
	j := guest.Job{
		Files: []source.Document{s.tasks, s.design, s.requirements, s.file}, ID: s.id, Tool: s.tool(), From: "the tasks", Title: s.title(),
	}
	if j.Title == "" {
		j.Title, j.Known.Title, j.Goal = s.id, model.BasisFolder, cmp.Or(introduction(s.requirements), introduction(s.design))
	}
	if s.at.Time.After(source.Newest(j.Files...)) {
		j.At = s.at
	}
	for _, x := range s.list.list {
		j.Steps = append(j.Steps, model.Step{Text: x.Text, Mark: x.Rune()})
	}
	if n := s.list.optional; n > 0 {
		j.From = fmt.Sprintf("the tasks, without %d optional ones", n)
	}
	if now := s.list.now(); now != "" {
		j.From += ", now in " + now
	}
	done, all := j.Progress()
	if s.built() {
		j.State, j.Word, j.Known.Status = model.StateDone, s.state.says(), model.BasisDeclared
		j.DoubtOpen("spec.json says "+s.state.says(), "task")
		return j
	}
	if all > 0 && done == all || all == 0 && s.list.optional > 0 {
		j.State, j.Word = model.StateDone, "implemented"
		return j
	}
	j.State, j.Word = s.stage(all)
	if stuck, whole := s.list.stuck(); whole {
		j.State, j.Blocked = model.StateBlocked, stuck[0].blocked
	}
	if s.state != nil && s.state.Phase != "" {
		j.Word = s.state.Phase
	}
	j.Waits = k.waits(s)
	j.Next, j.Type = k.next(s)
	return j
}

// stage is how far a spec is before all of it is code.
func (s spec) stage(tasks int) (model.State, string) {
	switch {
	case s.list.begun:
		return model.StateActive, "in progress"
	case tasks > 0:
		return model.StateDraft, "not started"
	case s.tasks.Name != "":
		return model.StateDraft, "no tasks"
	case s.design.Name != "":
		return model.StateDraft, "design written"
	case s.requirements.Name != "":
		return model.StateDraft, "requirements written"
	}
	return model.StateDraft, "no documents"
}

// title is the first heading that says more than which document it is.
func (s spec) title() string { return guest.TitleIn(s.named, s.tasks, s.design, s.requirements) }

// colon parts the kind of a document from what it is about.
var colon = text.Pattern{Expr: `\s*[:：]\s*|\s+[-–—]+\s+`}

// named is what a heading says besides the kind of its document and its id: "Boats" for "Design: Boats".
func (s spec) named(heading string) string {
	switch m := colon.FindStringIndex(heading); {
	case m != nil && isKind(heading[:m[0]]):
		heading = heading[m[1]:]
	case isKind(heading):
		return ""
	}
	if heading == s.id {
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
	for l := range guest.Said(d.Text) {
		line := strings.TrimSpace(l.Text)
		switch {
		case l.Level == 0 && line != "" && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "---"):
			words = append(words, strings.Fields(strings.ReplaceAll(line, "**", ""))...)
		case len(words) > 0:
			return text.Shorten(words, longestIntroduction)
		}
	}
	return text.Shorten(words, longestIntroduction)
}
