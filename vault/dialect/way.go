package dialect

import (
	"path"
	"slices"
	"strings"

	"coldstart/model"
)

// A request may say how it wants to be answered: "To approve: create file Approved/x_APPROVED.md". What
// counts is a command to the reader in the request's own text. Whom it is for follows from a phrase
// in its line, from the folder it names, or from the heading or the line that leads to it.

// wayReader collects the ways of a page.
type wayReader struct {
	page *Page
	// led is the answer to which a line led up, within its section.
	led     answerFor
	found   map[model.Choice][]foundWay
	section int32
	// stems are parts of words of which a line has one that speaks of an answer, nil for any line.
	stems []string
}

// answerStems are in every line that speaks of an answer and is not led up to.
var answerStems = []string{"pprov", "reject", "deny", "denied", "declin", "accept", "confirm", "authori", "refuse"}

// foundWay is a way with what joins it to the others.
type foundWay struct {
	model.Way
	// other is true for one of several that are enough, act for what coldstart cannot do.
	other, act bool
}

// mostWay is the most bytes of a line that may say how to answer.
const mostWay = 1000

// ReadWays returns how a request wants a yes and a no.
func ReadWays(p *Page) (yes, no model.Way) {
	r := wayReader{page: p, found: map[model.Choice][]foundWay{}, section: -1, stems: answerStems}
	if p.Folders.Named(FolderApproved) != nil || p.Folders.Named(FolderRejected) != nil {
		// A folder can have any name.
		r.stems = nil
	}
	for i := range p.lines {
		l := &p.lines[i]
		s := &p.sections[l.section]
		if l.section != r.section {
			r.section, r.led = l.section, p.answerOf(int(l.section))
		}
		if r.led == (answerFor{}) && r.stems != nil && !hasStem(l.text, r.stems) {
			continue
		}
		if l.at == inBody && !s.embedded && !s.message && s.role != roleLog && len(l.text) <= mostWay {
			r.read(l)
		}
	}
	yes, no = r.only(model.ChoiceApprove), r.only(model.ChoiceReject)
	for _, w := range []*model.Way{&yes, &no} {
		if w.Kind == model.WayStatus && !p.hasOneStatus() {
			w.Kind = model.WayUnclear
		}
	}
	return yes, no
}

// answerOf returns the answer of which a heading speaks, or else one around it.
func (p *Page) answerOf(section int) answerFor {
	for ; section > 0; section = p.sections[section].parent {
		all := tokensOf(trimMarks(p.sections[section].name))
		for i := range all {
			if a, n := answerAt(all, i); n > 0 && (i == 0 || a.firm) {
				return a
			}
		}
	}
	return answerFor{}
}

// read reads one line. A box that does not say for which answer it is, is a step.
func (r *wayReader) read(l *line) {
	text, box := strings.TrimLeft(l.text, " \t|"), false
	if it, ok := listItem(text); ok {
		text = it.text
	}
	if _, _, behind, ok := boxOf(text); ok {
		text, box = behind, true
	}
	all := tokensOf(text)
	spoken, here := make([]bool, len(all)), make([]answerFor, len(all))
	now, said := answerFor{}, false
	for i := 0; i < len(all); {
		a, n := answerAt(all, i)
		if n == 0 {
			here[i], i = now, i+1
			continue
		}
		if !said {
			// "Move it to Approved/ to approve": the phrase may stand behind.
			for j := range i {
				here[j] = a
			}
		}
		now, said = a, true
		for range n {
			spoken[i], here[i] = true, a
			i++
		}
	}
	if box && said && !slices.Contains(spoken, false) {
		// "[ ] Approved" is a box to tick, which nobody does but a person.
		r.add(now.choice, foundWay{Way: model.Way{Kind: model.WayUnclear}, act: true}, l)
		return
	}
	before := r.count()
	r.followLine(l, all, spoken, here, said, box)
	if leads := said && len(all) > 0 && now.firm; r.count() == before && (leads || len(all) > 0 && strings.HasSuffix(strings.TrimRight(text, "*_ "), ":")) {
		r.led = now
	}
}

func (r *wayReader) count() int {
	return len(r.found[model.ChoiceApprove]) + len(r.found[model.ChoiceReject])
}

// followLine finds the commands of a line.
func (r *wayReader) followLine(l *line, all []token, spoken []bool, here []answerFor, said, box bool) {
	if box && !said {
		return
	}
	before := r.count()
	for i := 0; i < len(all); i++ {
		verb, led := wayVerbs()[all[i].word], r.led
		code := all[i].quoted && !strings.HasPrefix(all[i].text, "/")
		if words := tokensOf(all[i].text); code && len(words) > 1 && wayVerbs()[words[0].word] > 0 {
			// A command of a shell.
			r.command(l, wayVerbs()[words[0].word], words[1:], answerOr(here[i], said, led), i > 0 && all[i-1].word == "or", true)
			continue
		}
		if verb == 0 || all[i].quoted || spoken[i] || !commands(all, i, spoken) {
			continue
		}
		end := i + 1
		for end < len(all) && !all[end-1].ends && !(wayVerbs()[all[end].word] > 0 && !all[end].quoted && commands(all, end, spoken)) {
			end++
		}
		a := answerOr(here[i], said, led)
		about := isAboutThis(all[i+1:end]) || r.count() > before
		if verb == verbRename && end+1 < len(all) && wayVerbs()[all[end].word] == verbMove {
			// "Rename it to x.md and move it to Approved/" is one command.
			verb = verbCreate
			for end++; end < len(all) && !all[end-1].ends; end++ {
			}
		}
		for _, part := range parts(all, i+1, end) {
			if said && here[part.from] != (answerFor{}) {
				a = here[part.from]
			}
			var object []token
			for j := part.from; j < part.to; j++ {
				if !spoken[j] {
					object = append(object, all[j])
				}
			}
			r.command(l, verb, object, a, part.other || i > 0 && isOr(all[i-1]), about)
		}
		i = end - 1
	}
	if said && len(all) > 0 {
		r.bare(l, all, spoken, here)
	}
}

// answerOr is the answer of a line, or the one that led to it.
func answerOr(a answerFor, said bool, led answerFor) answerFor {
	if said {
		return a
	}
	return led
}

func isOr(t token) bool { return t.word == "or" || t.word == "alternatively" }

// span is a part of a command with an object of its own: "to Approved/, or to Rejected/".
type span struct {
	from, to int
	other    bool
}

// parts cuts a command at each "or".
func parts(all []token, from, to int) (out []span) {
	begin, other := from, false
	for i := from; i < to; i++ {
		if isOr(all[i]) && i > begin {
			out = append(out, span{begin, i, other})
			begin, other = i+1, true
		}
	}
	if begin < to {
		out = append(out, span{begin, to, other})
	}
	return out
}

// thisWords are how a request calls itself.
var thisWords = []string{"file", "request", "document", "note", "item", "status", "copy"}

// isAboutThis reports whether an object is the request: "this", "it", "the file", or left out.
func isAboutThis(object []token) bool {
	switch {
	case len(object) == 0:
		return false
	case object[0].quoted, slices.Contains([]string{"this", "it", "to", "into"}, object[0].word):
		return true
	}
	return slices.ContainsFunc(object[:min(2, len(object))], func(t token) bool { return slices.Contains(thisWords, t.word) })
}

// bare reads "Approve: `Approved/x.md`", which has no verb.
func (r *wayReader) bare(l *line, all []token, spoken []bool, here []answerFor) {
	for i := range all {
		if wayVerbs()[all[i].word] > 0 {
			return
		}
	}
	for i, t := range all {
		if dir := r.page.placed(t.text); here[i].firm && here[i].choice != model.ChoiceNone && !spoken[i] && dir.folder == folderFor(here[i].choice) && strings.Contains(t.text, "/") {
			r.target(l, verbMove, t, dir, here[i], false)
		}
	}
}

func folderFor(c model.Choice) Folder {
	if c == model.ChoiceReject {
		return FolderRejected
	}
	return FolderApproved
}

// command reads one command with its object. Without an answer it is one where it is about this file
// and names the folder of a decision.
func (r *wayReader) command(l *line, verb wayVerb, object []token, a answerFor, other, about bool) {
	switch verb {
	case verbDrop:
		if a == (answerFor{model.ChoiceReject, true}) {
			r.add(a.choice, foundWay{other: other}, l)
		}
	case verbAct, verbTick:
		box := func(t token) bool { return strings.Contains(t.word, "box") }
		if a.firm && a.choice != model.ChoiceNone && (verb == verbAct || slices.ContainsFunc(object, box)) {
			r.add(a.choice, foundWay{Way: model.Way{Kind: model.WayUnclear}, other: other, act: true}, l)
		}
	case verbSet:
		r.set(l, object, a, other)
	default:
		r.place(l, verb, object, a, other, about)
	}
}

// place reads where a file is to be moved, or which is to be created.
func (r *wayReader) place(l *line, verb wayVerb, object []token, a answerFor, other, about bool) {
	var best token
	var dir placed
	file := ""
	for i, t := range object {
		from := i > 0 && object[i-1].word == "from"
		at := r.page.placed(t.text)
		switch {
		case from || at.folder == FolderPending:
		case isFileName(t.text) && !strings.Contains(t.text, "/") && at.folder == FolderNone:
			file = t.text
		case at.folder != FolderNone && (dir.folder == FolderNone || isDecided(at.folder) && !isDecided(dir.folder)),
			dir.folder == FolderNone && best.text == "" && strings.Contains(t.text, "/") && len(t.text) > 1:
			best, dir = t, at
		}
	}
	if a.choice == model.ChoiceNone && (!about || !isDecided(dir.folder) || a.firm) {
		return
	}
	if verb != verbMove && file == "" && !isFileName(best.text) {
		if quoted := func(t token) bool { return t.quoted }; !a.firm || about && !slices.ContainsFunc(object, quoted) {
			// "Save this file."
			return
		}
		best = token{}
	}
	if file != "" && verb != verbMove && dir.path != "" && !isFileName(dir.path) {
		dir.path = path.Join(dir.path, file)
	}
	switch {
	case !a.firm && !isDecided(dir.folder) && (!about && dir.folder == FolderNone || a.choice == model.ChoiceApprove && dir.folder == FolderDone):
		// It is what the agent does then.
	case best.text == "" || verb == verbRename:
		if a.firm || verb == verbRename {
			r.add(a.choice, foundWay{Way: model.Way{Kind: model.WayUnclear}, other: other}, l)
		}
	default:
		r.target(l, verb, best, dir, a, other)
	}
}

// target adds a way to a place.
func (r *wayReader) target(l *line, verb wayVerb, t token, dir placed, a answerFor, other bool) {
	choice := a.choice
	switch {
	case a.firm && !other && isDecided(dir.folder) && choice != model.ChoiceNone && dir.folder != folderFor(choice):
		// "To reject: move it to Approved/" contradicts itself.
		dir.sound = false
	case dir.folder == FolderApproved:
		choice = model.ChoiceApprove
	case dir.folder == FolderRejected:
		choice = model.ChoiceReject
	}
	w := model.Way{Kind: model.WayUnclear}
	_, below, _ := strings.Cut(dir.path, "/")
	base := path.Base(dir.path)
	switch {
	case !dir.sound || dir.folder != folderFor(choice) && !(choice == model.ChoiceReject && dir.folder == FolderDone):
	case below == "" && isDecided(dir.folder), below == r.page.base():
		w.Kind = model.WayPlain
	case isFileName(base) && base == r.page.base():
		w = model.Way{Kind: model.WayFolder, Path: path.Dir(dir.path)}
	case isFileName(base) && strings.EqualFold(path.Ext(base), path.Ext(r.page.base())):
		w = model.Way{Kind: model.WayFile, Path: dir.path}
	case isFileName(base):
	default:
		w = model.Way{Kind: model.WayFolder, Path: dir.path}
	}
	r.add(choice, foundWay{Way: w, other: other}, l)
}

// set reads a command to change a word. The word of the request's status is the one that can be.
func (r *wayReader) set(l *line, object []token, a answerFor, other bool) {
	status, was := false, false
	var to token
	var value string
	for _, t := range object {
		key, given, ok := strings.Cut(t.text, ":")
		status = status || isStatusKey(strings.TrimSpace(key))
		if given = strings.TrimSpace(given); !ok || given == "" {
			given = t.text
		}
		switch said := decisionOf(given); {
		case len(strings.Fields(given)) > 1:
		case said == DecisionPending:
			was = true
		case said != DecisionNone:
			to, value = t, given
		}
	}
	choice := a.choice
	switch decisionOf(value) {
	case DecisionApproved:
		choice = model.ChoiceApprove
	case DecisionRejected:
		choice = model.ChoiceReject
	}
	switch {
	case to.text != "" && (status || was || other && r.setsBefore(l)) && (a.choice != model.ChoiceNone || !a.firm):
		exact := to.quoted || value == strings.ToUpper(value)
		r.add(choice, foundWay{Way: model.Way{Kind: model.WayStatus, Word: value, Exact: exact}, other: other && !r.setsBefore(l)}, l)
	case a.firm && a.choice != model.ChoiceNone && slices.ContainsFunc(object, func(t token) bool { return t.quoted }):
		r.add(a.choice, foundWay{Way: model.Way{Kind: model.WayUnclear}, other: other}, l)
	}
}

// setsBefore reports whether a line has said already that a status is to change.
func (r *wayReader) setsBefore(l *line) bool {
	for _, ways := range r.found {
		if slices.ContainsFunc(ways, func(w foundWay) bool { return w.Kind == model.WayStatus && w.Line == int(l.number) }) {
			return true
		}
	}
	return false
}

func isStatusKey(word string) bool {
	key := normalKey(word)
	return slices.Contains(spellings[fieldApproval].keys, key) || key == "status"
}

func (r *wayReader) add(c model.Choice, w foundWay, l *line) {
	const most = 32
	if (c == model.ChoiceApprove || c == model.ChoiceReject) && len(r.found[c]) < most {
		text := strings.TrimLeft(l.text, " \t|")
		if it, ok := listItem(text); ok {
			text = it.text
		}
		w.Line, w.Said = int(l.number), tidy(text)
		r.found[c] = append(r.found[c], w)
	}
}

// only is the one way to give an answer. Of several that are each enough it is the plain one, else the
// first that can be followed; what is wanted together cannot be, unless it is one thing.
func (r *wayReader) only(c model.Choice) model.Way {
	ways := r.found[c]
	known := slices.DeleteFunc(slices.Clone(ways), func(w foundWay) bool { return w.act })
	if len(known) > 0 && !slices.ContainsFunc(known[:1], func(w foundWay) bool { return w.Kind == model.WayUnclear }) {
		ways = known
	}
	any := slices.ContainsFunc(ways, func(w foundWay) bool { return w.other })
	var one model.Way
	for i, w := range ways {
		same := w.Kind == one.Kind && w.Path == one.Path && w.Word == one.Word
		switch {
		case i == 0:
			one = w.Way
		case any && (w.Kind == model.WayPlain || one.Kind == model.WayUnclear):
			one = w.Way
		case any || same:
		case one.Kind == model.WayPlain && (w.Kind == model.WayFolder || w.Kind == model.WayUnclear):
			one = w.Way
		case w.Kind == model.WayPlain && one.Kind == model.WayFolder, one.Kind == model.WayUnclear:
		case w.Kind == model.WayUnclear:
			one = w.Way
		default:
			one.Kind = model.WayUnclear
		}
	}
	return one
}
