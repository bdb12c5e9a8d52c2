package vaulttest

import (
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/testdata/examples"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source/journal"
)

// MooringApproval is what waits in a boatyard, MooringDesign the document that it is about.
const (
	MooringApproval = ".spec-workflow/approvals/moorings/approval_1763625600000_m1n.json"
	MooringDesign   = ".spec-workflow/specs/moorings/design.md"
)

// Boatyard is a repository in which an agent waits for an answer to one document.
func Boatyard() Files {
	return Files{
		MooringApproval: `{
  "id": "approval_1763625600000_m1n",
  "title": "Moorings: design",
  "filePath": ".spec-workflow/specs/moorings/design.md",
  "type": "document",
  "status": "pending",
  "createdAt": "2026-02-20T08:00:00.000Z",
  "category": "spec",
  "categoryName": "moorings"
}`,
		MooringDesign: "# Moorings\n\nEach mooring has a number.\n",
	}
}

// JournalName is the journal of the problem wheels.
const JournalName = Wheels + journal.FileName

// Researching is a vault with the problems wheels, which is current, and cogs; the
// journal of wheels has this text.
func Researching(journal_ string) Files {
	f := Files{
		ConfigName:                  examples.ResearchConfig("wheels"),
		Wheels + places.ProblemFile: "---\nstatus: submitted\n---\n# Problem Statement\n\nHow many?\n",
		".math/problems/cogs/" + journal.StateFile: "---\ncurrent_state: INITIALIZED\n---\n",
	}
	if journal_ != "" {
		f[JournalName] = journal_
	}
	return f
}

// EntryFor makes a decision to write an entry into a journal as it is now.
func EntryFor(t *testing.T, v *Vault, name string, d model.Draft) model.Decision {
	t.Helper()
	decision := Wish(t, v, name, model.ChoiceEntry, "")
	decision.Entry = d
	return decision
}

// Acknowledge makes an acknowledgement of a session as it is now.
func Acknowledge(t *testing.T, v *Vault, path, item string) model.Decision {
	t.Helper()
	return Wish(t, v, path+"#"+item, model.ChoiceAck, "")
}

// EventFile is a log of events.
const EventFile = ".claude/haios/governance-events.jsonl"

// OrphanLog has the orphan 244 and the current session 245.
const OrphanLog = `{"type": "SessionStarted", "session": 244, "agent": "Spindle", "timestamp": "2026-02-20T09:00:00.000001", "session_id": 244}
{"type": "CyclePhaseEntered", "phase": "DO", "timestamp": "2026-02-20T09:30:00.000002", "session_id": 244}
{"type": "SessionStarted", "session": 245, "agent": "Spindle", "timestamp": "2026-02-21T10:00:00.000003", "session_id": 245}
`

// AcknowledgedLine is what acknowledging the orphan of OrphanLog adds to it.
const AcknowledgedLine = `{"type": "SessionEnded", "session": 244, "agent": "OPERATOR_RECOVERY", "timestamp": "2026-02-21T11:00:00.000000"}` + "\n"

// Acknowledging is the ledger's line of an acknowledgement that is about to be added to
// a log.
func Acknowledging(t *testing.T, d model.Decision, log string) LedgerLine {
	t.Helper()
	return PlannedLine(disk.NewID(d.At), d).With(LedgerLine{"added": strings.TrimSuffix(AcknowledgedLine, "\n"), "from": len(log)})
}

// SwitchTo makes a decision to make a problem the current one.
func SwitchTo(t *testing.T, v *Vault, slug string) model.Decision {
	t.Helper()
	return Wish(t, v, ProblemsFolder+"/"+slug, model.ChoiceSwitch, "")
}

// Attempt is an attempt as an operator writes it down.
func Attempt(outcome model.Outcome) model.Draft {
	return model.Draft{
		Category: model.CategoryProof, Title: "By parity", Strategy: "contradiction", Tags: []string{"parity", "two words"},
		Outcome: outcome, Insight: "Count twice.",
	}
}

// Remark is a note.
func Remark() model.Draft { return research.NoteDraft("Look at the hub. It turns.", "ines") }

// EmptySections is the body of a journal without entries.
const EmptySections = "\n# Research Journal: Even wheels\n\n## Proof Attempts\n\n(No entries yet)\n\n## Literature Searches\n\n(No entries yet)\n\n" +
	"## Computations\n\n(No entries yet)\n\n## General Notes\n\n(No entries yet)\n"

// FreshHead is the front matter of a journal without entries.
const FreshHead = "problem: \"wheels\"\ntotal_entries: 0\nlast_entry: \"\"\nstrategies_tried: []\n"

// began, stopped and noted are lines of an event log.
func SessionBegan(session string) string {
	return `{"type": "SessionStarted", "session": ` + session + `, "agent": "Spindle", "timestamp": "2026-01-26T10:00:00.000001"}`
}

// SessionStopped is the line with which a session ends.
func SessionStopped(session, agent string) string {
	return `{"type": "SessionEnded", "session": ` + session + `, "agent": "` + agent + `", "timestamp": "2026-01-26T10:30:00"}`
}

// SessionNoted is a line that belongs to a session.
func SessionNoted(sessionID, at string) string {
	return `{"type": "CyclePhaseEntered", "phase": "DO", "timestamp": "` + at + `", "session_id": ` + sessionID + `}`
}

// JournalOf puts a front matter ahead of a journal's body.
func JournalOf(head, body string) string { return "---\n" + head + "---\n" + body }

// SeedAt writes a seed.json into a new folder below base.
func SeedAt(t *testing.T, base, folder, text string) string {
	t.Helper()
	MakeFiles(t, filepath.Join(base, folder), Files{"seed.json": text})
	return filepath.Join(base, folder, "seed.json")
}

// TracePath is the trace of most tests.
const TracePath = "runs/report/trace.md"

// TraceOf is a trace with these states of the workflow and its steps.
func TraceOf(workflow string, steps ...string) string {
	var b strings.Builder
	b.WriteString("# Trace: report\n\n**Workflow:** report\n**Status:** " + workflow + "\n")
	for i, state := range steps {
		b.WriteString("\n## Step " + string(rune('1'+i)) + ": Count\n\n**Status:** " + state + "\n**Challenges:** None\n")
	}
	return b.String()
}

// WayFile is a request that says how it wants to be answered.
const WayFile = "Pending_Approval/req.md"

// WayRequest is a request that ends in some lines.
func WayRequest(lines string) string {
	return "---\ntype: approval_request\nto: ida@mill.example\nstatus: pending\n---\n# Send the offer\n\n" + lines + "\n"
}

// WayByStatus is a request that is answered in its own file.
func WayByStatus(status string) string {
	return "# Approval Request\r\n\r\n## Action\r\nSend the offer\r\n\r\n## Status\r\n**" + status + "**\r\n\r\n## Instructions\r\n" +
		"To **APPROVE**:\r\n1. Change STATUS above from \"PENDING\" to \"APPROVED\"\r\n2. Save this file\r\n\r\nTo **REJECT**: change STATUS to \"REJECTED\""
}

// WayByKey is one with a status in its front matter.
func WayByKey(status string) string {
	return "\ufeff---\nstatus:  " + status + " # by hand\n---\n# Send the offer\n\nTo approve: set status to approved. To reject: set status to rejected.\n"
}

// How requests say that they want to be answered.
const (
	WayInFolder  = "## To Approve\nMove this file to `Approved/general/` folder"
	WayUnderName = "To approve: Create file `Approved/REQ_1_APPROVED.md`\nTo reject: Create file `Rejected/REQ_1_REJECTED.md`"
	WayRejectTo  = "If rejected: move to `Done/`"
	EmailFile    = "Pending_Approval/email/m.md"
)
