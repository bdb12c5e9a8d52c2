package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Draft is a journal entry to be written; id and time are added then.
type Draft struct {
	Category  Category
	Title     string
	Agent     string
	Strategy  string
	Tags      []string
	Tried     string
	Outcome   Outcome
	Reasoning string
	Artifacts string
	Related   string
	Insight   string
	// Earlier is the id of the entry that this one retries.
	Earlier string
	// Repair allows rebuilding a broken front matter from the body. Only somebody who saw
	// the difference sets it.
	Repair bool
}

// mostTitle is how many characters of a note become its title.
const mostTitle = 72

// leastTitle is how many bytes a first sentence needs to be a title; a shorter one may end
// at an abbreviation.
const leastTitle = 24

// NoteDraft drafts a quick note: the text is the insight, its beginning the title (seed
// "Resume", function 3).
func NoteDraft(text, agent string) Draft {
	text = OneLine(text)
	title := text
	if end := strings.Index(text, ". "); end >= leastTitle {
		title = text[:end]
	}
	title = cmp.Or(strings.TrimSuffix(title, "."), text)
	if runes := []rune(title); len(runes) > mostTitle {
		title = strings.TrimSpace(string(runes[:mostTitle-1])) + "…"
	}
	return Draft{Category: CategoryNote, Title: title, Agent: agent, Tried: "Noted.", Reasoning: "A note.", Insight: text}
}

// RetryDraft drafts the note that a dead end is worth another try, with its writable tags.
func RetryDraft(e Entry, why, agent string) Draft {
	return Draft{
		Category: CategoryNote, Title: "Worth retrying " + e.ID + ": " + e.Title, Agent: agent,
		Tags:  slices.DeleteFunc(slices.Clone(e.Tags), func(t string) bool { return !writableTag(t) }),
		Tried: "Nothing yet.", Reasoning: "Marked by the operator.", Insight: why, Earlier: e.ID,
	}
}

// Refuse says why the draft cannot be written as it is.
func (d Draft) Refuse() Reason {
	switch {
	case d.Category.Section() == "":
		return notOneOf("category", Categories())
	case OneLine(d.Title) == "":
		return because(BecauseEntryTitle)
	case OneLine(d.Insight) == "":
		return because(BecauseEntryInsight)
	case (d.Category == CategoryProof || d.Strategy != "") && !IsStrategy(d.Strategy):
		return notOneOf("strategy", Strategies())
	case d.Category != CategoryNote && d.Outcome.Status() == OutcomeNone.Status():
		return notOneOf("outcome", Outcomes())
	}
	if slices.ContainsFunc(d.Tags, func(t string) bool { return !writableTag(t) }) {
		return Reason{Code: BecauseEntryTag, Text: notInTags}
	}
	return Reason{}
}

func notOneOf[T any](name string, list []T) Reason {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = fmt.Sprint(v)
	}
	return Reason{Code: BecauseNotOneOf, Name: name, Text: strings.Join(words, ", ")}
}

// notInTags are the characters with a meaning in a list of tags.
const notInTags = `, [ ] " ' \ : # { }`

func writableTag(t string) bool {
	return t != "" && OneLine(t) == t && !strings.ContainsAny(t, strings.ReplaceAll(notInTags, " ", ""))
}

// Lines returns the entry as written into the journal (seed "Resume", function 1): a heading
// and the fields, one line each. The strategy is left out if there is none.
func (d Draft) Lines(id string, at time.Time) []string {
	lines := []string{
		fmt.Sprintf("### %s: %s", id, OneLine(d.Title)),
		"- **Timestamp:** " + FormatUTC(at),
		"- **Agent:** " + cmp.Or(OneLine(d.Agent), "user"),
	}
	if d.Strategy != "" {
		lines = append(lines, "- **Strategy type:** "+OneLine(d.Strategy))
	}
	tried := cmp.Or(OneLine(d.Tried), OneLine(d.Title))
	if d.Earlier != "" {
		tried += " (re_attempt_of: " + OneLine(d.Earlier) + ")"
	}
	return append(lines,
		"- **Tags:** ["+OneLine(strings.Join(d.Tags, ", "))+"]",
		"- **What was tried:** "+tried,
		"- **Outcome:** "+d.Outcome.String(),
		"- **Reasoning:** "+cmp.Or(OneLine(d.Reasoning), "Not given."),
		"- **Artifacts produced:** "+cmp.Or(OneLine(d.Artifacts), "None"),
		"- **Related files:** "+cmp.Or(OneLine(d.Related), "None"),
		"- **Insight/Takeaway:** "+OneLine(d.Insight),
	)
}

// Limits of a request, in characters.
const (
	mostTarget    = 300
	mostRationale = 2000
	mostDetails   = 20_000
)

// RequestDraft is a request drafted by an agent. What the step is comes from the plan.
type RequestDraft struct {
	// Plan is a plan's id or path, Step the number of its step.
	Plan string
	Step int
	// Action is one of RequestActions.
	Action string
	// Target is whom or what the action reaches.
	Target    string
	Rationale string
	// Details is the text to be approved.
	Details string
}

// Drafted is a request that was written for an agent.
type Drafted struct {
	Path   string
	PlanID string
	Step   int
	// Doubts are notes that the operator will see beside it.
	Doubts []Doubt
	Seen   Fingerprint
}

// RequestActions lists the types of action of the agents' own requests.
func RequestActions() []string {
	return []string{"email", "payment", "social_post", "api_call", "other"}
}

// Refuse says why the draft alone cannot be written.
func (d RequestDraft) Refuse() Reason {
	switch {
	case !slices.Contains(RequestActions(), d.Action):
		return notOneOf("action", RequestActions())
	case OneLine(d.Target) == "":
		return because(BecauseNoTarget)
	case OneLine(d.Target) != d.Target:
		return Reason{Code: BecauseNotPlain, Name: "target"}
	case strings.Contains(d.Target, "---"):
		return because(BecauseTargetDashes)
	case OneLine(d.Rationale) == "":
		return because(BecauseNoRationale)
	case d.Step < 1:
		return because(BecauseStepNumber)
	}
	for _, part := range []struct {
		name, text string
		most       int
	}{{"target", d.Target, mostTarget}, {"rationale", d.Rationale, mostRationale}, {"details", d.Details, mostDetails}} {
		switch {
		case len([]rune(part.text)) > part.most:
			return Reason{Code: BecauseTooLong, Name: part.name, N: part.most}
		case CountHidden(part.text) > 0 || strings.ContainsRune(part.text, '\uFEFF'):
			return Reason{Code: BecauseHidden, Name: part.name}
		}
	}
	return Reason{}
}
