package superpowers

import (
	"path"
	"strings"
	"unicode"

	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

var (
	// labelled is a line that says which plan a ledger belongs to.
	labelled = text.Pattern{Expr: `^.{0,60}?\b[Pp]lan(?: file)?\W{0,3}[:=]\W{0,4}?([^\s\x60*(].*?\.md)\b`}
	// headed is a heading that names the plan with which the file goes on.
	headed = text.Pattern{Expr: `^[#=].*\bplan\W{1,3}(\S+?\.md)\b`}
)

// nameIt is what helps where the plan of a ledger is not known.
const nameIt = "begin the file with the name of its plan, as: Plan: " + plans + "/NAME.md"

// oddity is why a ledger is left out.
type oddity struct {
	line         int
	reason, hint string
}

// readLedgers reads all ledgers, one for each plan: the one in the plan's own folder first.
func readLedgers(h *source.Repo, plans []string) (out []*ledger) {
	names := []string{}
	for _, dir := range h.Folders(ledgers) {
		names = append(names, path.Join(dir, "progress.md"))
	}
	byPlan := map[string]*ledger{}
	for _, name := range append(names, path.Join(ledgers, "progress.md")) {
		d, ok := h.Document(name)
		if !ok {
			continue
		}
		all, odd := readLedger(d, plans)
		if odd.reason != "" {
			h.Problem(name, odd.line, odd.reason, odd.hint)
		}
		for _, l := range all {
			was := byPlan[l.plan]
			if was == nil {
				byPlan[l.plan], out = l, append(out, l)
			} else if path.Base(path.Dir(name))+".md" == path.Base(l.plan) {
				*was = *l
			}
		}
	}
	return out
}

// readLedger reads a file, which may go on from plan to plan, as the one for all plans of earlier
// versions does. A ledger of which the plan is not known is left out.
func readLedger(d source.Document, plans []string) (all []*ledger, left oddity) {
	var l *ledger
	if file, ok := known(path.Base(path.Dir(d.Name))+".md", plans); ok {
		l = newLedger(d, file)
	} else if path.Dir(d.Name) == ledgers && len(plans) == 1 {
		l = newLedger(d, plans[0])
	} else if file, ok := titled(guest.Title(d.Text), plans); ok {
		l = newLedger(d, file)
		all = append(all, l)
	}
	lines := d.Lines()
	for i, line := range lines {
		if isTask := ledgerLine.MatchString(line) || ledgerRange.MatchString(line); !isTask {
			named, inside, ok := planIn(line, i, plans)
			if ok && !inside {
				return nil, oddity{i + 1, "its plan is outside the repository and is not read", "the ledger was skipped"}
			}
			if ok && (l == nil || l.plan != named) {
				if l != nil && len(all) > 0 {
					l.past = true
				}
				l = newLedger(d, named)
				all = append(all, l)
				continue
			}
		} else if l == nil && left.line == 0 {
			left = oddity{i + 1, "nothing says which plan this is about: " + strings.TrimSpace(line), nameIt}
		}
		if l != nil && !l.take(lines, i) && strings.TrimSpace(line) != "" {
			l.said++
		}
	}
	if l != nil && len(all) == 0 {
		all = append(all, l)
	}
	if l != nil {
		left = oddity{}
	}
	return all, left
}

// planIn finds the plan that a line names: with a label near the top, or in a heading further on.
func planIn(line string, at int, plans []string) (file string, inside, ok bool) {
	m := labelled.FindStringSubmatch(line)
	label := m != nil
	if m == nil {
		m = headed.FindStringSubmatch(line)
	}
	if m == nil {
		return "", false, false
	}
	named := strings.ReplaceAll(m[1], `\`, "/")
	if file, ok := known(path.Base(named), plans); ok && !strings.HasPrefix(path.Clean(named), "..") {
		return file, true, true
	}
	return named, !strings.HasPrefix(path.Clean(named), ".."), label && at < headerLines
}

// progressOf is the heading of a ledger, with the name of its plan.
var progressOf = text.Pattern{Expr: `^(?i)(.+?)[\s:—–-]+(?:sdd[\s-]+)?(?:progress|ledger)(?:\s+(?:ledger|log))?$`}

// titled finds the plan whose name has all the words of a ledger's heading: the one that has no more, else the only one.
func titled(heading string, plans []string) (file string, ok bool) {
	m := progressOf.FindStringSubmatch(heading)
	if m == nil {
		return "", false
	}
	words := strings.Join(strings.FieldsFunc(strings.ToLower(m[1]), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), "-")
	var found []string
	for _, file := range plans {
		stem := strings.ToLower(strings.TrimSuffix(path.Base(file), ".md"))
		if stem = strings.TrimPrefix(strings.TrimPrefix(stem, dayOf(file)), "-"); stem == words {
			return file, true
		}
		if strings.Contains("-"+stem+"-", "-"+words+"-") {
			found = append(found, file)
		}
	}
	if len(found) != 1 || words == "" {
		return "", false
	}
	return found[0], true
}

// known finds a plan by the last part of its name, since agents write whole paths of this or of
// another checkout.
func known(base string, plans []string) (file string, ok bool) {
	for _, file := range plans {
		if path.Base(file) == base {
			return file, true
		}
	}
	return "", false
}
