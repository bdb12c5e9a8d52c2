package dialect

import "strings"

// journalPrefixes are the beginnings of the ids of journal entries.
var journalPrefixes = []string{"PROOF-", "LIT-", "COMP-", "NOTE-"}

// journalKeys is the table of bold keys of a journal entry. Other files have
// headings such as "PROOF-001" too, so an entry has at least two of them.
var journalKeys = []string{
	"timestamp", "agent", "strategy_type", "tags", "what_was_tried", "outcome", "reasoning", "artifacts_produced",
	"related_files", "insight_takeaway", "insight", "takeaway",
}

const fewestJournalKeys = 2

// journalEntries finds the entries of a research journal: "### PROOF-001: Title"
// with bold keys below. The id is the action, the title the target, the outcome
// the result.
func (p *Page) journalEntries() []Entry {
	var out []Entry
	for i := range p.sections {
		s := &p.sections[i]
		id, title, ok := strings.Cut(s.name, ":")
		if !ok || !isJournalID(id) {
			continue
		}
		e := Entry{Action: id, Target: tidy(title), Line: s.number}
		if p.readJournalKeys(i, &e) >= fewestJournalKeys {
			out = append(out, e)
		}
	}
	return out
}

// readJournalKeys fills an entry from the lines below its heading and counts the
// keys that journals have.
func (p *Page) readJournalKeys(section int, e *Entry) int {
	keys := 0
	for _, l := range p.body(section) {
		text, isItem := cutBullet(strings.TrimLeft(l.text, " \t"))
		if l.at != inBody || !isItem {
			continue
		}
		for key, value := range boldPairs(text) {
			key, value = normalKey(key), clip(stripBold(value))
			if !isOneOf(key, journalKeys) {
				continue
			}
			keys++
			switch key {
			case "timestamp":
				e.Time = value
			case "agent":
				e.Who = value
			case "outcome":
				e.Result = value
			case "insight_takeaway", "insight", "takeaway":
				e.Why = value
			}
		}
	}
	return keys
}

func isJournalID(id string) bool {
	for _, prefix := range journalPrefixes {
		if number, ok := strings.CutPrefix(id, prefix); ok {
			return digits(number)
		}
	}
	return false
}
