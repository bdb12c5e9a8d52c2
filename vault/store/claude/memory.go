package claude

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/store"
)

const (
	// memoryIndex lists the other files.
	memoryIndex = "MEMORY.md"
	// mostMemories is how many files of the memory are read.
	mostMemories = 200
)

// memoryFolders are where the program keeps what it remembers of the work in dirs. The worktrees of a
// repository share one.
func memoryFolders(dirs []string) (all []string) {
	for _, dir := range dirs {
		all = append(all, projects+"/"+slugOf(dir)+"/memory")
	}
	return all
}

// memories are what the program remembers of the work in dirs: what it was told first.
func memories(h *store.Home, dirs []string) (all []model.Learning) {
	for _, folder := range memoryFolders(dirs) {
		for _, name := range h.Files(folder, ".md") {
			if path.Base(name) == memoryIndex || len(all) == mostMemories {
				continue
			}
			if d, ok := h.Document(name); ok {
				all = append(all, memoryOf(h, d))
			}
		}
	}
	slices.SortStableFunc(all, func(a, b model.Learning) int { return cmp.Compare(rank(a), rank(b)) })
	return all
}

// rank puts first what the operator said, and what the work is about.
func rank(l model.Learning) int {
	switch strings.Join(l.Tags, "") {
	case "feedback":
		return 0
	case "project":
		return 1
	}
	return 2
}

func memoryOf(h *store.Home, d source.Document) model.Learning {
	l := model.Learning{Path: h.Path(d.Name), ID: strings.TrimSuffix(path.Base(d.Name), ".md"), Tool: tool, Extracted: model.Stamp{Time: d.Changed}}
	front, body, err := d.Front()
	if err == nil && front != nil {
		l.Content = store.OneLine(cmp.Or(front.Get("description"), front.Get("name")), store.MostAbout)
		if kind := store.OneLine(front.Get("type"), store.MostTitle); kind != "" {
			l.Tags = []string{kind}
		}
		if at := model.ParseStamp(front.Get("modified"), h.Zone); at.Known() {
			l.Extracted = at
		}
	}
	for line := range strings.Lines(body) {
		if l.Content == "" {
			l.Content = store.OneLine(strings.TrimLeft(line, "# "), store.MostAbout)
		}
	}
	l.Content = cmp.Or(l.Content, l.ID)
	return l
}
