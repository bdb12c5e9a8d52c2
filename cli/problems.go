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
	return c.listing("problems [--json]", "coldstart problems", "List what could not be read, with file, line and reason",
		func(s model.Snapshot) any { return problemsJSON(s) }, func(p *paper, s model.Snapshot) { p.problems(s) })
}

func problemsJSON(s model.Snapshot) jsonProblems {
	return jsonProblems{headJSON(s), each(s.Problems, problemJSON), each(s.Others, otherJSON)}
}

func (p *paper) problems(s model.Snapshot) {
	var rows [][]styles.Span
	for _, problem := range s.Problems {
		rows = append(rows, []styles.Span{
			p.label(styles.RoleTitle, place(problem.Path, problem.Line)), p.label(styles.RoleBad, problem.Reason),
			p.orDash(problem.Hint),
		})
	}
	p.list(rows, "No problems")
	p.others(s.Others)
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
