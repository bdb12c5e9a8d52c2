package model

// In the agents' own schema a step has the number by which the agents find it. What a person
// would count otherwise is said beside it: an approval unlocks the step that the agents find.

// Quoted puts a text of a file between quotation marks, on one line.
func Quoted(text string) string { return `"` + OneLine(text) + `"` }
