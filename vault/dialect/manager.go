package dialect

import (
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/text"
	"coldstart/vault/text/python"
)

// The agents' plan manager chooses a plan by rules of its own, which are followed here to the
// letter, so that it can be said where it stops and what it resumes.

// IsManaged reports whether the plan manager looks at a file or folder, by its name alone.
func IsManaged(name string) bool {
	dir, base := path.Split(name)
	return path.Base(dir) == "Plans" && strings.HasPrefix(base, "PLAN-") && strings.HasSuffix(base, ".md")
}

// managedRanks are the words that the plan manager knows, in its order.
var managedRanks = []string{model.StateActive.String(), model.StateBlocked.String(), model.StateDraft.String()}

// What to do about what the plan manager does not read.
const (
	mendFront  = "write the keys between two lines of --- alone, the first of which begins the file"
	mendStatus = "write status: Active, Blocked, Draft or Done, to the letter"
	mendDate   = "write created_date: '2026-02-21T10:30:00Z', with the quotes"
)

// ReadManaged reads a plan as the plan manager does. A time without a zone is in zone.
func ReadManaged(name string, b []byte, zone *time.Location) model.ManagedPlan {
	p := model.ManagedPlan{Path: name, Mend: mendFront}
	if text.CheckUTF8(b) != nil {
		p.Skips, p.Mend = "it is not UTF-8", "save it as UTF-8"
		return p
	}
	whole := python.Lines(string(b))
	between, _, ok := python.Match(whole)
	if !ok {
		p.Skips = notManaged(whole)
		return p
	}
	front, err := python.ReadYAML(between)
	var refused *python.Error
	switch {
	case errors.As(err, &refused) && refused.Raises != "":
		p.Stops, p.Mend = "its front matter raises an error: "+refused.Reason, "fix it in an editor"
	case err != nil:
		p.Skips, p.Mend = "its front matter is not valid YAML for them: "+err.Error(), "fix it in an editor"
	case front.Kind == python.Unsure:
		p.Unknown = true
	case front.Kind == python.Null:
		p.Stops = "its front matter is empty"
	case front.Kind != python.Map:
		p.Stops = "its front matter is " + kindWords(front) + ", not keys and values"
	default:
		readManaged(&p, front, zone)
	}
	return p
}

// ReadAgentPlan reads the id and the steps of a plan as the plan manager does. The id is "" where it reads no plan, or
// one whose id is no text: no approval matches that.
func ReadAgentPlan(name string, b []byte) model.AgentPlan {
	a := model.AgentPlan{Path: name, Seen: model.FingerprintOf(b)}
	whole := python.Lines(string(b))
	between, _, ok := python.Match(whole)
	if !ok || text.CheckUTF8(b) != nil {
		return a
	}
	front, err := python.ReadYAML(between)
	id, _ := front.Members.Find("task_id")
	switch {
	case err == nil && front.Kind == python.Unsure:
		a.Unread = "coldstart is not sure how they read its front matter"
	case err == nil && id.Kind == python.Text:
		a.ID, a.Steps = id.Text, countAsAgents(whole).steps
	}
	return a
}

// notManaged says why the plan manager finds no front matter.
func notManaged(whole string) string {
	switch line, _, _ := strings.Cut(whole, "\n"); {
	case strings.TrimSpace(whole) == "":
		return "it is empty"
	case strings.HasPrefix(whole, string(text.BOM)):
		return "it begins with a byte order mark"
	case line == "":
		return "its first line is blank"
	case line != "---":
		return "its first line is not --- alone"
	}
	return "no line is --- alone after its keys"
}

// readManaged reads the keys by which the plan manager chooses.
func readManaged(p *model.ManagedPlan, front python.Value, zone *time.Location) {
	status, given := front.Members.Find("status")
	if !given {
		status = python.Value{Kind: python.Text, Text: model.StateDraft.String()}
	}
	p.Rank, p.Mend = len(managedRanks), mendStatus
	switch status.Kind {
	case python.Text:
		if at := slices.Index(managedRanks, status.Text); at >= 0 {
			p.Rank, p.Status = at, managedRanks[at]
		} else {
			// It holds the whole file in memory otherwise.
			p.Status = strings.Clone(status.Text)
		}
		if status.Text == model.StateDone.String() {
			return
		}
	case python.List, python.Map:
		p.Stops, p.Line = "its status is "+kindWords(status), status.Line+1
		return
	default:
		p.Status = kindWords(status)
	}
	created, given := front.Members.Find("created_date")
	stops, err := "", error(nil)
	switch {
	case !given:
		stops = "it has no created_date"
	case created.Kind == python.Time:
		stops = "its created_date is not in quotes, so YAML reads it as a date"
	case created.Kind != python.Text:
		stops = "its created_date is " + kindWords(created) + ", not a text"
	case created.Text == "":
		stops = "its created_date is empty"
	default:
		if p.Created, err = python.ParseTime(strings.ReplaceAll(created.Text, "Z", "+00:00"), zone); err != nil {
			stops = "its created_date is not a time: " + created.Text
		}
	}
	if stops == "" {
		return
	}
	p.Stops, p.Mend = stops, mendDate
	if given {
		p.Line = created.Line + 1
	}
}

// isPlainText reports whether a value as it is written is this text for every reader. Most are, and need no second one.
func isPlainText(written, value string) bool {
	if written == "'"+value+"'" || written == `"`+value+`"` {
		return !strings.ContainsAny(value, "'\"\\\n")
	}
	return written == value && python.Word(value) == python.Text
}

// takeID gives a plan the id that the plan manager reads, or says what it reads where that is no text.
func takeID(p *model.Plan, b []byte, fm *text.Front) {
	if f := fm.Find("task_id"); f != nil && f.From > 0 && isPlainText(string(b[f.From:f.To]), p.ID) {
		return
	}
	between, _, _ := python.Match(python.Lines(string(b)))
	front, err := python.ReadYAML(between)
	v, given := front.Members.Find("task_id")
	said, _ := v.Str()
	switch {
	case err != nil, !given:
	case v.Kind == python.Text:
		if v.Text != "" {
			p.ID, p.Reading.ID = v.Text, model.BasisDeclared
		}
	case v.Kind == python.Int, v.Kind == python.Float:
		p.Reading.IDAs = "the number " + said
	case v.Kind == python.Time:
		p.Reading.IDAs = "the date " + said
	case said == "":
		p.Reading.IDAs = "several values"
	default:
		p.Reading.IDAs = said
	}
}

// kindWords describes a value that is not what it should be.
func kindWords(v python.Value) string {
	switch v.Kind {
	case python.Null:
		return "null"
	case python.Bool:
		return "true or false: " + v.Text
	case python.Int, python.Float:
		return "a number: " + v.Text
	case python.Time:
		return "a date: " + v.Text
	case python.List:
		return "a list"
	case python.Map:
		return "a map"
	}
	return "a single text"
}
