// Package examples has texts and folders for the tests of several packages.
package examples

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"coldstart/model"
)

// Seed has one of everything.
const Seed = `{
  "version": "1.2.0",
  "identity": {
    "principalName": "Ines",
    "aiName": "Spindle",
    "catchphrase": "Here.",
    "voiceId": "default",
    "preferences": {
      "responseStyle": "concise",
      "timezone": "Europe/Dublin",
      "locale": "en-IE"
    }
  },
  "learned": {
    "patterns": [
      {
        "id": "pat_1",
        "content": "Writes \"so\"",
        "source": "session_1",
        "extractedAt": "2026-02-01T10:00:00.000Z",
        "confirmedAt": "2026-02-02T10:00:00.000Z",
        "confirmed": true,
        "tags": [
          "style"
        ]
      }
    ],
    "insights": [],
    "selfKnowledge": [
      {
        "id": "slf_1",
        "content": "Rounds late",
        "source": "session_1",
        "extractedAt": "2026-02-01T10:00:00Z",
        "confirmed": false,
        "tags": []
      }
    ]
  },
  "state": {
    "lastSessionId": "session_9",
    "lastSessionAt": "2026-02-20T18:45:00Z",
    "proposals": [
      {
        "id": "pro_1",
        "type": "insight",
        "content": "Claims go faster with photographs",
        "source": "session_8",
        "extractedAt": "2026-02-19T10:00:00.000Z",
        "status": "pending",
        "method": "acr",
        "confidence": 0.860
      },
      {
        "id": "pro_2",
        "type": "self_knowledge",
        "content": "Should name files",
        "source": "session_8",
        "extractedAt": "2026-02-19T11:00:00.000Z",
        "status": "rejected",
        "decidedAt": "2026-02-19T12:00:00.000Z"
      }
    ],
    "activeProjects": [
      "office",
      "post"
    ],
    "checkpointRef": "checkpoint_1",
    "extractionStats": {
      "accepted": 3,
      "rejected": 1,
      "byType": {
        "pattern": {
          "accepted": 1,
          "rejected": 0
        },
        "insight": {
          "accepted": 2,
          "rejected": 0
        },
        "self_knowledge": {
          "accepted": 0,
          "rejected": 1
        }
      },
      "confidenceSum": {
        "accepted": 1.7,
        "rejected": 0.1
      },
      "confidenceCount": {
        "accepted": 2,
        "rejected": 1
      }
    }
  }
}
`

// Plan is a plan from which the seed "Initialize Session" would show its own
// example block.
const Plan = `---
task_id: PLAN-2026-001
source_link: /Needs_Action/EMAIL_client_a.md
created_date: "2026-02-21T10:30:00Z"
priority: high
status: Active
blocked_reason: null
---

# Objective

Generate and send invoice to Client A

## Context

Client A asked for the January invoice.

## Roadmap

- [x] Identify client contact
- [x] Calculate amount
- [x] Generate invoice document
- [ ] Send email with invoice
- [ ] ✋ Log transaction in ledger

## Reasoning Logs

- [2026-02-21T10:30:00Z] Agent: Created plan — three steps need no approval.
- [2026-02-21T10:40:00Z] Agent: Completed step 3 — invoice saved.
`

// BlockedPlan is a plan as the reference program writes it: the reason folded
// over two lines, no line feed at the end.
const BlockedPlan = `---
task_id: 2026-001
source_link: 'null'
created_date: '2026-02-21T10:00:00Z'
priority: high
status: Blocked
blocked_reason: "Approval request 'pay.md' waiting since 2026-02-21T10:30:00Z (0.5h)\
  \ \u2014 Step 2: Pay the harbour dues"
---

# Objective

Berth the ferry.

## Context

The harbour wants its dues.

## Roadmap

- [x] Ask for the amount
- [ ] ✋ Pay the harbour dues
- [ ] Book the berth

## Reasoning Logs

- [2026-02-21T10:00:00Z] Agent: Created plan — Berth the ferry.
- [2026-02-21T10:30:00Z] Agent: Plan blocked at step 2 — awaiting payment approval: pay.md`

// Request is a request in the notation of the reference program.
const Request = `---
action_type: email
created_date: '2026-02-21T10:41:00Z'
plan_id: 2026-001
rationale: The client asked for it twice and the amount was checked against the order,
  so nothing is open.
status: pending
step_description: Send email with invoice
step_id: 4
target_recipient: desk@harbour.example
---

# Approval

---

Body
`

// ProofEntry is an attempt in the protocol's notation, with its number and outcome.
func ProofEntry(number int, outcome string) string {
	return fmt.Sprintf(`### PROOF-%03d: Attempt %d
- **Timestamp:** 2026-02-0%dT09:00:00Z
- **Agent:** proof-agent
- **Strategy type:** induction
- **Tags:** [parity, wheels]
- **What was tried:** Counted.
- **Outcome:** %s
- **Reasoning:** It came out so.
- **Artifacts produced:** None
- **Related files:** [PROOF.md](PROOF.md)
- **Insight/Takeaway:** Count twice.
`, number, number, number, outcome)
}

// ResearchConfig is a configuration that lists the problems wheels and cogs.
func ResearchConfig(current string) string {
	return `{
  "version": "0.2.0",
  "current_problem": "` + current + `",
  "problems": [
    {
      "slug": "wheels",
      "title": "Even wheels",
      "domain": "combinatorics",
      "last_active": "2026-02-01T10:00:00Z"
    },
    { "slug": "cogs", "last_active": "2026-02-03T10:00:00Z" }
  ],
  "archived": []
}
`
}

// Fronts starts a fuzzer with front matters in odd notations.
func Fronts(f *testing.F) {
	for _, s := range []string{
		"---\na: b # c\nstatus: \"Blocked\" # d\nb: 'x''y'\n---\nbody\n",
		"---\r\nstatus: Blocked\r\nblocked_reason: \"a \\\r\n  \\ b\"\r\n---\r\n",
		"\xEF\xBB\xBF---\nstatus:\ntags:\n- a\n- b\n---\n- [ ] ✋ x\n",
		"---\na: \"b\nstatus: Done\"\n\"status\": x\n---\n",
		"---\n{a: b}\n---\n", "---\na: &x b\nstatus: *x\n---\n", "---\na: |\n  b\n  ---\nstatus: >-\n  c\n---\n",
		"---\nstatus: a\n", "---\n--- a\n...\n", "---\n? a\n: b\nstatus: c\n---\n", "---\rstatus: b\r---\r", "---\na: b\u2028status: c\n---\n",
		"---\n<<: {status: a}\nstatus: b\n---\n", "---\nstatus: !!str a\n---\n", "---\nstatus:\n  # c\n  a\n---\n",
	} {
		f.Add([]byte(s))
	}
}

// Draft returns any draft that may be written.
func Draft(t *rapid.T) model.Draft {
	words := rapid.StringMatching(`[A-Za-z#:*\[\]"'\x60\\ -]{1,20}`).Filter(func(s string) bool { return model.OneLine(s) != "" })
	d := model.Draft{
		Category: rapid.SampledFrom(model.Categories()).Draw(t, "category"), Title: words.Draw(t, "title"), Insight: words.Draw(t, "insight"),
		Tried: words.Draw(t, "tried"), Reasoning: words.Draw(t, "reasoning"),
		Tags:    rapid.SliceOfN(rapid.SampledFrom([]string{"parity", "two words", "a--b", "ü"}), 0, 3).Draw(t, "tags"),
		Outcome: rapid.SampledFrom(model.Outcomes()).Draw(t, "outcome"), Strategy: rapid.SampledFrom(model.Strategies()).Draw(t, "strategy"),
	}
	return d
}
