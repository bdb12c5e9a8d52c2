// Package kiro reads the specs of Kiro (kiro.dev), and those of cc-sdd
// (github.com/gotalab/cc-sdd, as of commit 29aee95), which adds a spec.json with approvals. They
// are read and never changed.
package kiro

import (
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/source"
)

const (
	kiro  = "Kiro"
	ccsdd = "cc-sdd"
	tool  = kiro + " and " + ccsdd
	specs = ".kiro/specs"
)

// Guest are the specs of Kiro and of cc-sdd.
var Guest = source.Guest{Name: "kiro", Tool: tool, Signs: []string{specs}, Read: read}

// archives are folders into which people put specs that are over.
var archives = []string{"archive", "archived", "_archive", "_archived", ".archive", "completed", "done"}

func read(h *source.Here) (found source.Finding) {
	k := reader{h: h, left: model.Guest{Tool: tool, Path: specs}, prefix: prefixIn(h)}
	for _, dir := range h.Folders(specs) {
		if slices.Contains(archives, strings.ToLower(path.Base(dir))) {
			k.left.Finished += len(h.Folders(dir))
			continue
		}
		if s, ok := k.readSpec(dir); ok {
			k.specs = append(k.specs, s)
		}
	}
	if len(k.specs) == 0 && k.left.Finished == 0 {
		return found
	}
	k.addSpecs()
	k.found.Guests = []model.Guest{k.left}
	return k.found
}

// reader is what is read of one repository.
type reader struct {
	h     *source.Here
	left  model.Guest
	found source.Finding
	specs []spec
	// prefix is how the commands of cc-sdd begin, as "/kiro:".
	prefix string
}

// prefixIn is how the commands begin, by what the program put where an agent looks for them.
func prefixIn(h *source.Here) string {
	for _, x := range []struct{ sign, prefix string }{
		{".claude/commands/kiro", "/kiro:"}, {".claude/skills/kiro-impl", "/kiro-"}, {".agents/skills/kiro-impl", "$kiro-"},
	} {
		if h.Exists(x.sign) {
			return x.prefix
		}
	}
	return "/kiro:"
}

// addSpecs adds the specs that are open, and the one that was built last.
func (k *reader) addSpecs() {
	var last *model.Plan
	for _, s := range k.specs {
		p := k.planOf(s)
		if p.Status.State != model.StateDone {
			k.found.Plans = append(k.found.Plans, &p)
			k.ask(s)
			k.askBlocked(s, p)
			continue
		}
		if last == nil {
			last = &p
			continue
		}
		if k.left.Finished++; p.Touched.Time.After(last.Touched.Time) {
			last = &p
		}
	}
	if last != nil {
		k.found.Plans = append(k.found.Plans, last)
	}
}
