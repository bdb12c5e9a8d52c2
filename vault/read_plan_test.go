package vault

// seedPlan is a plan from which the seed "Initialize Session" would show its own
// example block.
const seedPlan = `---
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
