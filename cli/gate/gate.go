// Package gate says what the operator's rules want of an agent's action.
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
// to be that of the request, and a link that the request did not have fits nothing.
func Covers(pattern string, asked, a model.Action) bool {
	rest := func(a model.Action) []model.ActionPart {
		return slices.DeleteFunc(a.Parts(), func(p model.ActionPart) bool { return p.Text == a.Line })
	}
	newLink := func(l model.Link) bool { return !slices.Contains(asked.Links, l) }
	if pattern == "" || asked.Dir == "" || a.Line == "" || a.Tool != asked.Tool || slices.ContainsFunc(a.Links, newLink) || !slices.Equal(rest(a), rest(asked)) {
		return false
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
	w := weigh(rules, a)
	switch {
	case a.Line != "":
		files := weigh(rules, model.Action{Tool: "Write", Own: "Edit", Dir: a.Dir, Links: a.Links})
		if len(w.rules)+len(files.rules) == 0 {
			return nil
		}
		l := read(a.Line)
		return append(w.line(l, brief), files.written(l)...)
	case len(w.rules) == 0:
		return nil
	case len(a.Paths) > 0:
		return w.paths()
	}
	return []model.Fit{w.input()}
}

// weighing is one action, with the rules for its tool.
type weighing struct {
	action model.Action
	rules  []model.GateRule
}

func weigh(rules []model.GateRule, a model.Action) weighing {
	w := weighing{action: a}
	for _, r := range rules {
		if ofTool(r, a) {
			w.rules = append(w.rules, r)
		}
	}
	return w
}

// ofTool reports whether a rule is for the tool of an action.
func ofTool(r model.GateRule, a model.Action) bool {
	if r.Tool == "" {
		return true
	}
	if r.Then == model.ThenAllow {
		return exact(r.Tool, a.Tool)
	}
	p := pattern(r.Tool)
	// What writes a file and what changes one make the same of it.
	if changes := a.Tool == "Write" || a.Tool == "Edit"; changes && (p.fits(known("Write")) || p.fits(known("Edit"))) {
		return true
	}
	return p.fits(known(a.Tool)) || p.fits(known(a.Own))
}

// restricts reports whether a rule is read widely.
func restricts(r model.GateRule) bool { return r.Then == model.ThenAsk || r.Then == model.ThenDeny }

// first gives what the first rule wants that fits.
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
		fits = append(fits, w.path(absolute(w.action.Dir, p)))
	}
	return fits
}

// written weighs the files that a shell line writes, as far as a rule restricts them: from each
// folder to which it goes, and where links lead. Where that folder is not known, it is asked for.
func (w weighing) written(l *line) []model.Fit {
	var fits []model.Fit
	for _, file := range l.files {
		for _, p := range l.places(w.action.Dir, file) {
			for _, at := range append(w.leadsTo(p), p) {
				f := w.path(at)
				if !restricts(f.Rule) {
					continue
				}
				somewhere := strings.HasPrefix(at, string(unknown)) && file.isKnown()
				if somewhere && !restricts(w.path("/"+strings.TrimPrefix(at, string(unknown))).Rule) {
					f.Then, f.Unsure = model.ThenAsk, "the folder to which it goes is not known before"
				}
				fits = append(fits, f)
			}
		}
	}
	return fits
}

// leadsTo gives where a path leads by links of the action.
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

func (w weighing) path(p string) model.Fit {
	dir := w.action.Dir
	return w.first(known(p).String(), func(r model.GateRule) bool {
		if restricts(r) {
			near := r.Dir == "" || within(r.Dir, dir) || within(r.Dir, p) || !known(p).isKnown()
			return near && fitsPath(r, dir, p)
		}
		stays := r.Dir == "" || within(r.Dir, dir) && within(r.Dir, p)
		return stays && (exact(r.Match, p) || r.Dir != "" && exact(r.Match, relative(r.Dir, p)))
	})
}

// input weighs the input of any other tool: as a whole, and for rules that restrict also
// each text in it and each command in these texts.
func (w weighing) input() model.Fit {
	texts := texts(w.action.Input)
	var commands []command
	for _, t := range texts {
		commands = append(commands, read(t).commands...)
	}
	return w.first(w.action.Input, func(r model.GateRule) bool {
		if r.Dir != "" && !within(r.Dir, w.action.Dir) {
			return false
		}
		p := pattern(r.Match)
		if !restricts(r) {
			return exact(r.Match, w.action.Input)
		}
		if p.fits(known(w.action.Input)) {
			return true
		}
		for _, t := range texts {
			if p.fits(known(t)) {
				return true
			}
		}
		for _, c := range commands {
			if p.fitsCommand(c) {
				return true
			}
		}
		return false
	})
}
