package tui

import (
	"coldstart/model"
	"coldstart/styles"
)

func pendingCount(s model.Snapshot) int {
	n := 0
	for _, r := range s.Requests {
		if r.Asked == nil {
			n++
		}
	}
	return n
}

func approvalRows(s model.Snapshot) []row {
	rows := make([]row, 0, len(s.Requests))
	for _, r := range s.Requests {
		rows = append(rows, row{
			ref: r.Ref(), mark: requestMark(s, r), what: r.Title(), why: requestWhy(s, r),
			age: age(s.At, r.Created.Time),
		})
	}
	return rows
}

func requestMark(s model.Snapshot, r model.Request) styles.Mark {
	p, linked := s.Plan(r.Plan)
	switch {
	case r.Asked != nil:
		return styles.MarkDraft
	case linked && p.Status.State == model.StateBlocked:
		return styles.MarkBlocked
	case r.Expired(s.At):
		return styles.MarkWarn
	}
	return styles.MarkRequest
}

func requestWhy(s model.Snapshot, r model.Request) string {
	if r.Asked != nil {
		return "you asked for changes: " + r.Asked.Note
	}
	why := r.Action
	if why == "" {
		why = "approval"
	}
	if r.Target != "" {
		why += " to " + r.Target
	}
	if r.Expired(s.At) {
		why = "expired, " + why
	}
	return why
}
