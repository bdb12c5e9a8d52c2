// Package gate applies the operator's rules to an agent's action.
//
// A rule that restricts is read widely, one that allows narrowly: what nobody can tell from
// the text, such as $x, stands for any text when it is held against an ask or a deny, and
// for none when it is held against an allow. Nothing is run and nothing looked up.
package gate

import (
	"slices"
	"strings"

	"coldstart/model"
)

// Weigh says what the rules want of an action. Of all that it does, the strictest counts: a
// deny before an ask, an ask before an allow. An allow counts only when each part of the
// action has one.
func Weigh(rules []model.GateRule, a model.Action) model.Fit {
	best := model.Fit{}
	fits := parts(rules, a, false)
	for _, f := range fits {
		if f.Then > best.Then {
			best = f
		}
	}
	if best.Then == model.ThenAllow {
		for _, f := range fits {
			if f.Then != model.ThenAllow {
				return model.Fit{}
			}
		}
	}
	return best
}

// Covers reports whether a yes to what was asked for covers an action by its pattern, as a rule that
// allows it would: each command of a plain line, in the same folder or below. The rest of its input has
// to be that of the request, and a link or a file to run that the request did not have fits nothing. A * ends
// with its word, and is no option and no colon, so that git push origin feature/* lets neither an option nor feature/x:main
// through; a last * alone is any more words.
func Covers(pattern string, asked, a model.Action) bool {
	rest := func(a model.Action) []model.ActionPart {
		return slices.DeleteFunc(a.Parts(), func(p model.ActionPart) bool { return p.Text == a.Line })
	}
	newLink := func(l model.Link) bool { return !slices.Contains(asked.Links, l) }
	newRun := func(r model.RunFile) bool {
		return !slices.ContainsFunc(asked.Runs, func(was model.RunFile) bool { return was.Name == r.Name && was.Seen == r.Seen && !r.Seen.IsZero() })
	}
	if pattern == "" || asked.Dir == "" || a.Line == "" || a.Tool != asked.Tool || slices.ContainsFunc(a.Links, newLink) || slices.ContainsFunc(a.Runs, newRun) || !slices.Equal(rest(a), rest(asked)) {
		return false
	}
	shape := read(pattern).commands
	if len(shape) != 1 {
		return false
	}
	words := shape[0].words
	more := strings.HasSuffix(pattern, " *")
	for _, c := range read(a.Line).commands {
		if len(c.words) != len(words) && !(more && len(c.words) > len(words)) {
			return false
		}
		if more {
			c.words = c.words[:len(words)-1]
		}
		for i, w := range c.words {
			if w.isOption() != words[i].isOption() || slices.Contains(w, ':') && !slices.Contains(words[i], ':') {
				return false
			}
		}
	}
	rule := model.GateRule{Tool: a.Tool, Match: pattern, Dir: asked.Dir, Then: model.ThenAllow}
	return Weigh([]model.GateRule{rule}, a).Then == model.ThenAllow
}

// Explain says what the rules want of each part of an action: each command of a shell line
// and each file that it writes to, each path of a tool for files, the input of any other
// tool. A part that no rule names has ThenNothing; commands that may begin in the middle of
// another one are left out then.
func Explain(rules []model.GateRule, a model.Action) []model.Fit { return parts(rules, a, true) }

func parts(rules []model.GateRule, a model.Action, brief bool) []model.Fit {
	w, files := weigh(rules, a), weigh(rules, model.Action{Tool: "Write", Own: "Edit", Dir: a.Dir, Links: a.Links})
	whole := []model.Fit{}
	if a.Line == "" && len(a.Paths) == 0 {
		if len(w.rules) > 0 {
			whole = append(whole, w.input())
		}
		whole = append(whole, files.written(&line{files: put(a)})...)
	}
	switch {
	case len(w.lines) > 0 && (len(whole) == 0 || whole[0].Then != model.ThenAllow):
		if len(w.rules)+len(files.rules) == 0 {
			return nil
		}
		l := read(w.lines...)
		fits := append(w.line(l, brief), files.written(l)...)
		return append(fits, slices.DeleteFunc(whole, func(f model.Fit) bool { return !restricts(f.Rule) })...)
	case len(a.Paths) > 0 && len(w.rules) > 0:
		return w.paths()
	}
	return whole
}

// weighing is one action, with the lines that it hands to a shell and the rules for its tool.
type weighing struct {
	action model.Action
	lines  []string
	rules  []model.GateRule
}

func weigh(rules []model.GateRule, a model.Action) weighing {
	w := weighing{action: a, lines: Lines(a)}
	for _, r := range rules {
		if w.ofTool(r) {
			w.rules = append(w.rules, r)
		}
	}
	return w
}

// restricts reports whether a rule is read widely.
func restricts(r model.GateRule) bool { return r.Then == model.ThenAsk || r.Then == model.ThenDeny }

// first returns what the first rule wants that fits.
func (w weighing) first(what string, fits func(model.GateRule) bool) model.Fit {
	for _, r := range w.rules {
		if fits(r) {
			return model.Fit{Then: r.Then, Rule: r, What: what}
		}
	}
	return model.Fit{What: what}
}

// unsure is what the rules want where it is not known what runs: the first one that restricts
// counts as if it fitted, in whatever folder. A rule that denies only some commands asks then.
func (w weighing) unsure(what, why string) model.Fit {
	for _, r := range w.rules {
		if !restricts(r) {
			continue
		}
		then := model.ThenAsk
		if strings.Trim(r.Match, "* ") == "" {
			then = r.Then
		}
		return model.Fit{Then: then, Rule: r, What: what, Unsure: why}
	}
	return model.Fit{What: what}
}

// line weighs each command that a shell line may run.
func (w weighing) line(l *line, brief bool) []model.Fit {
	if len(w.rules) == 0 {
		return nil
	}
	near := func(r model.GateRule) bool { return r.Dir == "" || l.reaches(w.action.Dir, r.Dir) || w.linked(r.Dir) }
	var fits []model.Fit
	for _, c := range l.commands {
		f := w.first(c.String(), func(r model.GateRule) bool {
			if restricts(r) {
				p := pattern(r.Match)
				return near(r) && (p.fitsCommand(c) || p.fitsWithin(c))
			}
			return l.plain && exact(r.Match, c.plain()) && l.stays(w.action.Dir, r.Dir)
		})
		if f.Then != model.ThenNothing || !brief || !c.inner {
			fits = append(fits, f)
		}
	}
	for _, u := range l.unsure {
		fits = append(fits, w.unsure(u.what, u.why))
	}
	return fits
}

// linked reports whether a name in the action leads into a folder by a link.
func (w weighing) linked(folder string) bool {
	return slices.ContainsFunc(w.action.Links, func(l model.Link) bool { return within(folder, l.To) })
}

// paths weighs the paths of a tool for files.
func (w weighing) paths() []model.Fit {
	var fits []model.Fit
	for _, p := range w.action.Paths {
		fits = append(fits, w.path(absolute(w.action.Dir, p), effectWrite))
	}
	return fits
}

// written weighs the places that a shell line writes, fills or removes, as far as a rule restricts them: from each
// folder to which it goes, and where links lead. Where that folder is not known, it is asked for.
func (w weighing) written(l *line) []model.Fit {
	var fits []model.Fit
	for _, file := range l.files {
		for _, p := range l.places(w.action.Dir, file.name) {
			for _, at := range append(w.leadsTo(p), p) {
				f := w.path(at, file.how)
				if !restricts(f.Rule) {
					continue
				}
				somewhere := strings.HasPrefix(at, string(unknown)) && file.name.isKnown()
				if somewhere && !restricts(w.path("/"+strings.TrimPrefix(at, string(unknown)), file.how).Rule) {
					f.Then, f.Unsure = model.ThenAsk, "its target folder is unknown until it runs"
				}
				fits = append(fits, f)
			}
		}
	}
	return fits
}

// leadsTo returns where a path leads by links of the action.
func (w weighing) leadsTo(p string) []string {
	var found []string
	for _, l := range w.action.Links {
		from := absolute(w.action.Dir, l.Name)
		if rest, ok := strings.CutPrefix(p, from); ok && (rest == "" || rest[0] == '/') {
			found = append(found, absolute(l.To, "."+rest))
		}
	}
	return found
}

func (w weighing) path(p string, how effect) model.Fit {
	dir := w.action.Dir
	return w.first(known(p).String(), func(r model.GateRule) bool {
		if restricts(r) {
			p := p
			if r.Tool == "" && how == effectMaybe {
				return false
			}
			if r.Tool == "" {
				// It is most likely for a command: what is not known is no more than some name.
				p = strings.ReplaceAll(p, string(unknown), someName)
			}
			near := r.Dir == "" || within(r.Dir, dir) || within(r.Dir, p) || how.takes() && within(p, r.Dir) || !known(p).isKnown()
			return near && (fitsPath(r, dir, p) || how.takes() && fitsBelow(r, dir, p))
		}
		stays := r.Dir == "" || within(r.Dir, dir) && within(r.Dir, p)
		return stays && (exact(r.Match, p) || r.Dir != "" && exact(r.Match, relative(r.Dir, p)))
	})
}

// input weighs the input of any other tool: as a whole, and for rules that restrict also each text in it,
// a list as one behind each text beside it, and each command in those that a tool may run.
func (w weighing) input() model.Fit {
	a := w.action
	var texts []string
	var commands []command
	all := fieldsIn(a.Input)
	for _, f := range all {
		found := []string{f.text}
		for _, g := range all {
			if f.kind == list && f.text != "" && g.kind == alone && g.of == f.of {
				found = append(found, g.text+" "+f.text)
			}
		}
		for _, text := range found {
			if !looksOnly(a) && !f.isData(a.Tool) {
				commands = append(commands, read(text).commands...)
			}
		}
		if f.has(codeNames) {
			l := read()
			l.inCode(command{words: []word{known(f.name)}, input: known(f.text)})
			commands = append(commands, l.commands...)
		}
		texts = append(texts, found...)
	}
	return w.first(a.Input, func(r model.GateRule) bool {
		if r.Dir != "" && !within(r.Dir, a.Dir) {
			return false
		}
		p := pattern(r.Match)
		if !restricts(r) {
			return exact(r.Match, a.Input)
		}
		return p.fits(known(a.Input)) || slices.ContainsFunc(texts, func(t string) bool { return p.fits(known(t)) }) ||
			slices.ContainsFunc(commands, p.fitsCommand)
	})
}
