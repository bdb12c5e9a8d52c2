package memory

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	// mostEvidence is how many pieces of evidence of one proposal are read.
	mostEvidence = 20
	// maxQuoted is the largest file in bytes in which a quotation is looked for.
	maxQuoted = 256 << 10
)

// readEvidence reads the member "evidence" of a proposal: quotations, or objects with a quotation each. What it cannot
// read it leaves out: the agent's schema has no such member, so nothing in it is a fault.
func readEvidence(part seedPart) (out []model.Evidence) {
	b, list := part.r.b, part.may("evidence").value
	if list.Is(b, '"') {
		list = &text.Value{Parts: []text.Value{*list}}
	} else if !list.Is(b, '[') {
		return nil
	}
	for i := range list.Parts {
		if e := evidenceIn(b, &list.Parts[i]); e.Quote != "" && len(out) < mostEvidence {
			out = append(out, e)
		}
	}
	return out
}

func evidenceIn(b []byte, v *text.Value) model.Evidence {
	if v.Is(b, '"') {
		return model.Evidence{Quote: text.Unquote(b[v.From:v.To])}
	}
	said := func(kind byte, keys ...string) string {
		for _, key := range keys {
			if m := v.Member(b, key); m.Is(b, kind) && kind == '"' {
				return text.Unquote(b[m.From:m.To])
			} else if m.Is(b, kind) {
				return string(b[m.From:m.To])
			}
		}
		return ""
	}
	line, _ := strconv.Atoi(said('0', "line"))
	return model.Evidence{
		Quote: said('"', "quote", "text", "content"), Where: said('"', "file", "path", "session", "source"), Line: max(0, line),
		At: model.ParseStamp(said('"', "at", "timestamp", "date"), nil), Against: said('t', "against") != "",
	}
}

// lookUp looks for the quotations of undecided proposals in the files of the vault that they name. It leaves m as it is.
func lookUp(r *source.Reading, m model.Memory) []model.Proposal {
	out := slices.Clone(m.Proposals)
	for i, p := range out {
		if p.Status != model.ProposalPending || len(p.Evidence) == 0 {
			continue
		}
		out[i].Evidence = slices.Clone(p.Evidence)
		for j := range out[i].Evidence {
			e := &out[i].Evidence[j]
			e.Found = found(r, *e)
		}
	}
	return out
}

// found looks for one quotation. A name with a dot in it is a file; the others are sessions.
func found(r *source.Reading, e model.Evidence) model.Lookup {
	if filepath.Ext(e.Where) == "" || !filepath.IsLocal(filepath.FromSlash(e.Where)) {
		return model.NotLookedFor
	}
	at := filepath.Join(r.Vault.Disk.Root.Name(), filepath.FromSlash(e.Where))
	came, err := source.Once(r, "evidence "+e.Quote, e.Where, at, func() (model.Lookup, fs.FileInfo, error) {
		b, info, err := r.Vault.Disk.ReadWholeText(filepath.FromSlash(e.Where), source.Most(r.Vault, maxQuoted))
		if e.Quotes(b) {
			return model.FoundThere, info, err
		}
		return model.NotFoundThere, info, err
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return model.FileGone
	case err != nil:
		return model.NotLookedFor
	}
	return came
}
