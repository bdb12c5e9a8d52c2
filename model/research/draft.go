package research

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"coldstart/model"
)

// mostTitle is how many characters of a note become its title.
const mostTitle = 72

// leastTitle is how many bytes a first sentence needs to be a title; a shorter one may end
// at an abbreviation.
const leastTitle = 24

// NoteDraft drafts a quick note: the text is the insight, its beginning the title (seed
// "Resume", function 3).
func NoteDraft(text, agent string) model.Draft {
	text = model.OneLine(text)
	title := text
	if end := strings.Index(text, ". "); end >= leastTitle {
		title = text[:end]
	}
	title = cmp.Or(strings.TrimSuffix(title, "."), text)
	if runes := []rune(title); len(runes) > mostTitle {
		title = strings.TrimSpace(string(runes[:mostTitle-1])) + "…"
	}
	return model.Draft{Category: model.CategoryNote, Title: title, Agent: agent, Tried: "Noted.", Reasoning: "A note.", Insight: text}
}

// RetryDraft drafts the note that a dead end is worth another try, with its writable tags.
func RetryDraft(e model.Entry, why, agent string) model.Draft {
	return model.Draft{
		Category: model.CategoryNote, Title: "Worth retrying " + e.ID + ": " + e.Title, Agent: agent,
		Tags:  slices.DeleteFunc(slices.Clone(e.Tags), func(t string) bool { return !writableTag(t) }),
		Tried: "Nothing yet.", Reasoning: "Marked by the operator.", Insight: why, Earlier: e.ID,
	}
}

// RefuseDraft says why the draft cannot be written as it is.
func RefuseDraft(d model.Draft) model.Reason {
	switch {
	case d.Category.Section() == "":
		return notOneOf("category", model.Categories())
	case model.OneLine(d.Title) == "":
		return model.Because(model.BecauseEntryTitle)
	case model.OneLine(d.Insight) == "":
		return model.Because(model.BecauseEntryInsight)
	case (d.Category == model.CategoryProof || d.Strategy != "") && !model.IsStrategy(d.Strategy):
		return notOneOf("strategy", model.Strategies())
	case d.Category != model.CategoryNote && d.Outcome.Status() == model.OutcomeNone.Status():
		return notOneOf("outcome", model.Outcomes())
	}
	if slices.ContainsFunc(d.Tags, func(t string) bool { return !writableTag(t) }) {
		return model.Reason{Code: model.BecauseEntryTag, Text: notInTags}
	}
	return model.Reason{}
}

func notOneOf[T any](name string, list []T) model.Reason {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = fmt.Sprint(v)
	}
	return model.Reason{Code: model.BecauseNotOneOf, Name: name, Text: strings.Join(words, ", ")}
}

// notInTags are the characters with a meaning in a list of tags.
const notInTags = `, [ ] " ' \ : # { }`

func writableTag(t string) bool {
	return t != "" && model.OneLine(t) == t && !strings.ContainsAny(t, strings.ReplaceAll(notInTags, " ", ""))
}

// Lines returns the entry as written into the journal (seed "Resume", function 1): a heading
// and the fields, one line each. The strategy is left out if there is none.
func Lines(d model.Draft, id string, at time.Time) []string {
	lines := []string{
		fmt.Sprintf("### %s: %s", id, model.OneLine(d.Title)),
		"- **Timestamp:** " + model.FormatUTC(at),
		"- **Agent:** " + cmp.Or(model.OneLine(d.Agent), "user"),
	}
	if d.Strategy != "" {
		lines = append(lines, "- **Strategy type:** "+model.OneLine(d.Strategy))
	}
	tried := cmp.Or(model.OneLine(d.Tried), model.OneLine(d.Title))
	if d.Earlier != "" {
		tried += " (re_attempt_of: " + model.OneLine(d.Earlier) + ")"
	}
	return append(lines,
		"- **Tags:** ["+model.OneLine(strings.Join(d.Tags, ", "))+"]",
		"- **What was tried:** "+tried,
		"- **Outcome:** "+d.Outcome.String(),
		"- **Reasoning:** "+cmp.Or(model.OneLine(d.Reasoning), "Not given."),
		"- **Artifacts produced:** "+cmp.Or(model.OneLine(d.Artifacts), "None"),
		"- **Related files:** "+cmp.Or(model.OneLine(d.Related), "None"),
		"- **Insight/Takeaway:** "+model.OneLine(d.Insight),
	)
}

// Limits of a request, in characters.
const (
	mostTarget    = 300
	mostRationale = 2000
	mostDetails   = 20_000
)

// RequestActions lists the types of action of the agents' own requests.
func RequestActions() []string {
	return []string{"email", "payment", "social_post", "api_call", "other"}
}

// RefuseRequestDraft says why the draft alone cannot be written.
func RefuseRequestDraft(d model.RequestDraft) model.Reason {
	switch {
	case !slices.Contains(RequestActions(), d.Action):
		return notOneOf("action", RequestActions())
	case model.OneLine(d.Target) == "":
		return model.Because(model.BecauseNoTarget)
	case model.OneLine(d.Target) != d.Target:
		return model.Reason{Code: model.BecauseNotPlain, Name: "target"}
	case strings.Contains(d.Target, "---"):
		return model.Because(model.BecauseTargetDashes)
	case model.OneLine(d.Rationale) == "":
		return model.Because(model.BecauseNoRationale)
	case d.Step < 1:
		return model.Because(model.BecauseStepNumber)
	}
	for _, part := range []struct {
		name, text string
		most       int
	}{{"target", d.Target, mostTarget}, {"rationale", d.Rationale, mostRationale}, {"details", d.Details, mostDetails}} {
		switch {
		case len([]rune(part.text)) > part.most:
			return model.Reason{Code: model.BecauseTooLong, Name: part.name, N: part.most}
		case model.CountHidden(part.text) > 0 || strings.ContainsRune(part.text, '\uFEFF'):
			return model.Reason{Code: model.BecauseHidden, Name: part.name}
		}
	}
	return model.Reason{}
}
