package plans

import (
	"maps"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// taskFolders are names of folders in the root that keep plans beside the folders of the life
// cycle; waitFolders are those in which something may wait that nobody reads here. Both are in
// small letters, without marks, and count only in a vault.
var (
	taskFolders = []string{"tasks", "task", "todo", "todos", "backlog"}
	waitFolders = []string{
		"approvals", "approval", "requests", "outbox", "errors", "error", "failed", "failures", "drafts", "draft", "queue", "queuedactions", "actionqueue",
		"scheduled", "deadletters", "deadletterqueue", "quarantine", "alerts", "escalations", "escalated", "onhold", "blocked",
	}
)

// besides finds the folders in the root of a vault that have one of the names, and no meaning.
func besides(d disk.Disk, l places.Layout, words ...[]string) (dirs []string) {
	if l.Unchosen || len(l.Dirs) < places.FewestFolders {
		return nil
	}
	entries, _ := d.List(".")
	for _, e := range entries {
		if e.IsDir() && slices.Contains(slices.Concat(words...), dialect.FolderWord(e.Name())) && !l.Holds(e.Name()) {
			dirs = append(dirs, e.Name())
		}
	}
	return dirs
}

// taskPlans finds the plans in folders for tasks: only files that are called plans.
func taskPlans(d disk.Disk, l places.Layout) (names []string, problems []model.Problem) {
	for _, dir := range besides(d, l, taskFolders) {
		found, trouble := places.Below(d, places.FolderNone, dir, places.PlanEndings)
		names, problems = append(names, slices.DeleteFunc(found, func(name string) bool { return !dialect.NamesPlan(name) })...), append(problems, trouble...)
	}
	return names, problems
}

// Unlisted counts the files of folders in which not every file is listed: who has work in
// progress, what is finished, old logs, and folders beside the life cycle.
func Unlisted(d disk.Disk, l places.Layout, logsRead int) (all []model.Unlisted) {
	add := func(dir string, files int, why string) {
		if files > 0 {
			all = append(all, model.Unlisted{Folder: dir, Files: files, Why: why})
		}
	}
	const onlyPlans = "; only files named as plans are listed"
	for _, dir := range l.Dirs[places.FolderInProgress] {
		taken := map[string]*model.Unlisted{"": {Folder: dir, Why: "in progress" + onlyPlans}}
		for _, name := range unlistedIn(d, dir) {
			by, _, _ := strings.Cut(strings.TrimPrefix(path.Dir(name)+"/", dir+"/"), "/")
			if taken[by] == nil {
				taken[by] = &model.Unlisted{Folder: path.Join(dir, by), By: by, Why: "in progress, claimed by " + by + onlyPlans}
			}
			taken[by].Files++
			if dialect.NotWork(path.Base(name)) == "" {
				taken[by].Taken++
			}
		}
		for _, by := range slices.Sorted(maps.Keys(taken)) {
			if taken[by].Files > 0 {
				all = append(all, *taken[by])
			}
		}
	}
	for _, dir := range l.Dirs[places.FolderDone] {
		add(dir, len(unlistedIn(d, dir)), "finished work"+onlyPlans)
	}
	logs := 0
	for _, dir := range l.Dirs[places.FolderLogs] {
		logs += len(unlistedIn(d, dir))
	}
	if logs > logsRead {
		add(l.Main(places.FolderLogs), logs-logsRead, "not read; the newest logs are")
	}
	for _, dir := range besides(d, l, taskFolders) {
		add(dir, len(unlistedIn(d, dir)), "beside the life cycle"+onlyPlans)
	}
	for _, dir := range besides(d, l, waitFolders) {
		add(dir, len(slices.DeleteFunc(unlistedIn(d, dir), l.Holds)), "beside the life cycle; nothing in it is read")
	}
	return all
}

// unlistedIn finds the files below a folder that are not listed by themselves.
func unlistedIn(d disk.Disk, dir string) []string {
	all, _ := places.Below(d, places.FolderNone, dir, nil)
	return slices.DeleteFunc(append(all, places.Ignored(d, places.FolderNone, dir)...), func(name string) bool {
		return places.HasEnding(name, places.PlanEndings) && dialect.NamesPlan(name) && dialect.NotWork(path.Base(name)) == ""
	})
}
