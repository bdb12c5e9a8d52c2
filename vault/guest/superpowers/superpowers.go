// Package superpowers reads the plans of superpowers (github.com/obra/superpowers, as of commit
// 44c9b2d6) and the ledgers of their progress. They are read and never changed.
package superpowers

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	tool    = "superpowers"
	command = "/superpowers:subagent-driven-development"
	plans   = "docs/superpowers/plans"
	// olderPlans is where earlier versions put them, among whatever else lies there.
	olderPlans = "docs/plans"
	ledgers    = ".superpowers/sdd"
)

const (
	// mostOlder is how many files of docs/plans are looked into, and how many plans without a ledger.
	mostOlder = 30
	// mostUnkept is how many plans without a ledger are listed.
	mostUnkept = 5
)

// Guest are the plans of superpowers.
var Guest = guest.Guest{Name: "superpowers", Tool: tool, Signs: []string{plans, olderPlans, ledgers}, Shared: []string{olderPlans}, Read: read}

// dated is the name of a plan: its day and a few words.
var dated = text.Pattern{Expr: `^(\d{4}-\d{2}-\d{2})-.+\.md$`}

// dayOf is the day in a plan's name, empty for none.
func dayOf(name string) string {
	if m := dated.FindStringSubmatch(path.Base(name)); m != nil {
		return m[1]
	}
	return ""
}

func read(h *source.Repo) (left guest.Left) {
	names := planNames(h)
	kept := readLedgers(h, names)
	left.Path, left.Ended = ledgers, guest.EndedNewest
	if len(names) > 0 {
		left.Path = path.Dir(names[0])
	}
	listed := map[string]bool{}
	for _, l := range kept {
		p := keptPlan(h, l)
		p.newer = newerThan(p, names)
		left.Lessons = append(left.Lessons, l.lessons(p)...)
		if listed[p.name] = true; l.allDone() && (l.past || !p.here) || l.past && len(l.tasks) == 0 {
			left.Finished++
		} else {
			left.Jobs = append(left.Jobs, p.job())
		}
	}
	for _, p := range unkept(h, names, listed) {
		switch {
		case p == nil:
			left.Unlisted++
		case p.done():
			left.Finished++
		default:
			left.Jobs = append(left.Jobs, p.job())
		}
	}
	return left
}

// newerThan is the newest plan of a later day, empty for none, for a plan whose ledger is the one
// for all plans: that is not deleted when the work is done.
func newerThan(p *plan, names []string) (newer string) {
	for _, name := range names {
		if path.Dir(p.ledger.file.Name) == ledgers && dayOf(p.name) != "" && dayOf(name) > dayOf(p.name) && dayOf(name) > dayOf(newer) {
			newer = name
		}
	}
	return newer
}

// planNames are the files that are plans, by folder, name and header.
func planNames(h *source.Repo) (names []string) {
	for _, name := range h.Files(plans, ".md") {
		if isDesign(name) {
			continue
		}
		if dayOf(name) == "" {
			d, ok := h.Document(name)
			if !ok || !hasHeader(d) {
				continue
			}
		}
		names = append(names, name)
	}
	return append(names, olderNames(h)...)
}

// olderNames are the plans in docs/plans. Only the newest files are looked into: where one of
// them is a plan, those before are taken for plans by their names.
func olderNames(h *source.Repo) (names []string) {
	all := slices.DeleteFunc(h.Files(olderPlans, ".md"), func(name string) bool { return dayOf(name) == "" || isDesign(name) })
	slices.Reverse(all)
	for i, name := range all {
		if i < mostOlder {
			d, ok := h.Document(name)
			if !ok || !hasHeader(d) {
				continue
			}
		} else if len(names) == 0 {
			break
		}
		names = append(names, name)
	}
	return names
}

// isDesign reports a design, which lies beside its plan in older repositories.
func isDesign(name string) bool { return strings.HasSuffix(name, "-design.md") }

// unkept are the plans without a ledger, newest day first, nil for an older one in which nobody ticks anything: a ledger is
// deleted when the work is done, so a plan with a newer one behind it says nothing.
func unkept(h *source.Repo, names []string, listed map[string]bool) (out []*plan) {
	names = slices.Clone(names)
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Or(strings.Compare(dayOf(b), dayOf(a)), strings.Compare(a, b))
	})
	for _, name := range names {
		if listed[name] {
			continue
		}
		var p *plan
		if len(out) < mostOlder {
			if p = readPlan(h, name); !p.ticked() && !p.done() && (dayOf(name) != dayOf(names[0]) || len(out) >= mostUnkept) {
				p = nil
			}
		}
		out = append(out, p)
	}
	return out
}
