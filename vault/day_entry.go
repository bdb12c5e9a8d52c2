package vault

import (
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/vault/text"
)

// dayEntry writes one decision as a line of the day's log: the keys of the
// reference program's AuditLogger first, then ours. It is ASCII only, and
// everything that comes from the vault stands inside a JSON string.
func dayEntry(r record, event, actor string) string {
	file, hash := r.Path, r.Seen
	if r.To != "" {
		file, hash = r.To, r.Sent
	}
	step := "null"
	if r.Step > 0 {
		step = strconv.Itoa(r.Step)
	}
	fields := []struct{ key, value string }{
		{"timestamp", text.QuoteASCII(model.FormatUTC(r.At))},
		{"event", text.QuoteASCII(event)},
		{"actor", text.QuoteASCII(actor)},
		{"plan_id", text.QuoteASCII(r.PlanID)},
		{"step_id", step},
		{"result", text.QuoteASCII("success")},
		{"detail", text.QuoteASCII(r.Note)},
		{"decision_id", text.QuoteASCII(r.ID)},
		{"file", text.QuoteASCII(file)},
		{"sha256", text.QuoteASCII(hash)},
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
