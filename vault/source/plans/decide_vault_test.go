package plans

// blockedPlan is a plan as the reference program writes it: the reason folded
// over two lines, no line feed at the end.
const blockedPlan = `---
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
