package cli

import (
	"strconv"

	"coldstart/styles"
)

// jsonProblems is the answer of coldstart problems.
type jsonProblems struct {
	jsonHead
	Problems []jsonProblem `json:"problems"`
}

func runProblems(c *call) (int, error) {
	s, err := c.load()
	if err != nil {
		return 0, err
	}
	if c.set.json {
		return exitDone, c.writeJSON(jsonProblems{headJSON(s), each(s.Problems, problemJSON)})
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
	return exitDone, nil
}

// place names a file and, where one is meant, the line.
func place(path string, line int) string {
	if line == 0 {
		return path
	}
	return path + ":" + strconv.Itoa(line)
}
