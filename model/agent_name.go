package model

import "strings"

// MostAgentName is how many characters the name of an agent may have.
const MostAgentName = 64

// operatorNames are the names under which a person, or the recovery of dead sessions,
// stands in the agents' files. What an agent writes must not pass for theirs.
var operatorNames = []string{OperatorAgent, SyntheticAgent, OperatorActor, "user", "human"}

// RefuseAgent says why an agent cannot be called so, "" when it can. An empty name is
// no name and is left to the caller.
func RefuseAgent(name string) string {
	switch {
	case OneLine(name) != name:
		return "the agent's name has line ends, double blanks or characters that do not show"
	case len([]rune(name)) > MostAgentName:
		return "the agent's name is too long"
	}
	plain := strings.Map(lettersOnly, strings.ToLower(name))
	for _, taken := range operatorNames {
		if plain != "" && plain == strings.Map(lettersOnly, strings.ToLower(taken)) {
			return "the agent cannot be called " + name + ": that name stands for a person or for the recovery of sessions"
		}
	}
	return ""
}

func lettersOnly(r rune) rune {
	if r == '_' || r == '-' || r == ' ' || r == '.' {
		return -1
	}
	return r
}
