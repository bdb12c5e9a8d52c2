package vault

// peerRequest is a request in the notation of the reference program.
const peerRequest = `---
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
