package cli

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coldstart/cli/answer"
	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/cli/settings"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/vault"
	"coldstart/vault/hook"
	"coldstart/vault/setup"
)

func newCompletion(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "completion bash|zsh|fish|powershell", Example: "coldstart completion bash",
		Short: "Print a completion script for commands, flags and what is in the vault",
		Long: `  bash: eval "$(coldstart completion bash)" in ~/.bashrc
  zsh:  coldstart completion zsh > _coldstart, in a folder of $fpath
  fish: coldstart completion fish > ~/.config/fish/completions/coldstart.fish
  PowerShell: coldstart completion powershell | Out-String | iex, in $PROFILE`,
		Args: needs("a shell: bash, zsh, fish or powershell"), RunE: c.running(c.runCompletion),
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
	}
	return cmd
}

// bashWords replaces what the script needs of bash-completion, which may not be installed.
const bashWords = `declare -F _get_comp_words_by_ref >/dev/null || _get_comp_words_by_ref() {
	local line=${COMP_LINE:0:COMP_POINT}
	read -ra words <<<"$line"
	[[ $line == *[[:space:]] ]] && words+=("")
	cword=$((${#words[@]} - 1))
	cur=${words[cword]} prev=${words[cword > 0 ? cword - 1 : 0]}
}
declare -F _filedir >/dev/null || _filedir() {
	local IFS=$'\n'
	compopt -o filenames 2>/dev/null
	COMPREPLY=($(compgen "${1:--f}" -- "$cur"))
}
`

func (c *call) runCompletion() (int, error) {
	out := &c.out.Text
	switch c.args[0] {
	case "bash":
		c.out.Page(bashWords)
		return exitDone, c.root.GenBashCompletionV2(out, true)
	case "zsh":
		return exitDone, c.root.GenZshCompletion(out)
	case "fish":
		return exitDone, c.root.GenFishCompletion(out, true)
	case "powershell":
		return exitDone, c.root.GenPowerShellCompletionWithDesc(out)
	}
	return 0, say.Usage(say.Unknown("shell", c.args[0]), say.Choices("the shells are ", c.args[0], c.cmd.ValidArgs)...)
}

// completing registers what every command and flag can be completed with, for a line that a shell wants completed. The
// last word is incomplete.
func (c *call) completing(line []string) []string {
	var prepare func(cmd *cobra.Command)
	prepare = func(cmd *cobra.Command) {
		if cmd.ValidArgs == nil && cmd.ValidArgsFunction == nil && !cmd.HasSubCommands() {
			cmd.ValidArgsFunction = cobra.NoFileCompletions
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { completeFlag(c, cmd, f) })
		for _, one := range cmd.Commands() {
			prepare(one)
		}
	}
	prepare(c.root)
	c.root.ValidArgsFunction = func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		if strings.HasPrefix(begun, ".") || strings.Contains(begun, "/") {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	if len(line) < 2 {
		return line
	}
	begun := len(line) - 1
	words := c.ahead(line[1:begun])
	c.cmd = c.root
	return slices.Concat(line[:1], words, line[begun:])
}

// completeFlag registers what the value of a flag can be.
func completeFlag(c *call, cmd *cobra.Command, f *pflag.Flag) {
	value, does := pflag.UnquoteUsage(f)
	f.Usage = does
	if f.NoOptDefVal != "" {
		return
	}
	complete := cobra.NoFileCompletions
	switch {
	case value == "FILE" || value == "FILES":
		return
	case value == "DIR":
		complete = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
	case f.Name == "host":
		complete = c.hostOffers
	case f.Name == "problem":
		complete = c.offers(researchOffers)
	case f.Name == "session":
		complete = c.offers(loggedOffers)
	case flagValues(cmd, f.Name) != nil:
		complete = cobra.FixedCompletions(flagValues(cmd, f.Name), cobra.ShellCompDirectiveNoFileComp)
	}
	// This fails only for a flag that is registered twice.
	_ = cmd.RegisterFlagCompletionFunc(f.Name, complete)
}

// flagValues are all values that a flag of a command takes, nil when it takes any.
func flagValues(cmd *cobra.Command, name string) []string {
	switch name {
	case "agent":
		switch cmd.Name() {
		case "init":
			return setup.AgentNames()
		case "hook":
			return hook.AgentHookNames()
		case "gate":
			return clientNames()
		}
	case "category":
		return say.Each(model.Categories(), func(c model.Category) string { return string(c) })
	case "outcome":
		return say.Each(model.Outcomes(), model.Outcome.String)
	case "strategy":
		return model.Strategies()
	case "then":
		return []string{model.ThenAsk.String(), model.ThenDeny.String(), model.ThenAllow.String()}
	case "format":
		return []string{"text", "json", formatClaude}
	}
	for _, o := range settings.Options() {
		if o.Name == name {
			return o.Values
		}
	}
	return nil
}

const (
	// completionTime bounds how long the shell waits.
	completionTime = time.Second
	mostOffers     = 200
	mostAbout      = 60 // cells
)

// offer is a possible argument with a short description.
type offer struct{ name, about string }

// offers completes an argument or the value of a flag from the vault, of which only the
// newest files of each kind are read. Agents choose names, so those that mean something to
// a shell are left out, and those with what looks like a key.
func (c *call) offers(list func(v *vault.Vault, s model.Snapshot) []offer) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, begun string) (found []string, _ cobra.ShellCompDirective) {
		c.given, c.cmd, c.brief = cmd, cmd, true
		c.settle()
		ctx, cancel := context.WithTimeout(c.ctx, completionTime)
		defer cancel()
		c.ctx = ctx
		seen := map[string]bool{}
		// A vault that cannot be read offers nothing.
		_, _ = c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
			for _, o := range list(v, s) {
				if len(found) == mostOffers || seen[o.name] || !isPlainName(o.name) || !strings.HasPrefix(o.name, begun) ||
					c.err.Theme.Masks([]byte(o.name)) {
					continue
				}
				seen[o.name] = true
				found = append(found, cobra.CompletionWithDesc(o.name, c.err.Theme.Brief(o.about, mostAbout).String()))
			}
			return exitDone, nil
		})
		return found, cobra.ShellCompDirectiveNoFileComp
	}
}

// argument is offers for a command with one argument.
func (c *call) argument(list func(v *vault.Vault, s model.Snapshot) []offer) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return c.offers(list)(cmd, args, begun)
	}
}

// isPlainName reports whether a name has only letters, digits, blanks and characters that mean
// nothing to a shell. The scripts quote blanks.
func isPlainName(name string) bool {
	strange := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-/@+, ", r)
	}
	return name != "" && name[0] != '-' && strings.TrimSpace(name) == name && !strings.ContainsFunc(name, strange)
}

func thingOffers(_ *vault.Vault, s model.Snapshot) []offer {
	return say.Each(refs.All(s), func(t refs.Named) offer { return offer{t.Handy(), t.Ref.Kind.String()} })
}

func requestOffers(_ *vault.Vault, s model.Snapshot) []offer {
	offers := say.Each(s.Requests, func(r model.Request) offer { return offer{refs.NamesOf(r.Ref()).Handy(), r.Title()} })
	for _, p := range s.Plans {
		if !rule.Refuse(s, p.Ref(), model.ChoiceApprove).Given() {
			offers = append(offers, offer{p.ID, phrase.Heading(p)})
		}
	}
	return offers
}

// decisionOffers are the requests and the proposals.
func decisionOffers(v *vault.Vault, s model.Snapshot) []offer {
	return append(requestOffers(v, s), proposalOffers(v, s)...)
}

func undoOffers(v *vault.Vault, _ model.Snapshot) []offer {
	// Without a history there is nothing to undo.
	history, _ := v.History()
	var offers []offer
	for _, p := range history {
		if p.UndoneBy == "" && p.Fate == model.FateDone {
			offers = append(offers, offer{p.ID, phrase.Past(p)})
		}
	}
	return offers
}

func needOffers(_ *vault.Vault, s model.Snapshot) []offer { return rowOffers(s, rule.NeedsYou(s)) }

func restOffers(_ *vault.Vault, s model.Snapshot) []offer {
	return rowOffers(s, say.Each(rule.Snoozed(s), func(r model.Resting) model.Attention { return r.Attention }))
}

func rowOffers(s model.Snapshot, rows []model.Attention) []offer {
	names := map[model.Ref]string{}
	for _, t := range refs.All(s) {
		names[t.Ref] = t.Handy()
	}
	return say.Each(rows, func(a model.Attention) offer { return offer{names[a.Ref], phrase.What(a) + ", " + phrase.Why(a)} })
}

func planOffers(_ *vault.Vault, s model.Snapshot) []offer {
	return say.Each(s.Plans, func(p model.Plan) offer { return offer{p.ID, phrase.Heading(p)} })
}

func traceOffers(_ *vault.Vault, s model.Snapshot) []offer {
	return say.Each(s.Traces, func(t model.Trace) offer { return offer{path.Base(path.Dir(t.Path)), answer.TraceRemark(t)} })
}

// loggedOffers are the orphans of the event log.
func loggedOffers(_ *vault.Vault, s model.Snapshot) []offer {
	return say.Each(s.Orphans(), func(o model.Session) offer { return offer{o.Label, answer.SessionState(s, o)} })
}

func orphanOffers(v *vault.Vault, s model.Snapshot) []offer {
	offers := loggedOffers(v, s)
	for _, t := range s.ApartFromLog() {
		if t.NeedsYou(s.At) {
			offers = append(offers, offer{t.ID, t.Name() + ", " + phrase.Why(t.Attention(s.At))})
		}
	}
	for _, a := range s.Alarms {
		if a.Acked.IsZero() {
			offers = append(offers, offer{a.ID, a.What})
		}
	}
	return offers
}

func proposalOffers(_ *vault.Vault, s model.Snapshot) []offer {
	return say.Each(s.Memory.Pending(), func(p model.Proposal) offer { return offer{p.ID, p.Content} })
}

// hostOffers completes the name of a host from the settings.
func (c *call) hostOffers(cmd *cobra.Command, _ []string, begun string) (found []string, _ cobra.ShellCompDirective) {
	c.cmd = cmd
	c.settle()
	for _, h := range c.conf.Hosts {
		if strings.HasPrefix(h.Name, begun) {
			found = append(found, cobra.CompletionWithDesc(h.Name, c.err.Theme.Brief(hostWords(h), mostAbout).String()))
		}
	}
	return found, cobra.ShellCompDirectiveNoFileComp
}

func researchOffers(_ *vault.Vault, s model.Snapshot) []offer {
	return say.Each(s.Research.Problems, func(p model.ResearchProblem) offer { return offer{p.Slug, p.Name()} })
}
