package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/research"
	"coldstart/vault"
)

func newTried(c *call) *cobra.Command {
	cmd := c.withJSON(&cobra.Command{
		Use: "tried WORDS | --strategy S --tags a,b", Example: "coldstart tried affine blocks",
		Short: "Was this tried? Search earlier attempts, rejections and sessions",
		Long: `It searches the journals of all research problems, the notes of other tools,
rejected requests and failed steps of traces. It also searches plans, agents'
sessions with their commands, and the newest 1000 commits.
Case, accents and a plural s do not matter; quotation marks keep words together.
The exit code is 0 whatever it finds.`,
		Args: cobra.ArbitraryArgs, RunE: c.running(c.runTried),
	})
	r := &researchFlags{}
	r.strategyFlag(cmd)
	r.tagsFlag(cmd)
	return c.turning(cmd, map[string]string{"strategy": "deadends", "tags": "deadends"})
}

func (c *call) runTried() (int, error) {
	var commits model.History
	s, err := c.loadAnd(func(v *vault.Vault) (err error) {
		commits, err = v.Commits(c.ctx)
		return err
	})
	if err != nil {
		return 0, err
	}
	trials := research.NewTrials(s, c.out.Theme.Blanked).With(commits)
	found := trials.Tried(strings.Join(c.args, " "))
	if len(found.Words) == 0 {
		return 0, say.Usage("coldstart tried needs a word to look for", c.usageHint())
	}
	return c.answer(func() any { return answer.TriedJSON(s, trials, found) }, func() { c.out.Tried(s, trials, found) })
}

func newDeadEnds(c *call) *cobra.Command {
	var r researchFlags
	cmd := &cobra.Command{
		Use: "deadends --strategy S --tags a,b", Example: "coldstart tried --strategy construction --tags modular-queens",
		Short: "Show which earlier attempts an approach would repeat",
		Long: `An attempt is similar if it has the same strategy type or shares two tags, and
a dead end if it failed or was abandoned.
The exit code is 0 whatever it finds.`,
		Args: none, RunE: c.running(func() (int, error) { return c.runDeadEnds(r) }),
	}
	r.strategyFlag(cmd)
	r.tagsFlag(cmd)
	r.problemFlag(cmd)
	return c.withJSON(cmd)
}

// runDeadEnds shows what an approach would repeat. It never blocks: the exit code is 0.
func (c *call) runDeadEnds(r researchFlags) (int, error) {
	strategy, err := r.strategyWord()
	if err != nil {
		return 0, err
	}
	tags := r.tagList()
	if strategy == "" && len(tags) == 0 {
		return 0, say.Usage("coldstart tried needs --strategy or --tags", c.usageHint())
	}
	if strategy == "" && len(tags) < answer.FewestTags {
		c.hint("add --strategy or two tags; one tag alone matches nothing")
	}
	s, err := c.load()
	if err != nil {
		return 0, err
	}
	problem, err := r.meant(s)
	if err != nil {
		return 0, err
	}
	if why := problem.Journal.Unread; why != "" {
		return 0, say.Hinted(fmt.Errorf("looking for dead ends: %s", why), "earlier attempts are unknown until the journal can be read")
	}
	found := append(research.DeadEnds(problem.Journal, strategy, tags), research.DeadEnds(s.Lessons, strategy, tags)...)
	return c.answer(func() any { return answer.DeadEndsJSON(s, problem.Slug, strategy, tags, found) }, func() { c.out.Nudges(found) })
}

// entryFilter selects entries of a journal; empty fields match all.
type entryFilter struct {
	category model.Category
	outcome  model.Outcome
	strategy string
	tags     []string
	dead     bool
}

func newJournal(c *call) *cobra.Command {
	var r researchFlags
	var dead bool
	cmd := &cobra.Command{
		Use: "journal [--problem SLUG] [--json]", Example: "coldstart journal show",
		Short: "Show the research dashboard and the entries of the journal",
		Long:  "With --strategy and --tags it lists the entries that match all of them.",
		Args:  none, RunE: c.running(func() (int, error) { return c.runJournal(r, dead) }),
	}
	r.flags(cmd)
	cmd.Flags().BoolVar(&dead, "dead", false, "only failed or abandoned attempts")
	return c.withJSON(cmd)
}

func (r *researchFlags) filter(dead bool) (f entryFilter, err error) {
	if f.category, err = r.categoryWord(); err != nil {
		return f, err
	}
	if f.outcome, err = r.outcomeWord(); err != nil {
		return f, err
	}
	f.strategy, err = r.strategyWord()
	f.tags, f.dead = r.tagList(), dead
	return f, err
}

func (f entryFilter) chooses() bool {
	return f.category != "" || f.outcome != model.OutcomeNone || f.strategy != "" || f.dead || len(f.tags) > 0
}

// entries lists the entries that match. An attempt is dead when the front matter or its
// entry says so.
func (f entryFilter) entries(j model.Journal) []model.Entry {
	dead := map[model.Ref]bool{}
	for _, a := range research.Attempts(j) {
		if a.Entry != nil && a.Dead() {
			dead[a.Entry.Ref()] = true
		}
	}
	var out []model.Entry
	for _, e := range j.Entries {
		switch {
		case f.category != "" && e.Category != f.category,
			f.outcome != model.OutcomeNone && e.Result() != f.outcome,
			f.strategy != "" && e.Strategy != f.strategy,
			f.dead && !dead[e.Ref()] && !e.Result().Dead(),
			slices.ContainsFunc(f.tags, func(t string) bool { return !slices.Contains(e.Tags, t) }):
			continue
		}
		out = append(out, e)
	}
	return out
}

func (c *call) runJournal(r researchFlags, dead bool) (int, error) {
	filter, err := r.filter(dead)
	if err != nil {
		return 0, err
	}
	s, err := c.load()
	if err != nil {
		return 0, err
	}
	problem, err := r.meant(s)
	if err != nil {
		return 0, err
	}
	entries := append(filter.entries(problem.Journal), filter.entries(s.Lessons)...)
	return c.answer(func() any { return answer.JournalJSON(s, problem, entries) }, func() { c.out.Journal(s, problem, entries, filter.chooses()) })
}

// researchFlags are the flags shared by the commands on research.
type researchFlags struct {
	problem, category, outcome, strategy, tags string
}

// meant is the research problem that the flags mean. It is an empty one where nothing was left, or
// other programs left something.
func (r *researchFlags) meant(s model.Snapshot) (model.ResearchProblem, error) {
	if r.problem == "" && !s.Research.Found && (s.Strange || len(s.Guests) > 0) {
		return model.ResearchProblem{}, nil
	}
	return refs.ProblemMeant(s.Research, r.problem)
}

func (r *researchFlags) problemFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.problem, "problem", "", "the research problem with this `SLUG`, instead of the current one")
}

func (r *researchFlags) tagsFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.tags, "tags", "", "`TAGS`, separated by commas")
}

func (r *researchFlags) strategyFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.strategy, "strategy", "", "the `STRATEGY` type, such as contradiction")
}

func (r *researchFlags) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.category, "category", "", "the `CATEGORY`: PROOF, LIT, COMP or NOTE")
	cmd.Flags().StringVar(&r.outcome, "outcome", "", "the `OUTCOME`: SUCCEEDED, FAILED, PARTIAL, ABANDONED or IN_PROGRESS")
	r.strategyFlag(cmd)
	r.tagsFlag(cmd)
	r.problemFlag(cmd)
}

// tagList splits --tags, without duplicates.
func (r *researchFlags) tagList() []string {
	var tags []string
	for tag := range strings.SplitSeq(r.tags, ",") {
		if tag = strings.TrimSpace(tag); tag != "" && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	return tags
}

// categoryWord reads --category in any case; "" when it is not given.
func (r *researchFlags) categoryWord() (model.Category, error) {
	c := model.Category(strings.ToUpper(strings.TrimSpace(r.category)))
	if c != "" && c.Section() == "" {
		names := say.Each(model.Categories(), func(c model.Category) string { return string(c) })
		return "", say.Usage(say.Unknown("category", r.category), say.Choices("the categories are ", string(c), names)...)
	}
	return c, nil
}

// outcomeWord reads --outcome in any case.
func (r *researchFlags) outcomeWord() (model.Outcome, error) {
	o := model.ParseOutcome(r.outcome)
	if r.outcome != "" && o == model.OutcomeNone {
		names := say.Each(model.Outcomes(), model.Outcome.String)
		return o, say.Usage(say.Unknown("outcome", r.outcome), say.Choices("the outcomes are ", strings.ToUpper(r.outcome), names)...)
	}
	return o, nil
}

// strategyWord reads --strategy. Its case counts, since attempts are compared exactly.
func (r *researchFlags) strategyWord() (string, error) {
	if r.strategy != "" && !model.IsStrategy(r.strategy) {
		return "", say.Usage(say.Unknown("strategy", r.strategy), say.Choices("the strategies are ", strings.ToLower(r.strategy), model.Strategies())...)
	}
	return r.strategy, nil
}

func newSwitch(c *call) *cobra.Command {
	cmd, _ := c.choosing(choosing{"switch SLUG", "coldstart journal use skid-patch-rotation", "Make another research problem the current one",
		"SLUG is the name of the problem's folder, as coldstart journal lists it.", model.ChoiceSwitch, needs("a problem to switch to"), researchOffers,
		func(d *decision, v *vault.Vault, s model.Snapshot) (int, error) {
			problem, err := refs.ProblemNamed(s.Research, c.args[0])
			if err != nil {
				return 0, err
			}
			to := model.Decision{Ref: problem.Ref(), Choice: model.ChoiceSwitch, At: s.At}
			if problem.Current {
				return d.alreadySo(v, s, to)
			}
			return d.decideOn(v, s, to)
		}, true})
	return cmd
}
