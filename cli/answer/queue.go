package answer

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
)

// MostNeeds is how many rows of a list the report shows.
const MostNeeds = 10

// Of a list that has more it shows a few rows, and of a long queue some groups.
const (
	fewOfMany  = 3
	mostGroups = 8
)

// listed is how many of n rows the report shows: all, or the first few of many.
func listed(n int) int {
	if n > MostNeeds {
		return fewOfMany
	}
	return n
}

// more counts the rows that are not shown, and names the command that lists them.
func (p *Output) more(n int, command string) {
	if n > 0 {
		p.Line(Words(styles.RoleMuted, fmt.Sprintf("  … and %d more: %s", n, command)))
	}
}

// The widths of a row of a long list: the least of its subject, and the most of what stands beside it.
const (
	leastSubject = 24
	mostBeside   = 32
)

// row writes a row on one line: where there is no room for all of it, the part at cut is cut in its
// middle, since many differ only at their ends.
func (p *Output) row(start string, cut int, parts ...styles.Span) {
	room := lineWidth - styles.Plain(start).Width()
	for i, part := range parts {
		if n := part.Text.Width(); n > 0 && i != cut {
			room -= n + len(" - ")
		}
	}
	parts[cut].Text = parts[cut].Text.FitMiddle(max(room, leastSubject))
	p.parts(start, parts...)
}

// needsYou lists what needs the operator: each thing with its reasons, or a long queue as groups in a
// line each.
func (p *Output) needsYou(s model.Snapshot) {
	needs := rule.NeedsYou(s)
	head := styles.Line{Words(styles.RoleTitle, fmt.Sprintf("Needs you: %d", len(needs)))}
	if n := len(rule.Snoozed(s)); n > 0 {
		head = append(head, Words(styles.RoleMuted, fmt.Sprintf(", %d snoozed (coldstart list snoozed)", n)))
	}
	if n := rule.MaybeNeeds(s); n > 0 {
		head = append(head, Words(styles.RoleMuted, fmt.Sprintf(", %d more may need you (coldstart list requests)", n)))
	}
	p.Line(head...)
	if len(needs) > MostNeeds {
		p.groups(s, needs)
		return
	}
	for i, n := range needs {
		p.parts(fmt.Sprintf("  %d. ", i+1), p.Label(styles.RoleTitle, phrase.What(n)), p.Label(styles.RolePlain, recipient(n)),
			p.Label(whyRole(n), phrase.Why(n)), Words(styles.RoleMuted, age(s.At, n.Since)))
	}
}

// groups lists a long queue, a line for each group, and says which commands list all of it.
func (p *Output) groups(s model.Snapshot, queue []model.Attention) {
	all := rule.Groups(queue, s.At)
	alarms := slices.IndexFunc(all, func(g rule.Group) bool { return !g.Rows[0].Gate })
	if alarms < 0 {
		alarms = len(all)
	}
	shown := all[:min(len(all), max(mostGroups, alarms))]
	for i, g := range shown {
		first := g.Rows[0]
		beside := recipient(first)
		if len(g.Rows) > 1 {
			beside = "first: " + phrase.What(first)
		}
		p.row(fmt.Sprintf("  %d. ", i+1), 0, p.Label(styles.RoleTitle, phrase.Group(g)), styles.Span{Text: p.Theme.Label(beside).FitMiddle(mostBeside)},
			p.Label(whyRole(first), phrase.GroupWhy(g)), Words(styles.RoleMuted, age(s.At, first.Since)))
	}
	var rest []model.Attention
	for _, g := range all[len(shown):] {
		rest = append(rest, g.Rows...)
	}
	if len(rest) == 0 {
		p.Line(Words(styles.RoleMuted, "  all of them: "+strings.Join(listing(queue), ", ")))
		return
	}
	p.Line(Words(styles.RoleMuted, fmt.Sprintf("  … and %d more (", len(rest))), p.Label(styles.RoleMuted, actions(rest)),
		Words(styles.RoleMuted, "): "+strings.Join(listing(rest), ", ")))
}

// actions counts rows by what they ask for, the most frequent first: "150 email replies, 70 payments, 4 others".
func actions(rows []model.Attention) string {
	count := map[string]int{}
	for _, a := range rows {
		count[cmp.Or(phrase.Action(a.Action), a.Ref.Kind.Noun())]++
	}
	names := slices.SortedFunc(maps.Keys(count), func(a, b string) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	var out []string
	left := len(rows)
	for _, name := range names[:min(len(names), fewOfMany)] {
		out, left = append(out, model.Counted(count[name], name)), left-count[name]
	}
	if left > 0 {
		out = append(out, fmt.Sprintf("%d others", left))
	}
	return strings.Join(out, ", ")
}

// recipient is whom a request goes to, "" for any other thing.
func recipient(a model.Attention) string {
	if a.Ref.Kind != model.KindRequest {
		return ""
	}
	return phrase.OfInRow(a)
}

func whyRole(a model.Attention) styles.Role {
	if a.Blocks {
		return styles.RoleBad
	}
	return styles.RolePlain
}

// listing names the commands that list all of a queue.
func listing(queue []model.Attention) []string {
	var commands []string
	for _, a := range queue {
		command := "coldstart status --json"
		switch a.Ref.Kind {
		case model.KindRequest:
			command = "coldstart list requests"
		case model.KindPlan:
			command = "coldstart list plans"
		case model.KindProblem:
			command = "coldstart list problems"
		case model.KindSession, model.KindTranscript, model.KindWork:
			command = "coldstart list orphans"
		case model.KindTrace:
			command = "coldstart list traces"
		case model.KindProposal, model.KindMemory:
			command = "coldstart list memory"
		}
		if !slices.Contains(commands, command) {
			commands = append(commands, command)
		}
	}
	return commands
}

// withAgent names what waits for its agent and for nobody else.
func (p *Output) withAgent(s model.Snapshot) {
	rows := rule.WithAgent(s)
	if len(rows) == 0 {
		return
	}
	p.Line()
	if len(rows) > MostNeeds {
		p.Line(Words(styles.RolePlain, phrase.WithAgents(len(rows))), Words(styles.RoleMuted, " ("+strings.Join(listing(rows), ", ")+")"))
		return
	}
	p.Say("%s", phrase.WithAgents(len(rows)))
	for _, a := range rows {
		p.parts("  ", p.Label(styles.RoleTitle, phrase.What(a)), p.Label(styles.RolePlain, recipient(a)), p.Label(styles.RoleMuted, phrase.Why(a)), Words(styles.RoleMuted, age(s.At, a.Since)))
	}
}

// triage lists what nobody has planned or drafted anything of yet.
func (p *Output) triage(s model.Snapshot) {
	if len(s.Intake) == 0 {
		return
	}
	p.Line()
	list := rule.Untouched(s)
	titles := map[string]int{}
	for _, i := range list {
		titles[i.Title]++
	}
	title := func(i model.Intake) styles.Span {
		if titles[i.Title] > 1 {
			return p.Label(styles.RolePlain, i.Title+" ("+path.Base(i.Path)+")")
		}
		return p.Label(styles.RolePlain, i.Title)
	}
	head := "Triage: " + phrase.Waiting(len(list), rule.Drafted(s))
	if len(list) > MostNeeds {
		p.Line(Words(styles.RolePlain, head+": "), p.Label(styles.RolePlain, inFolders(list)), Words(styles.RolePlain, "; the oldest"))
		for _, i := range list[:fewOfMany] {
			p.row("  ", 0, title(i), p.Label(styles.RoleMuted, i.Folder), Words(styles.RoleMuted, age(s.At, i.Since.Time)))
		}
		p.more(len(list)-fewOfMany, "coldstart status --json")
		return
	}
	p.Say("%s", head)
	var rows [][]styles.Span
	for _, i := range list {
		rows = append(rows, []styles.Span{Words(styles.RolePlain, ""), p.Label(styles.RoleMuted, i.Folder), Words(styles.RoleMuted, age(s.At, i.Since.Time)), title(i)})
	}
	p.Table(rows)
}

// jsonClaim is how many files and plans somebody works on.
type jsonClaim struct {
	By    string `json:"by"`
	Count int    `json:"count"`
}

func claimJSON(c model.Claim) jsonClaim { return jsonClaim{c.By, c.Count} }

// inProgress says who works on how many files and plans: "In progress: 2 with cloud".
func (p *Output) inProgress(s model.Snapshot) {
	claims := s.InProgress()
	if len(claims) == 0 {
		return
	}
	all := say.Each(claims, func(c model.Claim) string {
		if c.By == "" {
			return fmt.Sprintf("%d with no name", c.Count)
		}
		return fmt.Sprintf("%d with %s", c.Count, c.By)
	})
	p.Line()
	p.Line(Words(styles.RolePlain, "In progress: "), p.Label(styles.RolePlain, strings.Join(all, ", ")))
}

// inFolders counts files by the folders in which they wait: "360 in Needs_Action, 40 in Inbox".
func inFolders(list []model.Intake) string {
	count := map[string]int{}
	var names []string
	for _, i := range list {
		if count[i.Folder]++; count[i.Folder] == 1 {
			names = append(names, i.Folder)
		}
	}
	for at, name := range names {
		names[at] = fmt.Sprintf("%d in %s", count[name], name)
	}
	return strings.Join(names, ", ")
}
