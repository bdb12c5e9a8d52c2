package answer

import (
	"cmp"
	"errors"
	"slices"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
)

// Found is what one look found of a vault, here or on a host, or of a host that gave no answer.
type Found struct {
	// Host is the machine as the settings name it, empty for this one.
	Host string
	// Name tells the vault from the others of its machine, Dir is its folder there. Both are empty
	// where a host did not answer.
	Name, Dir string
	Snapshot  model.Snapshot
	// Err is why there is no snapshot.
	Err error
}

// place names the vault with its machine, as in attic: notes.
func (f Found) place() string {
	name := cmp.Or(f.Name, f.Dir)
	switch {
	case f.Host == "":
		return name
	case name == "":
		return f.Host
	}
	return f.Host + ": " + name
}

func (f Found) errorJSON() string {
	if f.Err == nil {
		return ""
	}
	return phrase.Error(f.Err)
}

// Heading begins what is said of one vault of several.
func (f Found) Heading(p *Output) {
	if f.Host == "" {
		p.Line(Words(styles.RoleHeading, "Vault "), p.Exact(styles.RoleTitle, f.Dir))
		return
	}
	p.Line(Words(styles.RoleHeading, "Vault "), p.Exact(styles.RoleTitle, cmp.Or(f.Dir, "?")), Words(styles.RoleHeading, " on "), p.Exact(styles.RoleTitle, f.Host))
}

// Unread says in a line why a vault or a host is not shown. The error about a host names it.
func (p *Output) Unread(f Found) {
	line := styles.Line{Words(styles.RoleBad, "Not read: ")}
	if f.Dir != "" {
		line = append(line, p.Label(styles.RoleTitle, f.place()), Words(styles.RolePlain, ": "))
	}
	p.Line(append(line, p.Label(styles.RolePlain, phrase.Error(f.Err)))...)
}

// Vaults is the answer of coldstart list vaults.
type Vaults struct {
	SchemaVersion int  `json:"schema_version"`
	At            Time `json:"at"`
	// Vaults are in the order of their need. Behind them come those that could not be read, and the hosts
	// that gave no answer.
	Vaults []jsonVault `json:"vaults"`
}

// jsonVault is one vault in a list of several.
type jsonVault struct {
	// Host is the machine as the settings name it, empty for this one.
	Host string `json:"host"`
	// Vault is its name, Dir its folder on its machine. Both are empty for a host that gave no answer.
	Vault string `json:"vault"`
	Dir   string `json:"dir"`
	// Error says why it could not be read; nothing else is known then. It is empty for most.
	Error string `json:"error"`
	// NeedsYou counts what needs the operator, Blocked what of it stops work.
	NeedsYou int `json:"needs_you"`
	Blocked  int `json:"blocked"`
	// Plan is the id of the plan to resume, Objective what it is about; empty for none.
	Plan      string `json:"plan"`
	Objective string `json:"objective"`
	// OldestWait is since when the longest wait lasts. NextExpiry is when the next request is too late, null
	// for none.
	OldestWait Time `json:"oldest_wait"`
	NextExpiry Time `json:"next_expiry"`
	// DeadSessions counts the sessions that are very likely ended.
	DeadSessions int `json:"dead_sessions"`
	// ReadOnly is true where nothing can be decided.
	ReadOnly bool `json:"read_only"`
}

// summed is a vault in numbers.
type summed struct {
	Found
	rule.VaultSummary
}

// sums puts vaults in the order of their need, those that could not be read last.
func sums(all []Found) []summed {
	list := say.Each(all, func(f Found) summed {
		if f.Err != nil {
			return summed{Found: f}
		}
		return summed{f, rule.Summarize(f.Snapshot)}
	})
	slices.SortStableFunc(list, func(a, b summed) int {
		switch {
		case (a.Err == nil) == (b.Err == nil):
			return rule.ByNeed(a.VaultSummary, b.VaultSummary)
		case a.Err != nil:
			return 1
		}
		return -1
	})
	return list
}

// VaultsJSON answers coldstart list vaults.
func VaultsJSON(all []Found, at Time) Vaults {
	return Vaults{SchemaVersion, at, say.Each(sums(all), func(s summed) jsonVault {
		return jsonVault{
			Host: s.Host, Vault: s.Name, Dir: s.Dir, Error: s.errorJSON(), NeedsYou: s.Needs, Blocked: s.Blocks, Plan: s.Plan, Objective: s.Objective,
			OldestWait: Time(s.Oldest), NextExpiry: Time(s.Expires), DeadSessions: s.Dead, ReadOnly: s.ReadOnly,
		}
	})}
}

// Vaults lists vaults, and what could not be read below them.
func (p *Output) Vaults(all []Found) {
	heading := func(text string) styles.Span { return Words(styles.RoleMuted, text) }
	rows := [][]styles.Span{{heading("Host"), heading("Vault"), heading("Needs you"), heading("Blocked"), heading("Oldest wait"), heading("Next expiry"), heading("Dead"), heading("Resume")}}
	var unread []Found
	for _, s := range sums(all) {
		if s.Err != nil {
			unread = append(unread, s.Found)
			continue
		}
		rows = append(rows, []styles.Span{
			p.Label(styles.RolePlain, cmp.Or(s.Host, "here")), p.Exact(styles.RoleTitle, s.Name), counted(styles.RoleWarn, s.Needs), counted(styles.RoleBad, s.Blocks),
			p.when(s.Oldest, s.Snapshot.At), p.deadline(s), counted(styles.RoleBad, s.Dead), p.orDash(s.VaultSummary.Plan),
		})
	}
	if len(rows) > 1 {
		p.Table(rows)
	}
	for _, f := range unread {
		p.Unread(f)
	}
}

// deadline is when the first thing of a vault is too late.
func (p *Output) deadline(s summed) styles.Span {
	switch {
	case s.Expires.IsZero():
		return Words(styles.RoleMuted, "-")
	case p.forPerson:
		return Words(styles.RoleWarn, phrase.Deadline(s.Snapshot.At, s.Expires))
	}
	return Words(styles.RoleWarn, model.FormatUTC(s.Expires))
}

// Statuses is the answer of coldstart status --hosts.
type Statuses struct {
	SchemaVersion int  `json:"schema_version"`
	At            Time `json:"at"`
	// Vaults are those here, then those of each host. A vault that could not be read, and a host that gave no
	// answer, is one with an error.
	Vaults []jsonStatusOf `json:"vaults"`
}

// jsonStatusOf is the report of one vault of several.
type jsonStatusOf struct {
	// Host is the machine as the settings name it, empty for this one.
	Host string `json:"host"`
	// Dir is the folder of the vault on its machine, empty for a host that gave no answer.
	Dir string `json:"dir"`
	// Error says why there is no report, empty for most.
	Error string `json:"error"`
	// Status is null where there is an error.
	Status *Status `json:"status"`
}

// StatusesJSON answers coldstart status --hosts.
func StatusesJSON(all []Found, at Time) Statuses {
	return Statuses{SchemaVersion, at, say.Each(all, func(f Found) jsonStatusOf {
		j := jsonStatusOf{Host: f.Host, Dir: f.Dir, Error: f.errorJSON()}
		if f.Err == nil {
			j.Status = new(StatusJSON(f.Snapshot))
		}
		return j
	})}
}

// ApprovalLists is the answer of coldstart list requests --hosts.
type ApprovalLists struct {
	SchemaVersion int  `json:"schema_version"`
	At            Time `json:"at"`
	// Vaults are those here, then those of each host. A vault that could not be read, and a host that gave no
	// answer, is one with an error.
	Vaults []jsonApprovalsOf `json:"vaults"`
}

// jsonApprovalsOf are the requests of one vault of several.
type jsonApprovalsOf struct {
	// Host is the machine as the settings name it, empty for this one.
	Host string `json:"host"`
	// Dir is the folder of the vault on its machine, empty for a host that gave no answer.
	Dir string `json:"dir"`
	// Error says why there is no list, empty for most.
	Error string `json:"error"`
	// Approvals is null where there is an error.
	Approvals *Approvals `json:"approvals"`
}

// ApprovalListsJSON answers coldstart list requests --hosts.
func ApprovalListsJSON(all []Found, at Time) ApprovalLists {
	return ApprovalLists{SchemaVersion, at, say.Each(all, func(f Found) jsonApprovalsOf {
		j := jsonApprovalsOf{Host: f.Host, Dir: f.Dir, Error: f.errorJSON()}
		if f.Err == nil {
			j.Approvals = new(ApprovalsJSON(f.Snapshot))
		}
		return j
	})}
}

// ShortOfAll prints one line about several vaults for shell prompts, and counts what needs the operator and
// what could not be read.
func (p *Output) ShortOfAll(all []Found) (needed, blocked, unread int) {
	for _, f := range all {
		if f.Err != nil {
			unread++
			continue
		}
		o := rule.Summarize(f.Snapshot)
		needed, blocked = needed+o.Needs, blocked+o.Blocks
	}
	words := "nothing was read"
	if read := len(all) - unread; read > 0 {
		words = needWords(needed, blocked) + " · " + model.Counted(read, "vault")
	}
	line := styles.Line{Words(styles.RolePlain, "coldstart: "+words)}
	line = append(line, p.notReadOf(all, " · not reached: ", true)...)
	p.Line(append(line, p.notReadOf(all, " · not read: ", false)...)...)
	return needed, blocked, unread
}

// notReadOf names behind a lead what gave no answer, or what did and was not read.
func (p *Output) notReadOf(all []Found, lead string, unreached bool) styles.Line {
	var names []string
	for _, f := range all {
		if f.Err != nil && errors.Is(f.Err, model.ErrNotReached) == unreached {
			names = append(names, f.place())
		}
	}
	if len(names) == 0 {
		return nil
	}
	return styles.Line{Words(styles.RoleBad, lead), p.Label(styles.RoleTitle, phrase.Some(names))}
}
