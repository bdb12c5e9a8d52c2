package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/research"
	"coldstart/vault"
)

// operatorAgent is who writes an entry on the command line when nobody is named.
const operatorAgent = "user"

// entry is a command that writes into a research journal.
type entry struct {
	decision
	researchFlags
	draft model.Draft
}

func newEntry(c *call) *cobra.Command {
	e := &entry{decision: decision{call: c}}
	cmd := &cobra.Command{
		Use:     "entry < FILE",
		Example: "coldstart journal add",
		Short:   "Write an entry to the journal of the current research problem",
		Long: `Reads the entry from standard input, as one JSON object:
  {"category": "COMP", "title": "Search up to n = 20", "outcome": "PARTIAL",
   "insight": "No new obstacle", "tags": "queens,search"}
More keys: strategy, tried, reasoning, artifacts, related, re-attempt-of, agent.
A PROOF entry needs a strategy, and every entry but a NOTE an outcome. --repair
rebuilds front matter that cannot be read.`,
		Args: none, RunE: c.running(e.run),
	}
	e.flags(cmd)
	d, fs := &e.draft, cmd.Flags()
	fs.StringVar(&d.Title, "title", "", "the entry's `TITLE`")
	fs.StringVar(&d.Tried, "tried", "", "the attempt, as `TEXT`")
	fs.StringVar(&d.Reasoning, "reasoning", "", "why it ended that way, as `TEXT`")
	fs.StringVar(&d.Artifacts, "artifacts", "", "the `FILES` produced")
	fs.StringVar(&d.Related, "related", "", "related `FILES`")
	fs.StringVar(&d.Earlier, "re-attempt-of", "", "the `ID` of the earlier attempt that this one repeats")
	fs.StringVar(&d.Agent, "agent", operatorAgent, "the agent's `NAME`")
	e.writeFlags(cmd)
	return cmd
}

// writeFlags are the flags of both entry and note.
func (e *entry) writeFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&e.draft.Insight, "insight", "", "the lesson, as `TEXT`")
	cmd.Flags().BoolVar(&e.draft.Repair, "repair", false, "rebuild a broken front matter from the entries")
	e.decisionFlags(cmd, &e.decision)
}

// mostEntry bounds an entry on standard input, in bytes.
const mostEntry = 64 << 10

// entryFields are the flags of an entry that its JSON can have.
func entryFields() []string {
	return []string{"category", "title", "insight", "outcome", "strategy", "tags", "tried", "reasoning", "artifacts", "related", "re-attempt-of", "agent"}
}

// readEntry takes the entry from standard input, if no flag has a part of it. The old word never did.
func (e *entry) readEntry() error {
	if e.given == e.cmd || slices.ContainsFunc(entryFields(), e.has) {
		return nil
	}
	if e.env.StdinIsTerminal {
		return say.Usage("coldstart journal add reads an entry from standard input", "see coldstart help journal add")
	}
	text, err := io.ReadAll(io.LimitReader(e.env.Stdin, mostEntry+1))
	fields := map[string]string{}
	if err == nil && len(text) > mostEntry {
		err = fmt.Errorf("it has more than %d KiB", mostEntry>>10)
	}
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	if err != nil {
		return say.Usage("standard input is not one JSON object of texts: "+err.Error(), "see coldstart help journal add")
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(entryFields(), name) {
			return say.Usage(say.Unknown("field", name), say.Choices("the fields are ", name, entryFields())...)
		}
		if err := e.cmd.Flags().Set(name, fields[name]); err != nil {
			return err
		}
	}
	return nil
}

func (e *entry) run() (int, error) {
	if err := e.readEntry(); err != nil {
		return 0, err
	}
	f, err := e.filter(false)
	if err != nil {
		return 0, err
	}
	d := &e.draft
	d.Category, d.Outcome, d.Strategy, d.Tags, d.Agent = f.category, f.outcome, f.strategy, f.tags, cmp.Or(d.Agent, operatorAgent)
	return e.write(*d)
}

func newNote(c *call) *cobra.Command {
	e := &entry{decision: decision{call: c}}
	cmd := &cobra.Command{
		Use: "note TEXT [--tags a,b]", Example: `coldstart journal note "The 28-hole rim is back. Lace it with two blocks."`,
		Short: "Write a quick note to the journal",
		Long:  "The first sentence becomes the title and the whole text the insight.",
		Args:  needs("the text of the note"), RunE: c.running(e.note), ValidArgsFunction: cobra.NoFileCompletions,
	}
	e.tagsFlag(cmd)
	e.problemFlag(cmd)
	e.writeFlags(cmd)
	return cmd
}

// note writes a quick note. Its text is the insight, unless --insight gives another.
func (e *entry) note() (int, error) {
	if err := tooLong("the note", e.args[0]); err != nil {
		return 0, err
	}
	d := research.NoteDraft(e.args[0], operatorAgent)
	d.Tags, d.Repair = e.tagList(), e.draft.Repair
	if e.has("insight") {
		d.Reasoning, d.Insight = d.Insight, e.draft.Insight
	}
	return e.write(d)
}

// write writes the entry. That the approach was tried before is only a hint.
func (e *entry) write(d model.Draft) (int, error) {
	if err := e.check(); err != nil {
		return 0, err
	}
	if mark, ok := e.agentAbove(); ok {
		// An agent may write here, but not as a person.
		e.under = mark.Agent
		if d.Agent == operatorAgent && !e.has("agent") {
			d.Agent = strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(mark.Agent, "an ")), " ", "-")
		}
		if reason := model.RefuseAgent(d.Agent); reason.Given() {
			return 0, say.Usage(phrase.Reason(reason), e.usageHint())
		}
	}
	if reason := research.RefuseDraft(d); reason.Given() {
		return 0, say.Usage(phrase.Reason(reason), e.usageHint())
	}
	return e.writing(func(v *vault.Vault, s model.Snapshot) (int, error) {
		problem, err := refs.ProblemMeant(s.Research, e.problem)
		if err != nil {
			return 0, err
		}
		if err := refs.Writable(problem.Journal, d); err != nil {
			return 0, err
		}
		e.hintDeadEnds(problem.Journal, d)
		return e.decideOn(v, s, model.Decision{
			Ref: problem.Journal.Ref(), Choice: model.ChoiceEntry, Note: model.OneLine(d.Title), Entry: d,
		})
	})
}

// hintDeadEnds warns of attempts that a proof entry repeats without naming them.
func (c *call) hintDeadEnds(j model.Journal, d model.Draft) {
	if d.Category != model.CategoryProof || d.Earlier != "" {
		return
	}
	for _, end := range research.DeadEnds(j, d.Strategy, d.Tags) {
		for _, l := range phrase.Nudge(end) {
			if l != "" {
				c.hint(l)
			}
		}
	}
}
