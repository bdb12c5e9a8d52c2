package memory

// decidedAt is the time of these tests' decisions as the agent writes it.
const decidedAt = "2026-02-21T11:00:00.000Z"
