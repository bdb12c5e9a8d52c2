package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// seed makes every vault the same at each run.
const seed = 20260314

// maker writes the files of one vault.
type maker struct {
	dir string
	rng *rand.Rand
	// files are the names of what was written, below dir.
	files []string
	bytes int64
	err   error
}

func newMaker(dir string) *maker { return &maker{dir: dir, rng: rand.New(rand.NewPCG(seed, seed))} }

// stamp returns a time after the oldest thing in a vault happened.
func stamp(minutes int) string {
	began := time.Date(2025, 3, 1, 8, 0, 0, 0, time.UTC)
	return began.Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339)
}

func (m *maker) write(name, text string) {
	if m.err != nil {
		return
	}
	at := filepath.Join(m.dir, name)
	if m.err = os.MkdirAll(filepath.Dir(at), 0o755); m.err == nil {
		m.err = os.WriteFile(at, []byte(text), 0o644)
	}
	m.files, m.bytes = append(m.files, name), m.bytes+int64(len(text))
}

// plans have about the length and the share of states of the example vault's. Beside them lie at most
// fifty plans of another program.
func (m *maker) plans(n int) {
	for i := range min(n/20, 50) {
		m.write(fmt.Sprintf("docs/superpowers/plans/2025-02-%02d-guest-%02d.md", 1+i%28, i), fmt.Sprintf(
			"# Guest %d Implementation Plan\n\n**Goal:** %s\n\n### Task 1: %s\n\n- [x] %s\n- [ ] %s\n", i, m.words(9), m.words(3), m.words(6), m.words(6)))
	}
	for i := range n {
		status, blocked := "Done", "null"
		switch i % 20 {
		case 0:
			status, blocked = "Blocked", fmt.Sprintf("%q", "waiting for an approval since "+stamp(i))
		case 1, 2:
			status = "Active"
		case 3:
			status = "Draft"
		}
		var b strings.Builder
		fmt.Fprintf(&b, "---\ntask_id: 2026-%06d\nsource_link: /Done/FILE_%06d.md\ncreated_date: '%s'\npriority: medium\nstatus: %s\nblocked_reason: %s\n---\n\n", i, i, stamp(i), status, blocked)
		fmt.Fprintf(&b, "# Objective\n\nSettle order %d with %s.\n\n## Context\n\n%s\n\n## Roadmap\n\n", i, m.words(3), m.words(40))
		steps := 5
		for s := range steps {
			mark, hand := " ", ""
			if status == "Done" || s < 2 {
				mark = "x"
			}
			if s == 2 {
				hand = "✋ "
			}
			fmt.Fprintf(&b, "- [%s] %s%s\n", mark, hand, m.words(6))
		}
		b.WriteString("\n## Reasoning Logs\n\n")
		for s := range 4 {
			fmt.Fprintf(&b, "- [%s] Agent: Completed step %d — %s\n", stamp(i+s*30), s+1, m.words(9))
		}
		m.write(fmt.Sprintf("Plans/PLAN-2026-%06d.md", i), b.String())
	}
}

// requests wait, and every fourth was decided.
func (m *maker) requests(n int) {
	for i := range n {
		folder := "Pending_Approval"
		if i%4 == 3 {
			folder = []string{"Approved", "Rejected"}[i/4%2]
		}
		m.write(fmt.Sprintf("%s/EMAIL_%06d.md", folder, i), fmt.Sprintf(
			"---\ntype: approval_request\naction: email\nrecipient: desk%d@harbour.example\nsubject: \"Order %d\"\ncreated: %s\nrisk_level: low\nstatus: pending\n---\n\n# Answer order %d\n\n%s\n\n## Draft\n\n%s\n",
			i, i, stamp(i), i, m.words(30), m.words(90)))
	}
}

// steps are plans that wait, with requests for one step of each: all for the same target, half of them decided.
func (m *maker) steps(n int) {
	for i := range n {
		m.write(fmt.Sprintf("Plans/STEP-2026-%06d.md", i), fmt.Sprintf(
			"---\ntask_id: STEP-%06d\ncreated_date: '%s'\nstatus: Blocked\nblocked_reason: \"waiting for an approval\"\n---\n\n# Objective\n\nSettle order %d.\n\n## Roadmap\n\n- [x] Look it up\n- [ ] ✋ Email the desk\n",
			i, stamp(i), i))
		m.write(fmt.Sprintf("%s/STEP_%06d.md", []string{"Pending_Approval", "Approved", "Pending_Approval", "Rejected"}[i%4], i), fmt.Sprintf(
			"---\ntype: approval_request\naction: email\nplan_id: STEP-%06d\nstep_id: 2\nrecipient: desk@harbour.example\ncreated: %s\nstatus: pending\n---\n\n# Answer order\n\nThe order is late.\n",
			i, stamp(i)))
	}
}

// damaged are plans and requests that cannot be read.
func (m *maker) damaged(n int) {
	for i := range n {
		m.write(fmt.Sprintf("Plans/DAMAGED-%06d.md", i), "---\ntask_id: [\n---\n\x00\x01")
		m.write(fmt.Sprintf("Pending_Approval/DAMAGED_%06d.md", i), "---\naction: {email\n---\n# Answer\n")
	}
}

// work items have passed some nodes and are in one.
func (m *maker) work(n int) {
	for i := range n {
		m.write(fmt.Sprintf("docs/work/active/E2-%06d/WORK.md", i), fmt.Sprintf(
			"---\ntemplate: work_item\nid: E2-%06d\ntitle: %s\nstatus: active\nowner: Spindle\ncreated: 2026-03-06\nclosed: null\npriority: high\nblocked_by: []\ncurrent_node: DO\ncycle_phase: DO\nnode_history:\n- node: backlog\n  entered: 2026-03-06 11:40:12\n  exited: '2026-03-09T11:00:40'\n- node: DO\n  entered: 2026-03-12 16:30:09\n  exited: null\nversion: '1.0'\n---\n# E2-%06d\n\n%s\n",
			i, m.words(5), i, m.words(80)))
	}
}

// events are an event log of n lines of about 400 bytes, with a session for each 100.
func (m *maker) events(n int) {
	const name = "events.jsonl"
	f, err := os.Create(filepath.Join(m.dir, name))
	if err != nil {
		m.err = err
		return
	}
	out := bufio.NewWriterSize(f, 1<<20)
	filler := m.words(40)
	for i := range n {
		session, kind := i/100, "CyclePhaseEntered"
		switch i % 100 {
		case 0:
			kind = "SessionStarted"
		case 99:
			if kind = "SessionEnded"; session%50 == 7 {
				kind = "CyclePhaseEntered"
			}
		}
		fmt.Fprintf(out, `{"type": "%s", "session": %d, "agent": "Spindle", "work_id": "E2-%06d", "phase": "DO", "reason": "%s", "timestamp": "%s", "session_id": %d}`+"\n",
			kind, session, i%1000, filler, stamp(i), session)
	}
	m.err = out.Flush()
	if info, err := f.Stat(); err == nil {
		m.bytes += info.Size()
	}
	if err := f.Close(); m.err == nil {
		m.err = err
	}
	m.files = append(m.files, name)
}

// journal are twenty research problems with n entries in all.
func (m *maker) journal(n int) {
	const problems = 20
	m.write(".math/config.json", `{"active_problem": "problem-00", "problems": []}`)
	for p := range problems {
		var head, body strings.Builder
		each := n / problems
		for i := range each {
			id, strategy := fmt.Sprintf("PROOF-%05d", i+1), []string{"construction", "estimation", "reduction", "contradiction"}[i%4]
			fmt.Fprintf(&head, "  - id: %q\n    strategy: %q\n    status: \"failed\"\n    tags: [\"parity\", \"tag-%d\"]\n", id, strategy, i%50)
			fmt.Fprintf(&body, "### %s: %s\n- **Timestamp:** %s\n- **Agent:** proof-agent\n- **Strategy type:** %s\n- **Tags:** [parity, tag-%d]\n- **What was tried:** %s\n- **Outcome:** FAILED\n- **Reasoning:** %s\n- **Artifacts produced:** None\n- **Related files:** None\n- **Insight/Takeaway:** %s\n\n",
				id, m.words(5), stamp(i*60), strategy, i%50, m.words(20), m.words(20), m.words(12))
		}
		dir := fmt.Sprintf(".math/problems/problem-%02d/", p)
		m.write(dir+"PROBLEM.md", "---\ntitle: \"A problem\"\nstatus: open\n---\n\n# Problem: A problem\n\n"+m.words(60)+"\n")
		m.write(dir+"STATE.md", "---\ncurrent_state: EXPLORING\nproblem_defined: true\nnotation_configured: true\nsession_count: 9\n---\n")
		m.write(dir+"JOURNAL.md", fmt.Sprintf("---\nproblem: \"problem-%02d\"\ntotal_entries: %d\nlast_entry: %q\nstrategies_tried:\n%s---\n\n# Research Journal: A problem\n\n## Proof Attempts\n\n%s", p, each, stamp(each*60), head.String(), body.String()))
	}
}

const vocabulary = "answer bearing bolt booking chain check count crate delivery desk dock draft drum filter freight gasket gauge harbour invoice ledger letter list lorry mill notice order pallet paper parcel price pump quay rail report rope sail scale seal shelf ship spindle spoke stock supplier table tariff tender ticket tyre valve vessel wharf wheel winch"

func (m *maker) words(n int) string {
	words, all := make([]string, n), strings.Fields(vocabulary)
	for i := range words {
		words[i] = all[m.rng.IntN(len(all))]
	}
	return strings.Join(words, " ")
}
