package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
)

// jsonDeadEnds is the answer of coldstart deadends.
type jsonDeadEnds struct {
	jsonHead
	Problem  string        `json:"problem"`
	Strategy string        `json:"strategy"`
	Tags     []string      `json:"tags"`
	Matches  []jsonDeadEnd `json:"matches"`
}

// jsonDeadEnd is one earlier attempt that an approach would repeat.
type jsonDeadEnd struct {
	// ID is that of the entry, empty when only the front matter knows the attempt.
	ID      string `json:"id"`
	EntryID string `json:"entry_id"`
	Title   string `json:"title"`
	// SameStrategy and SharedTags are why it is similar.
	Strategy     string   `json:"strategy"`
	Outcome      string   `json:"outcome"`
	SameStrategy bool     `json:"same_strategy"`
	SharedTags   []string `json:"shared_tags"`
	// Since are the entries that came later and may have changed the conditions.
	Since []jsonSince `json:"since"`
	Nudge []string    `json:"nudge"`
	// Again are the entries that try it again, or say why that is worth it.
	Again []jsonSince `json:"again"`
	// Careful says where front matter and entry disagree, empty when they do not.
	Careful string `json:"careful"`
}

type jsonSince struct {
	ID        string    `json:"id"`
	EntryID   string    `json:"entry_id"`
	Title     string    `json:"title"`
	Timestamp jsonStamp `json:"timestamp"`
}

func sinceJSON(e model.Entry) jsonSince {
	return jsonSince{e.Ref().String(), e.ID, e.Title, stampJSON(e.At)}
}

func deadEndsJSON(s model.Snapshot, slug, strategy string, tags []string, found []model.DeadEnd) jsonDeadEnds {
	return jsonDeadEnds{headJSON(s), slug, strategy, same(tags), each(found, deadEndJSON)}
}

func deadEndJSON(d model.DeadEnd) jsonDeadEnd {
	j := jsonDeadEnd{
		EntryID: d.ID, Title: d.Title(), Strategy: d.Strategy(), Outcome: d.Outcome(),
		SameStrategy: d.SameStrategy, SharedTags: same(d.Shared), Nudge: d.Nudge(), Careful: d.Disagree(),
		Since: each(d.Since, sinceJSON), Again: each(d.Again, sinceJSON),
	}
	if d.Entry != nil {
		j.ID = d.Entry.Ref().String()
	}
	return j
}

// noDeadEnd is what is said of an approach that was not tried before.
const noDeadEnd = "No prior similar attempts."

// fewestTags is how many tags a check by tags alone needs to find anything.
const fewestTags = 2

func newDeadEnds(c *call) *cobra.Command {
	var r research
	cmd := &cobra.Command{
		Use: "deadends --strategy S --tags a,b", Example: "coldstart deadends --strategy construction --tags modular-queens,residue-classes",
		Short: "Tell which earlier attempts an approach would repeat",
		Long: `An attempt is similar when it has the same strategy type or two tags in common, to the
letter, and a dead end when it failed or was abandoned. One of the two flags is enough.
It informs and never blocks: the exit code is 0 whatever is found.`,
		Args: none, RunE: c.running(func() (int, error) { return c.runDeadEnds(r) }),
	}
	r.strategyFlag(cmd)
	r.tagsFlag(cmd)
	r.problemFlag(cmd)
	c.jsonFlag(cmd)
	return cmd
}

// runDeadEnds tells what an approach would repeat. It informs and never blocks, so
// it is done whatever it finds.
func (c *call) runDeadEnds(r research) (int, error) {
	strategy, err := r.strategyWord()
	if err != nil {
		return 0, err
	}
	tags := r.tagList()
	if strategy == "" && len(tags) == 0 {
		return 0, usage("coldstart deadends needs --strategy or --tags", c.usageHint())
	}
	if strategy == "" && len(tags) < fewestTags {
		c.hint("attempts are similar by two shared tags or by --strategy; one tag alone finds none")
	}
	s, err := c.load()
	if err != nil {
		return 0, err
	}
	problem, err := problemMeant(s.Research, r.problem)
	if err != nil {
		return 0, err
	}
	if why := problem.Journal.Unread; why != "" {
		return 0, hinted(fmt.Errorf("looking for dead ends: %s", why), "nobody can tell what was tried as long as the journal cannot be read")
	}
	found := problem.Journal.DeadEnds(strategy, tags)
	return c.answer(func() any { return deadEndsJSON(s, problem.Slug, strategy, tags, found) }, func() { c.out.nudges(found) })
}

// nudges prints the text of the seed for each dead end, line for line.
func (p *paper) nudges(found []model.DeadEnd) {
	if len(found) == 0 {
		p.say(noDeadEnd)
	}
	for i, d := range found {
		if i > 0 {
			p.line()
		}
		for _, l := range d.Nudge() {
			p.line(p.exact(styles.RolePlain, l))
		}
		for _, l := range d.AgainLines() {
			p.line(p.exact(styles.RoleAccent, l))
		}
		if told := d.Disagree(); told != "" {
			p.careful(told)
		}
	}
}
