package dialect

import (
	"bytes"
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/text"
)

// The agents' plan manager chooses a plan by rules of its own, which are followed here to the
// letter, so that it can be said where it stops and what it resumes.

// IsManaged reports whether the plan manager looks at a file or folder, by its name alone.
func IsManaged(name string) bool {
	dir, base := path.Split(name)
	return path.Base(dir) == "Plans" && strings.HasPrefix(base, "PLAN-") && strings.HasSuffix(base, ".md")
}

// managedFront is how the plan manager finds a front matter: re.match(r"^---\n(.*?)\n---\n", …, re.DOTALL).
func managedFront(whole []byte) (between string, ok bool) {
	rest, ok := bytes.CutPrefix(whole, []byte("---\n"))
	if !ok {
		return "", false
	}
	front, _, ok := bytes.Cut(rest, []byte("\n---\n"))
	return string(front), ok
}

// managedRanks are the words that the plan manager knows, in its order.
var managedRanks = []string{model.StateActive.String(), model.StateBlocked.String(), model.StateDraft.String()}

// What to do about what the plan manager does not read.
const (
	mendFront  = "write the keys between two lines of --- alone, the first of which begins the file"
	mendStatus = "write status: Active, Blocked, Draft or Done, to the letter"
	mendDate   = "write it in quotes: created_date: '2026-02-21T10:30:00Z'"
)

// ReadManaged reads a plan as the plan manager does. A time without a zone is in zone.
func ReadManaged(name string, b []byte, zone *time.Location) model.ManagedPlan {
	p := model.ManagedPlan{Path: name, Mend: mendFront}
	if text.CheckUTF8(b) != nil {
		p.Skips, p.Mend = "it is not UTF-8", "save it as UTF-8"
		return p
	}
	whole := pythonLines(b)
	between, ok := managedFront(whole)
	if !ok {
		p.Skips = notManaged(string(whole))
		return p
	}
	front, err := text.ReadPythonYAML(between)
	var refused *text.PythonError
	switch {
	case errors.As(err, &refused) && refused.Raises != "":
		p.Stops, p.Mend = "its front matter raises an error: "+refused.Reason, "fix it in an editor"
	case err != nil:
		p.Skips, p.Mend = "its front matter is not valid YAML for them: "+err.Error(), "fix it in an editor"
	case front.Kind == text.PythonUnsure:
		p.Unknown = true
	case front.Kind == text.PythonNull:
		p.Stops = "its front matter is empty"
	case front.Kind != text.PythonMap:
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
	whole := pythonLines(b)
	between, ok := managedFront(whole)
	if !ok || text.CheckUTF8(b) != nil {
		return a
	}
	front, err := text.ReadPythonYAML(between)
	id, _ := front.Members.Find("task_id")
	switch {
	case err == nil && front.Kind == text.PythonUnsure:
		a.Unread = "coldstart is not sure how they read its front matter"
	case err == nil && id.Kind == text.PythonText:
		a.ID, a.Steps = id.Text, countAsAgents(string(whole)).steps
	}
	return a
}

// pythonLines is a text with line feeds alone, as Python opens it.
func pythonLines(b []byte) []byte {
	if bytes.IndexByte(b, '\r') < 0 {
		return b
	}
	return bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
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
func readManaged(p *model.ManagedPlan, front text.PythonValue, zone *time.Location) {
	status, given := front.Members.Find("status")
	if !given {
		status = text.PythonValue{Kind: text.PythonText, Text: model.StateDraft.String()}
	}
	p.Rank, p.Mend = len(managedRanks), mendStatus
	switch status.Kind {
	case text.PythonText:
		p.Status = status.Text
		if at := slices.Index(managedRanks, status.Text); at >= 0 {
			p.Rank = at
		}
		if status.Text == model.StateDone.String() {
			return
		}
	case text.PythonList, text.PythonMap:
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
	case created.Kind == text.PythonTime:
		stops = "its created_date is not in quotes, so YAML reads it as a date"
	case created.Kind != text.PythonText:
		stops = "its created_date is " + kindWords(created) + ", not a text"
	case created.Text == "":
		stops = "its created_date is empty"
	default:
		if p.Created, err = text.ParsePythonTime(strings.ReplaceAll(created.Text, "Z", "+00:00"), zone); err != nil {
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
	return written == value && text.PythonWord(value) == text.PythonText
}

// takeID gives a plan the id that the plan manager reads, or says what it reads where that is no text.
func takeID(p *model.Plan, b []byte, fm *text.Front) {
	if f := fm.Find("task_id"); f != nil && f.From > 0 && isPlainText(string(b[f.From:f.To]), p.ID) {
		return
	}
	between, _ := managedFront(pythonLines(b))
	front, err := text.ReadPythonYAML(between)
	v, given := front.Members.Find("task_id")
	said, _ := v.Str()
	switch {
	case err != nil, !given:
	case v.Kind == text.PythonText:
		if v.Text != "" {
			p.ID, p.Reading.ID = v.Text, model.BasisDeclared
		}
	case v.Kind == text.PythonInt, v.Kind == text.PythonFloat:
		p.Reading.IDAs = "the number " + said
	case v.Kind == text.PythonTime:
		p.Reading.IDAs = "the date " + said
	case said == "":
		p.Reading.IDAs = "several values"
	default:
		p.Reading.IDAs = said
	}
}

// kindWords describes a value that is not what it should be.
func kindWords(v text.PythonValue) string {
	switch v.Kind {
	case text.PythonNull:
		return "null"
	case text.PythonBool:
		return "true or false: " + v.Text
	case text.PythonInt, text.PythonFloat:
		return "a number: " + v.Text
	case text.PythonTime:
		return "a date: " + v.Text
	case text.PythonList:
		return "a list"
	case text.PythonMap:
		return "a map"
	}
	return "a single text"
}
