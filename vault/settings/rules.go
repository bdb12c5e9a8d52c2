package settings

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/text"
)

// gateName is the name of the list of rules in the settings.
const gateName = "gate"

// RulesFile is the operator's settings file with a change of its rules. Every other byte stays.
type RulesFile struct {
	Edited
	// want is what the file has to say afterwards.
	want []ConfigEntry
}

// ReadRules reads the settings file at path, which may be missing. A link is followed: it is the
// operator's own.
func ReadRules(path string) (*RulesFile, error) {
	e, err := ReadEdited(disk.LeadsTo(path), maxConfig)
	if err != nil {
		return nil, err
	}
	r := &RulesFile{Edited: e}
	if r.want, err = parseConfig(r.Was); err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return r, nil
}

// Add adds a rule behind all others.
func (r *RulesFile) Add(rule model.GateRule) error {
	added, err := parseConfig([]byte(gateName + ": [" + rule.Written() + "]"))
	if err == nil && !utf8.ValidString(rule.Tool+rule.Match+rule.Dir) {
		err = errors.New("it is not UTF-8")
	}
	if err != nil {
		return fmt.Errorf("writing the rule %s: %w", rule.Written(), err)
	}
	if g := r.rules(); g != nil {
		g.List = append(slices.Clone(g.List), added[0].List...)
	} else {
		r.want = append(slices.Clone(r.want), added...)
	}
	top, list, err := r.find()
	if err != nil {
		return err
	}
	entry := "- " + rule.Written()
	switch {
	case list == nil:
		var indent string
		if top != nil {
			indent = strings.Repeat(" ", top.Column-1)
		}
		if len(r.Next) > 0 && !bytes.HasSuffix(r.Next, []byte("\n")) {
			entry = r.lineEnd() + indent + gateName + ":" + r.lineEnd() + indent + "  " + entry
		} else {
			entry = indent + gateName + ":" + r.lineEnd() + indent + "  " + entry + r.lineEnd()
		}
		r.splice(len(r.Next), len(r.Next), entry)
	case len(list.Content) == 0:
		r.open(list, entry)
	case list.Style&yaml.FlowStyle != 0:
		return r.byHand(list.Line, rule)
	default:
		_, last := r.span(list, len(list.Content)-1)
		entry = strings.Repeat(" ", list.Column-1) + entry
		// The line before keeps its own end, which may be another than the file's first.
		if end := r.lineFrom(last + 1); bytes.HasSuffix(r.Next[:end], []byte("\n")) {
			r.splice(end, end, entry+r.lineEnd())
		} else {
			r.splice(end, end, r.lineEnd()+entry)
		}
	}
	return r.check(list, rule)
}

// Remove removes rule i of the list, from 0. Comments stay.
func (r *RulesFile) Remove(i int, rule model.GateRule) error {
	_, list, err := r.find()
	if err != nil {
		return err
	}
	g := r.rules()
	if list == nil || g == nil || i < 0 || i >= len(list.Content) {
		return fmt.Errorf("removing rule %d of %s: %w", i+1, r.File, model.ErrNotFound)
	}
	if list.Style&yaml.FlowStyle != 0 {
		return r.byHand(list.Line, rule)
	}
	g.List = slices.Delete(slices.Clone(g.List), i, i+1)
	first, last := r.span(list, i)
	from, to := r.lineFrom(first), r.lineFrom(last+1)
	if to == len(r.Next) && !bytes.HasSuffix(r.Next, []byte("\n")) {
		from = r.lineTo(first - 1)
	}
	r.splice(from, to, "")
	if len(g.List) == 0 {
		at := r.lineFrom(g.Line)
		if colon := bytes.IndexByte(r.Next[at:], ':'); colon >= 0 {
			r.splice(at+colon+1, at+colon+1, " []")
		}
	}
	return r.check(list, rule)
}

// Write writes the change, and reads it once more: the file then says what it did before, and the
// change.
func (r *RulesFile) Write(at time.Time) error {
	if err := r.Edited.Write(at); err != nil {
		return err
	}
	now, err := ReadEdited(r.File, maxConfig)
	if err == nil && !bytes.Equal(now.Was, r.Next) {
		err = fmt.Errorf("writing %s: another program has changed it since: %w", r.File, model.ErrConflict)
	}
	return err
}

// rules is the entry with the rules, nil for none.
func (r *RulesFile) rules() *ConfigEntry {
	i := slices.IndexFunc(r.want, func(e ConfigEntry) bool { return e.Name == gateName })
	if i < 0 {
		return nil
	}
	r.want = slices.Clone(r.want)
	return &r.want[i]
}

// find is the map of all settings and the list of rules in it, nil for none.
func (r *RulesFile) find() (top, list *yaml.Node, err error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(bytes.TrimPrefix(r.Next, text.BOM), &doc); err != nil || len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, nil, err
	}
	top = doc.Content[0]
	for i := 0; i+1 < len(top.Content); i += 2 {
		if top.Content[i].Value == gateName {
			list = top.Content[i+1]
		}
	}
	return top, list, nil
}

// open makes a list of one entry of an empty one, as in gate: [].
func (r *RulesFile) open(list *yaml.Node, entry string) {
	line := r.lineFrom(list.Line)
	from := line + max(0, bytes.IndexByte(r.Next[line:], '['))
	to := from + bytes.IndexByte(r.Next[from:], ']') + 1
	if to <= from || len(bytes.TrimSpace(r.Next[from+1:to-1])) > 0 {
		return // something stands in it
	}
	r.splice(line+len(bytes.TrimRight(r.Next[line:from], " ")), to, "")
	indent := len(r.Next[line:]) - len(bytes.TrimLeft(r.Next[line:], " "))
	r.splice(r.lineTo(list.Line), r.lineTo(list.Line), r.lineEnd()+strings.Repeat(" ", indent+2)+entry)
}

// span are the first and the last line of entry i of a list with one entry a line, without the
// comments behind it.
func (r *RulesFile) span(list *yaml.Node, i int) (first, last int) {
	dash := list.Column - 1
	first, until := r.dashed(list.Content[i].Line, dash), bytes.Count(r.Next, []byte("\n"))+1
	if i+1 < len(list.Content) {
		until = r.dashed(list.Content[i+1].Line, dash) - 1
	}
	last = first
	for n := first + 1; n <= until; n++ {
		line := string(r.Next[r.lineFrom(n):r.lineTo(n)])
		plain := strings.TrimLeft(line, " ")
		switch {
		case plain == "" || plain[0] == '#':
			continue
		case len(line)-len(plain) <= dash:
			return first, last
		}
		last = n
	}
	return first, last
}

// dashed is the last line up to n that has a dash in a column.
func (r *RulesFile) dashed(n, column int) int {
	for ; n > 1; n-- {
		if line := r.Next[r.lineFrom(n):r.lineTo(n)]; len(line) > column && line[column] == '-' && len(bytes.TrimLeft(line[:column], " ")) == 0 {
			break
		}
	}
	return n
}

// lineFrom is where line n begins, from 1, and lineTo where its text ends.
func (r *RulesFile) lineFrom(n int) int {
	at := 0
	for ; n > 1; n-- {
		next := bytes.IndexByte(r.Next[at:], '\n')
		if next < 0 {
			return len(r.Next)
		}
		at += next + 1
	}
	return at
}

func (r *RulesFile) lineTo(n int) int {
	at := r.lineFrom(n)
	end := bytes.IndexByte(r.Next[at:], '\n')
	if end < 0 {
		return len(r.Next)
	}
	return at + len(bytes.TrimSuffix(r.Next[at:at+end], []byte("\r")))
}

// lineEnd is the end of lines in the file.
func (r *RulesFile) lineEnd() string {
	if first, _, ok := bytes.Cut(r.Next, []byte("\n")); ok && bytes.HasSuffix(first, []byte("\r")) {
		return "\r\n"
	}
	return "\n"
}

func (r *RulesFile) splice(from, to int, by string) {
	r.Next = slices.Concat(r.Next[:from], []byte(by), r.Next[to:])
}

// check fails unless the file would say what it did before, and the change.
func (r *RulesFile) check(list *yaml.Node, rule model.GateRule) error {
	if got, err := parseConfig(r.Next); err == nil && reflect.DeepEqual(unnumbered(got), unnumbered(r.want)) {
		return nil
	}
	line := 1
	if list != nil {
		line = list.Line
	}
	return r.byHand(line, rule)
}

// byHand says that a list is written in a way that is not edited.
func (r *RulesFile) byHand(line int, rule model.GateRule) error {
	r.Next = r.Was
	return fmt.Errorf("%s:%d: the rules are written in a way that is not edited; change %s by hand: %w", r.File, line, rule.Written(), model.ErrNotAllowed)
}

// unnumbered are entries without their lines.
func unnumbered(all []ConfigEntry) []ConfigEntry {
	all = slices.Clone(all)
	for i := range all {
		all[i].Line, all[i].List, all[i].Map = 0, unnumbered(all[i].List), unnumbered(all[i].Map)
	}
	return all
}
