package daylog

import (
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/text"
)

// DayEntry is one entry of a day's log.
type DayEntry struct {
	ID           string
	At           time.Time
	Event, Actor string
	PlanID       string
	Step         int
	Detail       string
	File, Hash   string
	Kind, Item   string
	Undoes       string
}

// String is the entry's line: the keys of the reference program's AuditLogger first, then
// ours. It is ASCII only, and everything that comes from the vault stands inside a JSON
// string.
func (r DayEntry) String() string {
	step := "null"
	if r.Step > 0 {
		step = strconv.Itoa(r.Step)
	}
	fields := []struct{ key, value string }{
		{"timestamp", text.QuoteASCII(model.FormatUTC(r.At))},
		{"event", text.QuoteASCII(r.Event)},
		{"actor", text.QuoteASCII(r.Actor)},
		{"plan_id", text.QuoteASCII(r.PlanID)},
		{"step_id", step},
		{"result", text.QuoteASCII("success")},
		{"detail", text.QuoteASCII(r.Detail)},
		{"decision_id", text.QuoteASCII(r.ID)},
		{"file", text.QuoteASCII(r.File)},
		{"sha256", text.QuoteASCII(r.Hash)},
	}
	if r.Item != "" {
		key := r.Kind
		if key == model.KindJournal.String() {
			key = model.KindEntry.String()
		}
		fields = append(fields, struct{ key, value string }{key, text.QuoteASCII(r.Item)})
	}
	if r.Undoes != "" {
		fields = append(fields, struct{ key, value string }{"undoes", text.QuoteASCII(r.Undoes)})
	}
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i] = text.QuoteASCII(f.key) + ": " + f.value
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
