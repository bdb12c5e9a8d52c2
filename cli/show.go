package cli

import (
	"encoding/base64"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
)

// jsonShow is the answer of coldstart show: the file whole, and what is known
// about it under its kind; the other kinds are null.
type jsonShow struct {
	jsonHead
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
	// Text is null when the file is not UTF-8; TextBase64 is null when it is, or when
	// keys are not to be shown.
	Text       *string      `json:"text"`
	TextBase64 *string      `json:"text_base64"`
	Plan       *jsonPlan    `json:"plan"`
	Request    *jsonRequest `json:"request"`
	Intake     *jsonIntake  `json:"intake"`
	Problem    *jsonProblem `json:"problem"`
	Other      *jsonOther   `json:"other"`
	Session    *jsonSession `json:"session"`
	Work       *jsonWork    `json:"work"`
	Trace      *jsonTrace   `json:"trace"`

	Research *jsonResearchProblem `json:"research"`
	Journal  *jsonJournalFile     `json:"journal"`
	Entry    *jsonEntry           `json:"entry"`
	Memory   *jsonMemory          `json:"memory"`
	Proposal *jsonProposal        `json:"proposal"`
	Learning *jsonLearning        `json:"learning"`
}

func newShow(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "show REF [--json]", Example: "coldstart show 2026-014",
		Short: "Show one plan, request, journal entry or other thing whole",
		Long: refHelp + `
It is also a research problem by its slug, an entry of a journal (PROOF-002, or
SLUG/PROOF-002), a proposal or a learning.`,
		Args: needs("the thing to show"), RunE: c.running(c.runShow),
	}
	c.jsonFlag(cmd)
	cmd.ValidArgsFunction = c.argument(thingOffers)
	return cmd
}

func (c *call) runShow() (int, error) {
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		ref, other, err := findShown(s, c.args[0])
		if err != nil {
			return 0, err
		}
		if other != "" {
			c.hint("this is the request; the same file is also " + other)
		}
		if i := slices.IndexFunc(s.Others, func(o model.Other) bool { return o.Ref() == ref }); i >= 0 {
			return c.answer(func() any { return showOtherJSON(s, s.Others[i]) }, func() { c.out.showOther(s.Others[i]) })
		}
		doc, err := v.Read(c.ctx, ref)
		if err != nil {
			return 0, err
		}
		if c.json {
			j := showJSON(s, doc)
			if j.TextBase64 != nil && c.out.theme.Masks(doc.Bytes) {
				j.TextBase64 = nil
				c.hint("the text has what looks like a key or a password; --reveal shows it")
			}
			return exitDone, c.writeJSON(j)
		}
		c.out.show(s, doc)
		return exitDone, nil
	})
}

func showJSON(s model.Snapshot, doc model.Document) jsonShow {
	j := jsonShow{
		jsonHead: headJSON(s), ID: doc.Ref.String(), Kind: doc.Ref.Kind.String(),
		Path: doc.Ref.Path, SHA256: doc.Seen.String(),
	}
	if text := string(doc.Bytes); utf8.ValidString(text) {
		j.Text = &text
	} else {
		coded := base64.StdEncoding.EncodeToString(doc.Bytes)
		j.TextBase64 = &coded
	}
	if p, ok := s.Plan(doc.Ref.Path); ok && doc.Ref.Kind == model.KindPlan {
		j.Plan = pointer(planJSON(p))
	}
	if r, ok := s.RequestAnywhere(doc.Ref.Path); ok && doc.Ref.Kind == model.KindRequest {
		j.Request = pointer(requestJSON(r, s))
	}
	for _, i := range s.Intake {
		if i.Ref() == doc.Ref {
			j.Intake = pointer(intakeJSON(i))
		}
	}
	for _, p := range s.Problems {
		if p.Ref() == doc.Ref {
			j.Problem = pointer(problemJSON(p))
		}
	}
	j.addRecovery(s, doc.Ref)
	j.addLearning(s, doc.Ref)
	return j
}

func pointer[T any](v T) *T { return &v }

// show writes what is known, then the file as it is. The bar in front of its
// lines cannot come from the file, so that no content passes for a heading.
func (p *paper) show(s model.Snapshot, doc model.Document) {
	p.facts(append(showFacts(s, doc.Ref), fact{"SHA-256", doc.Seen.String()}))
	p.line()
	bar := styles.Span{Text: p.theme.Symbol(styles.SymGutter), Role: styles.RoleFrame}
	for _, text := range p.theme.Source(doc.Bytes) {
		p.line(bar, words(styles.RolePlain, " "), styles.Span{Text: text})
	}
}

// fact is one named value.
type fact struct{ name, value string }

// facts writes those that are known.
func (p *paper) facts(list []fact) {
	for _, f := range list {
		if f.value != "" {
			p.line(words(styles.RoleMuted, fmt.Sprintf("%-12s", f.name+":")), p.label(styles.RolePlain, f.value))
		}
	}
}

// showFacts names what is known about a thing; empty values are left out later.
func showFacts(s model.Snapshot, ref model.Ref) []fact {
	facts := []fact{{"Id", ref.String()}}
	switch ref.Kind {
	case model.KindPlan:
		p, _ := s.Plan(ref.Path)
		done, total := p.Progress()
		progress := p.GuessedSteps(fmt.Sprintf("%d/%d steps", done, total))
		if p.Reading.Stateless || total == 0 {
			progress = p.ProgressWords()
		}
		title := ""
		if p.Stated != "" {
			title = p.Heading()
		}
		facts = append(facts, fact{"Plan ID", p.ID}, fact{"Title", title}, fact{"Objective", p.Aim()}, fact{"Status", p.Status.Both()},
			fact{"Blocked", p.BlockedReason}, fact{"Priority", p.Priority}, fact{"Created", p.Created.Raw},
			fact{"Progress", progress}, fact{"Approved", p.GrantWords()})
		facts = append(facts, planReadingFacts(p)...)
	case model.KindRequest:
		r, _ := s.RequestAnywhere(ref.Path)
		facts = append(facts, fact{"Title", r.Title()}, fact{"Action", r.Action}, fact{"Target", r.Target},
			fact{"Amount", r.Amount}, fact{"Plan", planStep(r)}, fact{"Rationale", r.Rationale},
			fact{"Created", r.Created.Raw}, fact{"Expires", r.Expires.Raw}, fact{"Remarks", requestRemarks(r, s)})
		facts = append(facts, requestReadingFacts(r)...)
	case model.KindSession, model.KindWork, model.KindTrace:
		return append(facts, recoveryFacts(s, ref)...)
	case model.KindResearch, model.KindJournal, model.KindEntry, model.KindMemory, model.KindProposal, model.KindLearning:
		return append(facts, learningFacts(s, ref)...)
	case model.KindIntake:
		for _, i := range s.Intake {
			if i.Ref() == ref {
				facts = append(facts, fact{"Title", i.Title}, fact{"Since", i.Since.Raw})
			}
		}
	}
	for _, p := range s.Problems {
		if p.Path == ref.Path {
			facts = append(facts, fact{"Problem", place(p.Path, p.Line) + ": " + p.Reason}, fact{"Advice", p.Hint})
		}
	}
	return facts
}
