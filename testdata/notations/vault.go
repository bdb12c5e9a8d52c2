package main

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// makeVault draws one vault with what a person reads in it.
func makeVault(seed, number int) made {
	m := newMaker(seed, number)
	v := made{number: number, files: map[string][]byte{}}
	v.put("Dashboard.md", []byte("# Dashboard\n\nAll is well.\n"))
	plans := m.plans(&v)
	m.requests(&v, plans)
	m.documents(&v)
	m.items(&v)
	m.resume(&v, plans)
	return v
}

// plans writes the plans of a vault: some open, some begun, some finished.
func (m *maker) plans(v *made) []*plan {
	style := m.planStyle()
	var all []*plan
	folders := odds[string]{{70, "plans"}, {8, "done"}, {8, "progress"}, {4, "completed"}, {6, "email"}, {2, "month"}}
	kind := draw(m, odds[string]{{85, "Markdown"}, {7, "JSON"}, {5, "own"}})
	for range 4 + m.IntN(4) {
		switch {
		case kind == "own":
			all = append(all, m.ownPlan(v))
			continue
		case kind == "JSON" || m.chance(2):
			all = append(all, m.jsonPlan(v))
			continue
		}
		folder := draw(m, folders)
		p := m.newPlan(style, folder)
		// Outside a folder for plans only the name or the type tells a plan.
		if folder != "plans" && folder != "email" && p.style.name == nameNothing {
			p.style.name = nameUpper
			m.nameOf(p)
		}
		m.write(p, v)
		all = append(all, p)
	}
	if kind != "Markdown" {
		return all
	}
	all = append(all, m.versions(v, style)...)
	all = append(all, m.elsewhere(v, style)...)
	m.loose(v)
	return all
}

// versions writes one plan several times, as loops do, or several plans whose names differ
// in a time only.
func (m *maker) versions(v *made, style planStyle) []*plan {
	if !m.chance(20) {
		return nil
	}
	style.name, style.need, style.title, style.ticks = nameUpper, needNone, pick(m, titlePrefixed, titleBare), false
	style.status, style.steps = statusNone, pick(m, stepBoxes, stepPlain)
	same := m.chance(70)
	first := m.newPlan(style, "plans")
	first.style = style
	base := strings.TrimSuffix(first.slug, first.named.Format("20060102_150405"))
	if same {
		first.source = "FILE_" + slug(first.title, "_") + ".txt"
	}
	n := 2 + m.IntN(3)
	var all []*plan
	for range n {
		p := *first
		p.made = m.moment()
		if !same {
			p.title = m.title()
			m.drawAgain(&p)
		}
		p.slug = base + p.made.Format("20060102_150405")
		p.path, p.named, p.style = m.folder("Plans")+"/"+p.slug+".md", p.made, style
		all = append(all, &p)
	}
	if same {
		slices.SortFunc(all, func(a, b *plan) int { return b.made.Compare(a.made) })
	}
	for i, p := range all {
		m.write(p, v)
		answer := "0"
		if same && i == 0 {
			answer = fmt.Sprint(n - 1)
		}
		if same && i > 0 {
			answer = "older"
		}
		v.says(p.path, kindPlan, fieldFolded, map[bool]string{true: "one source", false: "several tasks"}[same], answer)
	}
	if same {
		return all[:1]
	}
	return all
}

// drawAgain draws the steps of a copied plan again.
func (m *maker) drawAgain(p *plan) {
	p.steps = nil
	p.meant = draft
	m.drawSteps(p)
}

// elsewhere writes a plan of which something lies in Done: its request, its execution or a
// finished copy, so that it was carried out; or its source, which is filed there as soon as
// a plan was made of it.
func (m *maker) elsewhere(v *made, style planStyle) []*plan {
	if !m.chance(25) {
		return nil
	}
	style.meta, style.status, style.title, style.name, style.ticks = frontMatter, statusKey, titlePrefixed, nameUpper, false
	p := m.newPlan(style, "plans")
	p.style = style
	p.meant = pick(m, blocked, draft)
	for i := range p.steps {
		p.steps[i].done = false
	}
	stem, folder := slug(p.title, "_"), m.folder("Done")+"/"
	how := pick(m, "its request is in Done", "it was executed", "its copy is in Done", "its source is in Done", "its source is in Done")
	switch how {
	case "its source is in Done":
		p.source = "EMAIL_" + stem + ".md"
		v.put(folder+p.source, []byte("---\ntype: email\nstatus: pending\n---\n\nThey want to hear from us.\n"))
	case "it was executed":
		v.put(folder+pick(m, "EXECUTED_", "DONE_", "COMPLETED_")+p.slug+".md", []byte("---\nstatus: completed\n---\n\nIt went well.\n"))
	case "its copy is in Done":
		v.put(folder+p.slug+".md", []byte("---\nstatus: completed\n---\n\n# Plan: "+p.title+"\n"))
	default:
		v.put(folder+"APPROVAL_"+stem+".md", fmt.Appendf(nil,
			"---\ntype: approval_request\naction: send_email\nplan_file: %s.md\nstatus: approved\n---\n\n# Approval Request: %s\n", p.slug, p.title))
	}
	m.write(p, v)
	if how == "its source is in Done" {
		return []*plan{p}
	}
	v.drop(p.path, fieldStatus)
	v.drop(p.path, fieldNext)
	v.says(p.path, kindPlan, fieldStatus, how, string(done))
	v.says(p.path, kindPlan, fieldNeeds, how, "no")
	return nil
}

// requests writes the requests of a vault, some of them for one of its plans.
func (m *maker) requests(v *made, plans []*plan) {
	style := m.requestStyle()
	for _, p := range plans {
		if p.own && m.chance(50) {
			m.ownRequest(p, v)
		}
	}
	for range 4 + m.IntN(4) {
		folder := draw(m, odds[string]{{70, "Pending_Approval"}, {15, "Approved"}, {10, "Rejected"}})
		var p *plan
		if len(plans) > 0 && m.chance(40) {
			p = pick(m, plans...)
		}
		r := m.newRequest(style, folder, p)
		if _, there := v.files[r.path]; there {
			continue
		}
		m.ask(r, v)
		m.outcome(r, v)
	}
	if m.chance(10) {
		m.asked(v)
	}
}

// outcomes are lines of logs about a request, NAME its stem, with what they say.
var outcomes = odds[struct{ line, says string }]{
	{3, struct{ line, says string }{`{"timestamp": "TIME", "action": "email_sent", "file": "NAME.md", "result": "success"}`, "carried out"}},
	{2, struct{ line, says string }{`{"timestamp": "TIME", "action_type": "send_email", "target": "NAME.md", "status": "failed", "error": "no connection"}`, "failed"}},
	{2, struct{ line, says string }{`{"timestamp": "TIME", "level": "INFO", "message": "post published: NAME"}`, "carried out"}},
	{1, struct{ line, says string }{`{"timestamp": "TIME", "message": "failed to send: NAME"}`, "failed"}},
	{1, struct{ line, says string }{`{"ts": "TIME", "event": "executed", "item": "NAME", "success": true}`, "carried out"}},
	{1, struct{ line, says string }{`{"timestamp": "TIME", "action": "approval_requested", "file": "NAME.md", "result": "pending"}`, ""}},
}

// outcome writes what a log says became of an approved request.
func (m *maker) outcome(r *request, v *made) {
	if r.folder != "Approved" {
		return
	}
	if m.chance(40) {
		v.says(r.path, kindRequest, fieldOutcome, "no log", "")
		return
	}
	o := draw(m, outcomes)
	stem := strings.TrimSuffix(path.Base(r.path), ".md")
	line := strings.NewReplacer("TIME", now().Add(-2*time.Hour).Format(time.RFC3339), "NAME", stem).Replace(o.line)
	file := m.folder("Logs") + pick(m, "/2026-04-01.json", "/actions/2026-04-01.jsonl", "/2026-04-01.jsonl")
	v.put(file, append(v.files[file], line+"\n"...))
	v.says(r.path, kindRequest, fieldOutcome, o.line, o.says)
	if o.says == "failed" {
		v.drop(r.path, fieldNeeds)
		v.says(r.path, kindRequest, fieldNeeds, "it failed", "yes")
	}
}

// documents writes what lies among the plans and is none.
func (m *maker) documents(v *made) {
	for range m.IntN(3) {
		d := pick(m, documents...)
		title := m.title()
		name := m.folder("Plans") + "/" + strings.ReplaceAll(d.name, "SLUG", slug(title, "_"))
		v.put(name, []byte(strings.ReplaceAll(d.text, "TITLE", title)))
		v.says(name, kindDocument, fieldKind, d.name, string(kindDocument))
	}
}

// documents are texts that lie among plans.
var documents = []struct{ name, text string }{
	{"REPLY_DRAFT_SLUG.md", "---\ntype: reply_draft\nto: desk@harbour-rope.example\n---\n\nHello,\n\nthank you for your letter. We will come on Monday.\n\nRobin\n"},
	{"Draft_Reply_SLUG.md", "# Draft Reply: TITLE\n\nDear team,\n\n1. We agree to the price.\n2. We come on Monday.\n\nRobin\n"},
	{"LinkedIn_Post_SLUG.md", "# LinkedIn Post: TITLE\n\nWe learned three things this week:\n\n1. Ask early\n2. Write little\n3. Count twice\n\n#craft\n"},
	{"SPEC_SLUG.md", "# Specification: TITLE\n\n## Requirements\n\n- The form has a field for the number.\n\n## Acceptance Criteria\n\n- [ ] The number is saved\n- [ ] The mail is sent\n"},
	{"SLUG_report.md", "# Report: TITLE\n\n## Summary\n\nEverything arrived.\n\n## Findings\n\n1. Two boxes were late\n2. One was open\n"},
	{"Daily_2026-03-14.md", "# Day Sheet 2026-03-14\n\n## Pending Approvals\n\n| Item | Action |\n|---|---|\n| TITLE | Review |\n| Second letter | Review |\n"},
	{"Weekly_Briefing_SLUG.md", "# Weekly Briefing\n\n## Summary\n\n- Income: 300\n- Letters: 12\n"},
	{"daily_2026-03-15.md", "---\ntype: daily_plan\nstatus: active\ncreated: 2026-03-31T06:00:00Z\n---\n\n# Daily Plan - 2026-03-15\n\n## Pending Approvals\n\n- [ ] None\n\n## Today\n\n- [ ] TITLE\n"},
	{"README.md", "# Plans\n\nAgents leave their plans here.\n\n- [ ] Read this\n"},
	{"plan_template.md", "# Plan: {{title}}\n\n## Steps\n\n- [ ] {{step}}\n"},
	{"Meeting_Notes_SLUG.md", "---\ntype: notes\n---\n\n# Meeting notes: TITLE\n\nWe met on Monday.\n\n1. Robin spoke\n2. Then lunch\n"},
	{"Architecture_Notes_SLUG.md", "# Architecture\n\nThe watcher writes to a folder.\n\n1. Watcher\n2. Queue\n"},
}

// items writes what waits to be sorted, also with endings that few expect.
func (m *maker) items(v *made) {
	for range m.IntN(4) {
		title := m.title()
		name := pick(m, "EMAIL_SLUG.md", "FILE_SLUG.txt", "SLUG", "SLUG.csv", "TASK_SLUG.json", "SLUG.eml")
		text := "---\ntype: email\nsubject: " + title + "\n---\n\nPlease look.\n"
		switch {
		case strings.HasSuffix(name, ".json"):
			text = fmt.Sprintf("{%q: %q, %q: %q}\n", "type", "task", "title", title)
		case !strings.HasSuffix(name, ".md"):
			text = title + "\n"
		}
		how := name
		name = m.folder(pick(m, "Needs_Action", "Needs_Action", "Inbox")) + "/" + strings.ReplaceAll(name, "SLUG", slug(title, "_"))
		v.put(name, []byte(text))
		v.says(name, kindItem, fieldKind, how, string(kindItem))
	}
}

// resume says which plan a person goes on with: one that runs, else one that waits, else one
// that was not begun, the newest of them by its own words. Of other programs' plans it is as
// right to begin one before one that waits for a person, and the one with the highest
// priority of those that were not begun.
func (m *maker) resume(v *made, plans []*plan) {
	best := first(plans, []state{active, blocked, draft, unknown}, false)
	if !slices.ContainsFunc(plans, func(p *plan) bool { return p.own }) {
		best = append(best, first(plans, []state{active, draft, blocked, unknown}, false)...)
		best = append(best, first(plans, []state{active, draft, blocked, unknown}, true)...)
	}
	if best == nil {
		best = []string{""}
	}
	v.says("", kindVault, fieldResume, "", best...)
}

// first are the plans of the first state that there is, the newest or those of the same time.
func first(plans []*plan, order []state, urgent bool) []string {
	key := func(p *plan) (rank, urgency int, at time.Time) {
		if at = p.stated; at.IsZero() {
			at = p.named
		}
		if urgent && p.is == draft {
			urgency = slices.Index([]string{"p1", "high", "medium", "normal", "low"}, p.priority)
			if urgency < 0 {
				urgency = 2
			}
		}
		return slices.Index(order, p.is), urgency, at
	}
	var best []*plan
	for _, p := range plans {
		rank, urgency, at := key(p)
		if rank < 0 {
			continue
		}
		order := -1
		if best != nil {
			bestRank, bestUrgency, bestAt := key(best[0])
			order = cmp.Or(cmp.Compare(rank, bestRank), cmp.Compare(urgency, bestUrgency), bestAt.Compare(at))
		}
		switch {
		case order < 0:
			best = []*plan{p}
		case order == 0:
			best = append(best, p)
		}
	}
	var paths []string
	for _, p := range best {
		paths = append(paths, p.path)
	}
	return paths
}
