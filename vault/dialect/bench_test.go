package dialect

import (
	"fmt"
	"strings"
	"testing"
)

// usualPlan is a plan of 1 kB, the median of real vaults.
var usualPlan = `---
created: 2026-03-05T08:15:02.118233
type: plan
priority: medium
source_file: EMAIL_20260305_081200_hall_booking.md
status: pending
requires_approval: true
---

# Action Plan: Book the small hall for the spring market

**Plan ID:** hall-booking-17
**Owner:** local_agent

## Objective

Find a date for the market and book the hall before the association does.

## Context

- The hall is free on two Saturdays in April.
- Last year's price was 140 EUR; the deposit comes back after the cleaning.

## Steps

- [x] Ask the caretaker for the free dates
- [x] Compare the prices with last year
- [ ] Draft the booking request
- [ ] Get human approval for the deposit (REQUIRES APPROVAL)
- [ ] Send the request if approved
- [ ] Enter the date into the calendar

## Success Criteria

- [ ] The date is confirmed in writing
- [ ] The deposit is paid on time

## Execution Log

- [2026-03-05T08:20:00Z] Agent: Asked for dates — two are free.
- [2026-03-05T09:10:00Z] Agent: Compared prices — ten euros more than last year.
`

func BenchmarkClassifyAndReadPlan(b *testing.B) {
	bytes := []byte(usualPlan)
	b.SetBytes(int64(len(bytes)))
	b.ReportAllocs()
	for b.Loop() {
		p := Open(nil, "Plans/PLAN_hall_20260305_081502.md", bytes)
		if Classify(p).Kind != KindPlan || len(ReadPlan(p).Steps) != 6 {
			b.Fatal("the plan is not read")
		}
	}
}

func BenchmarkReadRequest(b *testing.B) {
	bytes := []byte(strings.ReplaceAll(usualPlan, "type: plan", "type: email"))
	b.ReportAllocs()
	for b.Loop() {
		p := Open(nil, "Pending_Approval/EMAIL_hall.md", bytes)
		if Classify(p).Kind != KindRequest || ReadRequest(p).Decision != DecisionPending {
			b.Fatal("the request is not read")
		}
	}
}

// BenchmarkLargestFile reads 1 MiB of the kinds of lines that cost most.
func BenchmarkLargestFile(b *testing.B) {
	for _, line := range []string{"- [ ] **Step 1:** wait for approval\n", "# Steps\n", "**A:** b **C:** d\n", "| a | b |\n", "```\n", "<!--\n", "\n", "(", "[ ", "- ", "1. [ ] (if approval) "} {
		text := []byte(strings.Repeat(line, 1<<20/len(line)))
		b.Run(fmt.Sprintf("%q", line), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				p := Open(nil, "Pending_Approval/PLAN_x.md", text)
				Classify(p)
				ReadPlan(p)
				ReadRequest(p)
				ReadLog(p)
			}
		})
	}
}
