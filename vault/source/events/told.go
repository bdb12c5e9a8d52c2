package events

import (
	"time"

	"coldstart/model"
	"coldstart/vault/text"
)

// events reads the kept lines of a session, which are JSON objects.
func (l *sessionLines) events(zone *time.Location) []model.Event {
	all := make([]model.Event, 0, len(l.first)+len(l.last)+1)
	for _, line := range l.first {
		all = append(all, eventOf(line, zone))
	}
	if l.dropped > 0 {
		all = append(all, model.Event{Skipped: l.dropped})
	}
	for _, line := range l.last {
		all = append(all, eventOf(line, zone))
	}
	return all
}

// eventOf reads the members of an event that are shown. As in the reference program the last of
// equal keys counts.
func eventOf(line []byte, zone *time.Location) model.Event {
	var e model.Event
	var at string
	fields := map[string]*string{
		"type": &e.Type, "timestamp": &at, "agent": &e.Agent, "work_id": &e.Work, "phase": &e.Phase,
		"gate": &e.Gate, "result": &e.Result, "reason": &e.Reason,
	}
	object := text.Object{Grammar: text.PythonJSON, Member: func(key, value []byte) {
		if to := fields[text.Unquote([]byte(`"`+string(key)+`"`))]; to != nil {
			*to = shown(value)
		}
	}}
	object.Read(line)
	e.At = model.ParseStamp(at, zone)
	return e
}
