package cli

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
)

// jsonOrphans is the answer of coldstart orphans.
type jsonOrphans struct {
	jsonHead
	jsonRecovery
}

// jsonRecovery is what interrupted sessions left, in status too.
type jsonRecovery struct {
	// OrphanSession and CurrentSession are the reference program's own answer, as
	// it writes them: numbers mostly; null where it has none.
	OrphanSession  json.RawMessage `json:"orphan_session"`
	CurrentSession json.RawMessage `json:"current_session"`
	Orphans        []jsonSession   `json:"orphans"`
	StuckWork      []jsonWork      `json:"stuck_work"`
	WorkRule       string          `json:"work_rule"`
	Events         jsonEventLog    `json:"events"`
}

type jsonSession struct {
	ID        string    `json:"id"`
	Session   string    `json:"session"`
	Agent     string    `json:"agent"`
	Started   jsonStamp `json:"started"`
	LastEvent jsonStamp `json:"last_event"`
	LastType  string    `json:"last_event_type"`
	// MaybeLive says that it wrote in the last ten minutes; Returned that it wrote
	// again after it had been declared dead.
	MaybeLive bool   `json:"maybe_live"`
	Returned  bool   `json:"returned"`
	Path      string `json:"path"`
	Line      int    `json:"line"`
	SHA256    string `json:"sha256"`
}

type jsonWork struct {
	ID     string    `json:"id"`
	WorkID string    `json:"work_id"`
	Title  string    `json:"title"`
	Status string    `json:"status"`
	Phase  string    `json:"phase"`
	Node   string    `json:"node"`
	Since  jsonStamp `json:"since"`
	Path   string    `json:"path"`
}

type jsonEventLog struct {
	Path    string `json:"path"`
	Records int    `json:"records"`
	Bad     int    `json:"bad"`
	Blank   int    `json:"blank"`
}

func recoveryJSON(s model.Snapshot) jsonRecovery {
	j := jsonRecovery{
		Orphans:   each(s.Orphans(), func(o model.Session) jsonSession { return sessionJSON(o, s) }),
		StuckWork: each(s.StuckWork(), workJSON),
		WorkRule:  s.WorkRule().String(),
		Events:    jsonEventLog{s.Events.Path, s.Events.Records, s.Events.Bad, s.Events.Blank},
	}
	j.OrphanSession, j.CurrentSession = json.RawMessage("null"), json.RawMessage("null")
	if key, ok := s.Events.PeerAnswer(); ok {
		j.OrphanSession = json.RawMessage(key)
	}
	if c, ok := s.Events.CurrentSession(); ok {
		j.CurrentSession = json.RawMessage(c.Key)
	}
	return j
}

func sessionJSON(o model.Session, s model.Snapshot) jsonSession {
	return jsonSession{
		o.Ref().String(), o.Label, o.Agent, stampJSON(o.Started), stampJSON(o.Last), o.LastType,
		o.MaybeLive(s.At), o.Returned(), o.Path, o.Line, o.Seen.String(),
	}
}

func workJSON(w model.WorkItem) jsonWork {
	return jsonWork{w.Ref().String(), w.ID, w.Title, w.Status, w.Phase, w.Node, stampJSON(w.Since), w.Path}
}

func newOrphans(c *call) *cobra.Command {
	return c.listing("orphans [--json]", "coldstart orphans", "List sessions that never ended, and stuck work items",
		func(s model.Snapshot) any { return orphansJSON(s) }, func(p *paper, s model.Snapshot) { p.orphans(s) })
}

func orphansJSON(s model.Snapshot) jsonOrphans { return jsonOrphans{headJSON(s), recoveryJSON(s)} }

func (p *paper) orphans(s model.Snapshot) {
	var rows [][]styles.Span
	for _, o := range s.Orphans() {
		state := "very likely dead"
		if o.MaybeLive(s.At) {
			state = "may still be live"
		}
		rows = append(rows, []styles.Span{
			p.label(styles.RoleTitle, "session "+o.Label), p.when(o.Started.Time, s.At), p.when(o.Last.Time, s.At),
			p.orDash(o.Agent), words(styles.RoleWarn, state),
		})
	}
	for _, w := range s.StuckWork() {
		rows = append(rows, []styles.Span{
			p.label(styles.RoleTitle, w.ID), p.when(w.Since.Time, s.At), words(styles.RoleMuted, "-"),
			p.orDash(w.Status), p.label(styles.RoleWarn, "stuck in '"+w.Node+"'"),
		})
	}
	p.list(rows, "No session and no work item was left open")
}
