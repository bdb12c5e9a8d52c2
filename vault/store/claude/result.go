package claude

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/vault/store"
	"coldstart/vault/text"
)

// came says in a few words what came of a call.
func came(ev *model.Event, b *block, result []byte) {
	said := resultText(b.body)
	ev.Result = "pass"
	if b.failed {
		ev.Result, ev.Added, ev.Removed = "fail", 0, 0
	}
	switch {
	case string(result) == `"User rejected tool use"`, b.failed && strings.Contains(said, "want to proceed with this tool use"):
		ev.Came = "refused"
	case b.failed:
		ev.Came = failure(said)
	default:
		ev.Came = store.OneLine(cameOf(ev, said, result), store.MostCame)
	}
}

// failure says how a call failed: the status of a command and the last line of what it wrote.
func failure(said string) string {
	said = strings.TrimSuffix(strings.TrimPrefix(said, "<tool_use_error>"), "</tool_use_error>")
	if rest, ok := strings.CutPrefix(said, "Exit code "); ok {
		code, more, _ := strings.Cut(rest, "\n")
		if n, err := strconv.Atoi(code); err == nil {
			came, _ := store.Exited(n, more)
			return came
		}
	}
	return store.OneLine(strings.TrimPrefix(said, "Error: "), store.MostCame)
}

// cameOf says what a call gave.
func cameOf(ev *model.Event, said string, result []byte) string {
	switch ev.Act {
	case model.ActRead:
		if n := numberOf(store.Pick(result, "file")[0], "numLines"); n > 0 {
			return model.Counted(n, "line")
		}
		return ""
	case model.ActEdit:
		if added, removed, ok := patched(result); ok {
			ev.Added, ev.Removed = added, removed
		}
		return ""
	case model.ActSearch:
		if store.Pick(result, "numFiles")[0] != nil {
			return model.Counted(numberOf(result, "numFiles"), "file")
		}
		return model.Counted(strings.Count(said, "\n")+min(len(said), 1), "line")
	case model.ActWeb:
		if code := numberOf(result, "code"); code > 0 {
			return strings.TrimSpace(strconv.Itoa(code) + " " + store.Member(result, "codeText"))
		}
		return ""
	case model.ActAsk:
		return cmp.Or(answersOf(result), said)
	case model.ActPlan:
		if ev.Type == exitPlan {
			return "accepted"
		}
		return ev.Came
	case model.ActHand:
		return said
	}
	return store.LastLine(said)
}

// answersOf are the operator's answers to questions.
func answersOf(result []byte) string {
	var all []string
	s := text.NewScan(store.Pick(result, "answers")[0])
	for range s.Members() {
		if answer := store.OneLine(text.Decoded(s.Raw(), shortText), store.MostCame); answer != "" {
			all = append(all, answer)
		}
	}
	return strings.Join(all, " / ")
}

// resultText is the text of what a tool gave: the end of a long one.
func resultText(body []byte) string {
	s := text.NewScan(body)
	if s.Kind() == '"' {
		return strings.TrimSpace(endOf(body))
	}
	for range s.Elements() {
		if part := s.Raw(); store.Member(part, "type") == "text" {
			return strings.TrimSpace(endOf(store.Pick(part, "text")[0]))
		}
	}
	return ""
}

// endOf decodes a string: of a long one the beginning and the end.
func endOf(raw []byte) string {
	if len(raw) <= 2*mostSaid {
		return text.Decoded(raw, 2*mostSaid)
	}
	end := raw[len(raw)-mostSaid:]
	// What follows a line's end is no part of an escape.
	i := bytes.Index(end, []byte(`\n`))
	if i < 0 {
		return text.Decoded(raw, mostSaid)
	}
	end = end[i:]
	return text.Decoded(raw, mostSaid) + text.Decoded(append([]byte{'"'}, end...), mostSaid)
}

// numberOf is a number in an object, 0 for none.
func numberOf(object []byte, name string) int {
	n, err := strconv.Atoi(string(store.Pick(object, name)[0]))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// changeOf counts the lines that an edit adds and removes, by what it was called with.
func changeOf(input []byte) (added, removed int) {
	s := text.NewScan(input)
	for key := range s.Members() {
		switch string(key) {
		case "content", "new_string", "new_source":
			added += store.LinesIn(s.Raw())
		case "old_string":
			removed += store.LinesIn(s.Raw())
		case "edits":
			for range s.Elements() {
				a, r := changeOf(s.Raw())
				added, removed = added+a, removed+r
			}
		}
	}
	return added, removed
}

// patched counts the lines of the patch that the program worked out.
func patched(result []byte) (added, removed int, ok bool) {
	hunks := text.NewScan(store.Pick(result, "structuredPatch")[0])
	for range hunks.Elements() {
		lines := text.NewScan(store.Pick(hunks.Raw(), "lines")[0])
		for range lines.Elements() {
			switch raw := lines.Raw(); {
			case bytes.HasPrefix(raw, []byte(`"+`)):
				added, ok = added+1, true
			case bytes.HasPrefix(raw, []byte(`"-`)):
				removed, ok = removed+1, true
			}
		}
	}
	return added, removed, ok
}
