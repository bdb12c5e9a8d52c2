package gsd

import (
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// phase is a folder of phases/.
type phase struct {
	h           *source.Repo
	number, dir string
	files       []string
	// parts are its plans, in order of their ids.
	parts []part
	// status is that of its verification, and waits what a person has to do for it; both are read
	// once they are asked for.
	status *string
	waits  *[]guest.Wait
}

// part is a plan of a phase: PLAN and SUMMARY, of which one may be missing.
type part struct {
	id, plan, summary string
}

// partID is the number of a plan in the name of its file, behind which a name may follow.
var partID = text.Pattern{Expr: `^(?:[A-Z]{1,6}-)?\d+[A-Z]?(?:\.\d+)*-\d+`}

func readPhase(h *source.Repo, dir, number string) *phase {
	p := &phase{h: h, number: number, dir: dir, files: h.Files(dir, ".md")}
	for _, file := range p.files {
		base := path.Base(file)
		if id, ok := kind(base, "PLAN"); ok {
			p.part(id).plan = file
		} else if id, ok := kind(base, "SUMMARY"); ok {
			p.part(id).summary = file
		}
	}
	slices.SortStableFunc(p.parts, func(a, b part) int { return strings.Compare(a.id, b.id) })
	return p
}

// kind takes a file's name apart: "04-01" for 04-01-PLAN.md.
func kind(base, word string) (id string, ok bool) {
	stem := strings.TrimSuffix(base, path.Ext(base))
	if stem == word {
		return word, true
	}
	id, ok = strings.CutSuffix(stem, "-"+word)
	if numbered := partID.FindString(id); ok && numbered != "" {
		return numbered, true
	}
	return id, ok
}

func (p *phase) part(id string) *part {
	for i := range p.parts {
		if p.parts[i].id == id {
			return &p.parts[i]
		}
	}
	p.parts = append(p.parts, part{id: id})
	return &p.parts[len(p.parts)-1]
}

// done counts the plans with a summary.
func (p *phase) done() (count int) {
	for _, x := range p.parts {
		if x.summary != "" {
			count++
		}
	}
	return count
}

func (p *phase) begun() bool    { return p.done() > 0 }
func (p *phase) executed() bool { return len(p.parts) > 0 && p.done() == len(p.parts) }

// next is the first plan without a summary, nil for none.
func (p *phase) next() *part {
	for i := range p.parts {
		if p.parts[i].summary == "" {
			return &p.parts[i]
		}
	}
	return nil
}

// of lists the files of a kind, as UAT.
func (p *phase) of(word string) (names []string) {
	for _, file := range p.files {
		if _, ok := kind(path.Base(file), word); ok {
			names = append(names, file)
		}
	}
	return names
}

// verified is the status of its last verification, empty where there is none.
func (p *phase) verified() string {
	if p.status == nil {
		word := ""
		for _, name := range p.of("VERIFICATION") {
			if d, ok := p.h.Document(name); ok {
				front, _ := text.ReadFront([]byte(d.Text))
				if status := front.Get("status"); status != "" {
					word = strings.ToLower(status)
				}
			}
		}
		p.status = &word
	}
	return *p.status
}

// slug is the name that its folder gives it.
func (p *phase) slug() string {
	if _, name, ok := strings.Cut(path.Base(p.dir), "-"); ok {
		return strings.ReplaceAll(name, "-", " ")
	}
	return path.Base(p.dir)
}

// shown is the file that stands for it: the plan that is next, else its first file. A pin finds
// the phase by its id where that has moved on.
func (p *phase) shown() string {
	if next := p.next(); next != nil && next.plan != "" {
		return next.plan
	}
	for _, x := range p.parts {
		if x.plan != "" {
			return x.plan
		}
	}
	for _, file := range p.files {
		if !strings.HasPrefix(path.Base(file), ".") {
			return file
		}
	}
	return ""
}

// newest is the file among its plans, summaries and verifications that was written last.
func (p *phase) newest() (name string, at time.Time) {
	for _, file := range p.files {
		if t := p.h.Changed(file); t.After(at) {
			name, at = file, t
		}
	}
	return name, at
}
