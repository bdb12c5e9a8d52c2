package journal

import (
	"bytes"
	"errors"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// MaxPreview is how many lines of a problem are shown, MaxResults how many results of a
// computation (seed "Resume").
const (
	MaxPreview = 5
	MaxResults = 3
)

// artifact is one of a problem's files as it was read.
type artifact struct {
	found bool
	// damaged is true when the text is cut off, or empty where it must not be.
	damaged bool
	b       []byte
	// fm is nil when there is none or it cannot be read.
	fm *text.Front
	// body is the text behind the front matter.
	body []byte
}

// artifact reads a file of a problem's folder. A front matter that cannot be read is a
// fault, and the body is read all the same.
func (r *Reader) artifact(p *model.ResearchProblem, file string) artifact {
	name := path.Join(p.Path, file)
	b := r.file(name, source.MaxDocument)
	if b == nil {
		return artifact{}
	}
	a := artifact{found: true, b: b, body: bytes.TrimPrefix(b, text.BOM)}
	fm, err := text.ReadFront(b)
	if fm != nil {
		a.body = b[fm.Body:]
	}
	if bad := text.CheckUTF8(b); bad != nil {
		err = bad
	}
	if err == nil && (file == StateFile || file == proofFile) && text.IsBlank(b) {
		err = text.ErrEmpty
	}
	a.damaged = err != nil
	switch {
	case errors.Is(err, text.ErrEmpty):
		r.problems = append(r.problems, text.Problem(name, text.ErrEmpty, "restore the text from its history, or the agent starts it over"))
		return a
	case err != nil:
		r.problems = append(r.problems, text.Problem(name, err, "its text is not shown; fix the line in an editor"))
		return a
	}
	a.fm = fm
	return a
}

// yes reads a flag of the front matter.
func (a artifact) yes(key string) bool {
	switch strings.ToLower(a.fm.Get(key)) {
	case "true", "yes", "on":
		return true
	}
	return false
}

// count reads a number of the front matter, with a default.
func (a artifact) count(key string, otherwise int) int {
	if n := count(a.fm.Get(key)); n >= 0 {
		return n
	}
	return otherwise
}

// statement reads PROBLEM.md with its title and domain.
func (r *Reader) statement(p *model.ResearchProblem) (title, domain string) {
	a := r.artifact(p, places.ProblemFile)
	p.Statement = model.Statement{
		Found: a.found, Status: a.fm.Get("status"), Type: a.fm.Get("type"), OutputType: a.fm.Get("output_type"),
		Seen: model.FingerprintOf(a.b),
	}
	title = a.fm.Get("title")
	comment := false
	for _, line := range text.Unfenced(a.body) {
		level, heading := text.HeadingAt(line)
		if name, ok := strings.CutPrefix(heading, "Problem:"); ok && level == 1 && title == "" {
			title = strings.Clone(strings.TrimSpace(name))
		}
		text := strings.TrimSpace(line)
		comment = comment || strings.HasPrefix(text, "<!--")
		shown := text != "" && level == 0 && !comment
		comment = comment && !strings.HasSuffix(text, "-->")
		lines := &p.Statement.Preview
		switch n := len(*lines); {
		case level > 0 && n > 0:
			// The problem ends where its section does.
			return title, a.fm.Get("domain")
		case shown && n == MaxPreview:
			(*lines)[n-1] += " …"
			return title, a.fm.Get("domain")
		case shown:
			*lines = append(*lines, strings.Clone(text))
		}
	}
	return title, a.fm.Get("domain")
}

const (
	// StateFile records the progress on a problem.
	StateFile   = "STATE.md"
	proofFile   = "PROOF.md"
	sessionsKey = "session_count"
)

// state reads STATE.md.
func (r *Reader) state(p *model.ResearchProblem) {
	a := r.artifact(p, StateFile)
	p.State = model.ResearchState{
		Found: a.found, Name: a.fm.Get("current_state"), Defined: a.yes("problem_defined"),
		Notation: a.yes("notation_configured"), Sessions: a.count(sessionsKey, 0),
	}
}

// notation reads NOTATION.md.
func (r *Reader) notation(p *model.ResearchProblem) {
	a := r.artifact(p, "NOTATION.md")
	p.Notation = model.Notation{Found: a.found, Domain: a.fm.Get("domain"), Preset: a.fm.Get("based_on_preset"), Modified: a.yes("modified")}
}

// literature reads LITERATURE.md.
func (r *Reader) literature(p *model.ResearchProblem) {
	a := r.artifact(p, "LITERATURE.md")
	l := model.Literature{Found: a.found}
	confirmed, unconfirmed := 0, 0
	for _, line := range text.Unfenced(a.body) {
		level, title := text.HeadingAt(line)
		label, value, labels := text.Labelled(strings.TrimSpace(line))
		switch {
		case level == 3 && strings.HasPrefix(title, "REF-"):
			confirmed++
		case level == 3 && strings.HasPrefix(title, "UREF-"):
			unconfirmed++
		case labels && l.KeyResult == "" && strings.EqualFold(label, "Key Results"):
			l.KeyResult = strings.Clone(value)
		}
	}
	l.Papers, l.Confirmed = a.count("total_papers", confirmed+unconfirmed), a.count("confirmed_count", confirmed)
	p.Literature = l
}

// computation reads COMPUTATION.md.
func (r *Reader) computation(p *model.ResearchProblem) {
	a := r.artifact(p, "COMPUTATION.md")
	c := model.Computation{Found: a.found}
	headings := 0
	for _, line := range text.Unfenced(a.body) {
		if level, title := text.HeadingAt(line); level == 2 && title != "" {
			headings++
			if len(c.Results) < MaxResults {
				c.Results = append(c.Results, strings.Clone(title))
			}
		}
	}
	c.Count = a.count("total_computations", headings)
	p.Computation = c
}

// proof reads PROOF.md. Steps and gaps that its front matter does not count are counted by
// headings.
func (r *Reader) proof(p *model.ResearchProblem) {
	a := r.artifact(p, proofFile)
	var read proofReader
	for _, line := range text.Unfenced(a.body) {
		read.line(line)
	}
	p.Proof = read.proof
	p.Proof.Found, p.Proof.Strategy = a.found, a.fm.Get("strategy")
	p.Proof.Steps = a.count("total_steps", read.proof.Steps)
	p.Proof.Done = a.count("completed_steps", read.proof.Done)
	p.Proof.Open = a.count("open_gaps", len(read.proof.Gaps))
	if a.damaged && p.Proof.Open == 0 {
		p.Proof.Open = -1
	}
}

// proofReader reads the body of a proof line by line.
type proofReader struct {
	proof model.Proof
	// gaps is true below the heading of the open gaps, gap inside one of them.
	gaps, gap bool
	// step is true inside a step whose status is not known yet.
	step bool
}

func (r *proofReader) line(line string) {
	r.countTiers(line)
	level, title := text.HeadingAt(line)
	switch {
	case level == 0 && r.gap:
		g := &r.proof.Gaps[len(r.proof.Gaps)-1]
		if text := strings.TrimSpace(line); text != "" && len(g.Text)+len(text) < MaxGapText {
			g.Text = strings.TrimSpace(g.Text + " " + text)
		}
	case level == 0 && r.step:
		label, value, ok := text.Labelled(strings.TrimSpace(line))
		if r.step = !ok || !strings.EqualFold(label, "Status"); !r.step && isDone(value) {
			r.proof.Done++
		}
	case level == 1 || level == 2:
		r.gaps, r.gap, r.step = strings.HasPrefix(strings.ToLower(title), "open gaps"), false, false
	case level == 3:
		r.step = text.StepHeading().MatchString(title)
		if r.step {
			r.proof.Steps++
		}
		if r.gap = r.gaps && strings.HasPrefix(title, "GAP-"); r.gap {
			id, name, _ := strings.Cut(title, ":")
			r.proof.Gaps = append(r.proof.Gaps, model.Gap{ID: strings.TrimSpace(id), Title: strings.TrimSpace(name)})
		}
	}
}

// isDone reads the status of a step. A proof has more words for it than a plan.
func isDone(status string) bool {
	word, _, _ := strings.Cut(status, " ")
	word = strings.ToLower(strings.Trim(word, "*_`,;:.[]()"))
	return model.ParseStepState(word) == model.StepCompleted || word == "proved" || word == "proven" || word == "verified"
}

// countTiers counts the marks of confidence in a line, except in code.
func (r *proofReader) countTiers(line string) {
	for i, text := range strings.Split(line, "`") {
		if i%2 == 0 {
			r.proof.Verified += strings.Count(text, "[V]")
			r.proof.Sketched += strings.Count(text, "[S]")
			r.proof.Speculative += strings.Count(text, "[~]")
		}
	}
}
