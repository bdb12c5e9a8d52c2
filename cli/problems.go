package cli

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
)

// jsonProblems is the answer of coldstart problems.
type jsonProblems struct {
	jsonHead
	Problems []jsonProblem `json:"problems"`
	// Others are files where plans and requests lie that are none.
	Others []jsonOther `json:"others"`
}

func newProblems(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "problems [--json]", Example: "coldstart problems",
		Short: "List what could not be read, with file, line and reason",
		Args:  none, RunE: c.running(c.runProblems),
	}
	c.jsonFlag(cmd)
	return cmd
}

func (c *call) runProblems() (int, error) {
	s, err := c.load()
	if err != nil {
		return 0, err
	}
	if c.json {
		return exitDone, c.writeJSON(jsonProblems{headJSON(s), each(s.Problems, problemJSON), each(s.Others, otherJSON)})
	}
	p := c.out
	var rows [][]styles.Span
	for _, problem := range s.Problems {
		rows = append(rows, []styles.Span{
			p.label(styles.RoleTitle, place(problem.Path, problem.Line)), p.label(styles.RoleBad, problem.Reason),
			p.orDash(problem.Hint),
		})
	}
	p.table(rows)
	p.emptyList(len(rows), "No problems")
	p.others(s.Others)
	return exitDone, nil
}

// others lists the files of which only the name is shown.
func (p *paper) others(list []model.Other) {
	if len(list) == 0 {
		return
	}
	var rows [][]styles.Span
	for _, o := range list {
		rows = append(rows, []styles.Span{
			p.exact(styles.RoleTitle, o.Path), p.label(styles.RolePlain, o.Kind), p.label(styles.RoleMuted, o.Reason()),
		})
	}
	p.listHead(fmt.Sprintf("Other files, shown by name only: %d", len(list)))
	p.table(rows)
}

// othersWords counts the files that are not shown, and what among them is a doubt.
func othersWords(list []model.Other) string {
	if n := model.Asking(list); n > 0 {
		return fmt.Sprintf("%d, of which %d say that they need an approval", len(list), n)
	}
	return strconv.Itoa(len(list))
}

// place names a file and, where one is meant, the line.
func place(path string, line int) string {
	if line == 0 {
		return path
	}
	return path + ":" + strconv.Itoa(line)
}
