package vault

import (
	"coldstart/model"
	"coldstart/model/research"
)

// tried is an attempt as an operator writes it down.
func tried(outcome model.Outcome) model.Draft {
	return model.Draft{
		Category: model.CategoryProof, Title: "By parity", Strategy: "contradiction", Tags: []string{"parity", "two words"},
		Outcome: outcome, Insight: "Count twice.",
	}
}

// remarked is a note.
func remarked() model.Draft { return research.NoteDraft("Look at the hub. It turns.", "ines") }

const ourStamp = "2026-02-21T11:00:00Z"

// sections is the body of a journal without entries.
const sections = "\n# Research Journal: Even wheels\n\n## Proof Attempts\n\n(No entries yet)\n\n## Literature Searches\n\n(No entries yet)\n\n" +
	"## Computations\n\n(No entries yet)\n\n## General Notes\n\n(No entries yet)\n"

const freshHead = "problem: \"wheels\"\ntotal_entries: 0\nlast_entry: \"\"\nstrategies_tried: []\n"
