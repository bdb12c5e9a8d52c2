package speckit

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"coldstart/model"
	"coldstart/vault/text"
)

// gate is the step at which a paused run waits for a person.
func (x run) gate() (result, bool) {
	for _, r := range slices.Backward(x.Results) {
		if r.Type == "gate" && r.Status == "paused" {
			return r, true
		}
	}
	return result{}, false
}

// addGate adds the question of a gate. It is only probable where the run was started anew with
// the same inputs, or where a no was given before and the gate will ask again.
func (k *kit) addGate(x run, g result, again bool) {
	message := strings.Split(strings.TrimSpace(word(g.Output.Message)), "\n")
	r := model.Request{
		Path: x.doc.Name, Summary: message[0], Created: x.changed,
		Reading: model.RequestReading{
			Tool: tool, Command: "specify workflow resume " + x.RunID, Summary: model.BasisDeclared, Decision: model.DecisionPending,
			Maybe: again || word(g.Output.Choice) != "",
		},
	}
	if r.Summary == "" {
		r.Summary = "Answer the gate " + g.ID
	}
	k.showFile(x, word(g.Output.ShowFile), &r)
	r.Name = path.Base(r.Path)
	r.Rationale = strings.Join(append(message[1:], x.asks(g, again)...), "\n")
	k.found.Requests = append(k.found.Requests, r)
}

// asks says where the run waits and which answers it takes.
func (x run) asks(g result, again bool) []string {
	out := []string{fmt.Sprintf("Run %s of %s waits at %s.", x.RunID, x.title(), g.ID)}
	list, _ := g.Output.Options.([]any)
	var options []string
	for _, o := range list {
		if s := word(o); s != "" && !strings.ContainsFunc(s, unicode.IsControl) {
			options = append(options, s)
		}
	}
	if len(options) == 0 {
		options = []string{"approve", "reject"}
	}
	line := "It asks for one of: " + strings.Join(options, ", ") + "."
	if slices.ContainsFunc(options, isNo) {
		switch word(g.Output.OnReject) {
		case "retry":
			line += " A no asks again later."
		case "skip":
			line += " After a no the run goes on."
		default:
			line += " A no ends the run."
		}
	}
	out = append(out, line)
	if was := word(g.Output.Choice); was != "" {
		out = append(out, was+" was the answer before.")
	}
	if again {
		out = append(out, "The same workflow was started again later with the same inputs.")
	}
	if input := x.workflow.verdicts[g.ID]; input != "" {
		var answers []string
		for _, o := range options {
			if answer := text.CommandWord(input + "=" + o); answer != "" {
				answers = append(answers, "--input "+answer)
			}
		}
		if len(answers) > 0 {
			out = append(out, "To answer at once, add "+strings.Join(answers, " or ")+".")
		}
	}
	return out
}

func isNo(option string) bool {
	return strings.EqualFold(option, "reject") || strings.EqualFold(option, "abort")
}

// showFile makes the file that a gate is about what the request shows, if it is one of a
// feature and no other request shows it.
func (k *kit) showFile(x run, name string, r *model.Request) {
	if name == "" {
		return
	}
	if name = path.Clean(name); !filepath.IsLocal(name) {
		k.h.Problem(x.doc.Name, 0, "its gate shows a file outside of the repository", "the file was not opened")
		return
	}
	for _, p := range k.found.Plans {
		taken := slices.ContainsFunc(k.found.Requests, func(o model.Request) bool { return o.Path == name })
		if path.Dir(p.Path) != path.Dir(name) {
			continue
		}
		r.PlanID = p.ID
		if d, ok := k.h.Document(name); ok && !taken {
			r.Path = d.Name
		}
		return
	}
}

// word is a value of a JSON file as text, empty for what is no text or number.
func word(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64, bool:
		return fmt.Sprint(v)
	}
	return ""
}
