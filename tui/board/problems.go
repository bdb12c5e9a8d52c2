package board

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/list"
)

// problemRank puts what has to be settled first ahead of decisions that are not finished, and those ahead of what
// cannot be read.
func problemRank(p model.Problem) int {
	switch {
	case p.First:
		return 0
	case p.Unfinished:
		return 1
	}
	return 2
}

// problemRows have headings only where there is more than one kind of them.
func problemRows(b *Board) []list.Row {
	s := b.Snapshot
	rows := make([]list.Row, 0, len(s.Problems)+len(s.Others))
	var count [3]int
	for _, p := range s.Problems {
		count[problemRank(p)]++
	}
	sections := [...]list.Section{
		list.Over("Resolve first", count[0]), list.Over("Unfinished", count[1]), list.Over("Could not be read", count[2]),
		list.Over("Other files", len(s.Others)),
	}
	if count[0]+count[1]+len(s.Others) == 0 {
		sections[2] = list.Section{}
	}
	problems := slices.Clone(s.Problems)
	slices.SortStableFunc(problems, func(a, b model.Problem) int { return cmp.Compare(problemRank(a), problemRank(b)) })
	for _, p := range problems {
		section, line := sections[problemRank(p)], ""
		if p.Line > 0 {
			line = fmt.Sprintf("line %d", p.Line)
		}
		rows = append(rows, list.Row{
			Ref: p.Ref(), Mark: styles.MarkProblem, What: b.nameOf(p), Who: line, Why: cmp.Or(p.Fault.Name, p.Reason),
			Since: p.Since.Time, Dated: true, Section: section, Words: p.Path + " " + p.Reason,
		})
	}
	var doubted []list.Row
	for _, p := range s.Plans {
		if p.Reading.Tool != "" && len(p.Reading.Doubts) > 0 {
			doubted = append(doubted, list.Row{
				Ref: p.Ref(), Mark: styles.MarkWarn, What: p.ID, Who: p.Reading.Tool, Why: p.Reading.Doubts[0], Words: strings.Join(p.Reading.Doubts, " "),
			})
		}
	}
	for _, row := range doubted {
		row.Section = list.Over("Plans to look at twice", len(doubted))
		rows = append(rows, row)
	}
	for _, o := range s.Others {
		mark := styles.MarkUnknown
		if o.Asks {
			mark = styles.MarkHuman
		}
		rows = append(rows, list.Row{Ref: o.Ref(), Mark: mark, What: o.Path, Why: o.Kind + ", " + phrase.OtherWhy(o), Section: sections[3]})
	}
	return rows
}

// folderOf is the folder of a file with a problem where that is named without its path, and
// another of that name has a problem too: "run-1/".
func (b *Board) folderOf(ref model.Ref) string {
	if ref.Kind != model.KindProblem || len(b.named[path.Base(ref.Path)]) < 2 {
		return ""
	}
	return path.Base(path.Dir(ref.Path)) + "/"
}

// nameOf names the file of a problem on its page.
func (b *Board) nameOf(p model.Problem) string {
	switch {
	case p.Title != "":
		return p.Title
	case p.Alarm != "":
		return "alarm of the gate"
	}
	if short := shortPath(p.Path); short != p.Path {
		return b.folderOf(p.Ref()) + short
	}
	return p.Path
}

// shortPath leaves out the folders of a path that begins in a hidden one.
func shortPath(name string) string {
	if strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "..") {
		return path.Base(name)
	}
	return name
}

// Problem finds a problem of the snapshot.
func (b *Board) Problem(ref model.Ref) (model.Problem, bool) {
	for _, p := range b.Problems[ref.Path] {
		if p.Ref() == ref {
			return p, true
		}
	}
	return model.Problem{}, false
}

// ProblemsLine says how many files have problems, and how many decisions are not finished.
func (b *Board) ProblemsLine() (bold, quiet string) {
	files, unfinished := map[string]bool{}, 0
	for _, p := range b.Snapshot.Problems {
		switch {
		case p.Unfinished:
			unfinished++
		case !p.OfGate() && !p.First:
			files[p.Path] = true
		}
	}
	if len(files) > 0 {
		bold, quiet = "Problems in "+model.Counted(len(files), "file")+".", "Everything else is used."
	}
	if unfinished > 0 {
		bold = strings.TrimSpace(bold + " " + model.Counted(unfinished, "decision") + " not finished.")
	}
	return bold, quiet
}

// Wrote says which session wrote the line before a broken one, "" where that is not known.
func (b *Board) Wrote(p model.Problem) string {
	o, ok := b.About(p.By).Session(p.By)
	if !ok || !p.Since.Known() {
		return ""
	}
	at := p.Since.Time.In(b.Snapshot.At.Location())
	if b.IsOrphan(p.By) {
		return "Session " + o.Label + " stopped while writing it, on " + at.Format("Monday 2 January") + " after " + at.Format("15:04") + "."
	}
	return "Session " + o.Label + " wrote the line before it, on " + at.Format("Monday 2 January") + " at " + at.Format("15:04") + "."
}

// IsOrphan reports whether a session was left open.
func (b *Board) IsOrphan(ref model.Ref) bool {
	return slices.ContainsFunc(b.Orphans, func(o model.Session) bool { return o.Ref() == ref })
}

// SessionLabel is the number of a session, "" for one that is not known.
func (b *Board) SessionLabel(ref model.Ref) string {
	o, _ := b.About(ref).Session(ref)
	return o.Label
}
