package session

const planFile, payFile = "Plans/PLAN-2026-001.md", "Pending_Approval/pay.md"
