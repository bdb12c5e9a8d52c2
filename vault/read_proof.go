package vault

import (
	"strings"

	"coldstart/model"
	"coldstart/vault/text"
)

// proof reads PROOF.md. Its front matter counts the steps and the gaps; where it
// does not, the headings do.
func (r *researchReader) proof(p *model.ResearchProblem) {
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
	// gaps is true below the heading of the open gaps, gap within one of them.
	gaps, gap bool
	// step is true within a step whose status is not known yet.
	step bool
}

func (r *proofReader) line(line string) {
	r.countTiers(line)
	level, title := text.HeadingAt(line)
	switch {
	case level == 0 && r.gap:
		g := &r.proof.Gaps[len(r.proof.Gaps)-1]
		if text := strings.TrimSpace(line); text != "" && len(g.Text)+len(text) < maxGapText {
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
		r.step = stepHeading.MatchString(title)
		if r.step {
			r.proof.Steps++
		}
		if r.gap = r.gaps && strings.HasPrefix(title, "GAP-"); r.gap {
			id, name, _ := strings.Cut(title, ":")
			r.proof.Gaps = append(r.proof.Gaps, model.Gap{ID: strings.TrimSpace(id), Title: strings.TrimSpace(name)})
		}
	}
}

// isDone reads the status of a step; a proved step is called by more names than a
// step of work.
func isDone(status string) bool {
	word, _, _ := strings.Cut(status, " ")
	word = strings.ToLower(strings.Trim(word, "*_`,;:.[]()"))
	return model.ParseStepState(word) == model.StepCompleted || word == "proved" || word == "proven" || word == "verified"
}

// countTiers counts the marks of confidence in a line, outside of code.
func (r *proofReader) countTiers(line string) {
	for i, text := range strings.Split(line, "`") {
		if i%2 == 0 {
			r.proof.Verified += strings.Count(text, "[V]")
			r.proof.Sketched += strings.Count(text, "[S]")
			r.proof.Speculative += strings.Count(text, "[~]")
		}
	}
}
