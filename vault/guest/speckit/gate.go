package speckit

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"coldstart/vault/guest"
	"coldstart/vault/source"
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
	message := strings.Split(strings.TrimSpace(guest.Word(g.Output.Message)), "\n")
	w := guest.Wait{
		Do: cmp.Or(message[0], "Answer the gate "+g.ID), Why: append(message[1:], x.asks(g, again)...), In: x.doc, Since: x.changed,
		Type: "specify workflow resume " + x.RunID, Maybe: again || guest.Word(g.Output.Choice) != "",
	}
	if j := k.showFile(x, guest.Word(g.Output.ShowFile), &w); j != nil {
		j.Waits = append(j.Waits, w)
	} else {
		k.left.Waits = append(k.left.Waits, w)
	}
}

// asks says where the run waits and which answers it takes.
func (x run) asks(g result, again bool) []string {
	out := []string{fmt.Sprintf("Run %s of %s waits at %s.", x.RunID, x.title(), g.ID)}
	list, _ := g.Output.Options.([]any)
	var options []string
	for _, o := range list {
		if s := guest.Word(o); s != "" && !strings.ContainsFunc(s, unicode.IsControl) {
			options = append(options, s)
		}
	}
	if len(options) == 0 {
		options = []string{"approve", "reject"}
	}
	line := "It asks for one of: " + strings.Join(options, ", ") + "."
	if slices.ContainsFunc(options, isNo) {
		switch guest.Word(g.Output.OnReject) {
		case "retry":
			line += " If you reject it, it asks again later."
		case "skip":
			line += " If you reject it, the run continues."
		default:
			line += " If you reject it, the run ends."
		}
	}
	out = append(out, line)
	if was := guest.Word(g.Output.Choice); was != "" {
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

// showFile makes the file that a gate is about what a request shows, if it is one of a
// feature and no other request shows it. It returns that feature, nil for none.
func (k *kit) showFile(x run, name string, w *guest.Wait) *guest.Job {
	if name == "" {
		return nil
	}
	if name = path.Clean(name); !filepath.IsLocal(name) {
		k.h.Note(x.doc.Name, 0, "its gate shows a file outside of the repository", "the file was not opened")
		return nil
	}
	for i := range k.left.Jobs {
		j := &k.left.Jobs[i]
		if !slices.ContainsFunc(j.Files, func(d source.Document) bool { return path.Dir(d.Name) == path.Dir(name) }) {
			continue
		}
		taken := slices.ContainsFunc(j.Waits, func(w guest.Wait) bool { return w.In.Name == name })
		if d, ok := k.h.Document(name); ok && !taken {
			w.In = d
		}
		return j
	}
	return nil
}
