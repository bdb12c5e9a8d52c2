// Package gemini reads the sessions that Gemini CLI keeps in the home folder
// (github.com/google-gemini/gemini-cli, as of version 0.61.0). Its format changes between versions,
// so whatever is not known is counted and never an error. Nothing is written.
package gemini

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/source"
	"coldstart/vault/store"
)

const (
	tool = "Gemini CLI"
	// projects names the folders that were worked in; tmp has one for each, under the short name
	// that stands there or, in older versions, the SHA-256 of the path in hexadecimal.
	projects = "projects.json"
	tmp      = "tmp"
	root     = ".project_root"
	lines    = ".jsonl"
	whole    = ".json"
)

// Store are the sessions of Gemini CLI.
var Store = store.Store{
	Name: "gemini", Tool: tool, Variable: "GEMINI_CLI_HOME", Below: ".gemini", Folder: ".gemini",
	Names: names, Where: []string{tmp + "/*/chats/session-*" + lines, tmp + "/*/chats/session-*" + whole}, Read: read, Place: place, Text: planText, Left: left,
	Anywhere: []string{"gemini", "--session-file", "FILE"},
}

// headBytes is read of a session to learn where it worked, where its folder does not tell.
const headBytes = 64 << 10

// names are the sessions of the projects that lie in some folders, or about which nothing is known.
func names(h *store.Home, dirs []string) (found []string) {
	of := placesOf(h, dirs)
	for _, project := range h.Folders(tmp) {
		dir := of.project(project)
		if dirs != nil && dir != "" && !store.Lies(dir, dirs) {
			continue
		}
		for _, name := range h.Files(project+"/chats", lines, whole) {
			if !strings.HasPrefix(path.Base(name), "session-") {
				continue
			}
			if dirs != nil && dir == "" {
				own, ok := store.HeadOf(h, "gemini folder", name, headBytes, folderOf)
				if !ok || own == "" || !store.Lies(own, dirs) {
					continue
				}
			}
			found = append(found, name)
		}
	}
	return found
}

// folders says where projects are.
type folders struct {
	h *store.Home
	// named are paths by the short names of their projects, hashed by their hashes.
	named, hashed map[string]string
	known         map[string]string
}

// placesOf reads where projects are, with the hashes of some folders too.
func placesOf(h *store.Home, dirs []string) folders {
	f := folders{h: h, named: map[string]string{}, hashed: map[string]string{}, known: map[string]string{}}
	for _, dir := range dirs {
		f.hashed[hashOf(dir)] = dir
	}
	var says struct{ Projects map[string]string }
	if !h.Exists(projects) {
		return f
	}
	h.JSON(projects, &says)
	for dir, name := range says.Projects {
		f.named[name], f.hashed[hashOf(dir)] = dir, dir
	}
	return f
}

func hashOf(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return hex.EncodeToString(sum[:])
}

// project is the path of a project by its folder in the store, "" where nothing tells.
func (f folders) project(folder string) string {
	dir, ok := f.known[folder]
	if ok {
		return dir
	}
	if d, ok := f.h.Document(folder + "/" + root); ok {
		dir = cleaned(strings.TrimSpace(d.Text))
	}
	name := path.Base(folder)
	dir = cmp.Or(dir, cleaned(f.named[name]), cleaned(f.hashed[name]))
	f.known[folder] = dir
	return dir
}

// cleaned is an absolute path, "" for anything else.
func cleaned(dir string) string {
	if !filepath.IsAbs(dir) {
		return ""
	}
	return filepath.Clean(dir)
}

// place sets where sessions worked: by their project, else as they say themselves.
func place(h *store.Home, dirs []string) func(name string, t *model.Transcript) {
	of := placesOf(h, dirs)
	return func(name string, t *model.Transcript) {
		if dir := of.project(path.Dir(path.Dir(name))); dir != "" {
			t.Dir = dir
		}
		if t.Dir != "" {
			t.Command = store.ResumeIn(tool, t.Dir, t.ID)
		}
	}
}

// folderOf is where a session worked by the first bytes of its file, "" where they do not say it.
func folderOf(head []byte) string {
	var b store.Builder
	if n := bytes.LastIndexByte(head, '\n'); n > 0 {
		read(&b, "", disk.Ends{Head: head[:n]}, nil)
	}
	return b.Dir
}

// mostPlans is how many plan files of one session are listed.
const mostPlans = 5

// left is the plan that the newest session with one keeps in itself, and the plan files of the
// newest session that wrote some.
func left(h *store.Home, _ []string, found []model.Transcript) source.Finding {
	all := store.PlanOf(tool, found)
	for _, t := range found {
		rest, ok := strings.CutPrefix(t.Path, h.Shown+"/")
		if !ok {
			continue
		}
		project := path.Dir(path.Dir(rest))
		own := project + "/" + t.ID
		if !slices.Contains(h.Folders(project), own) {
			// An id is what the file says, and may lead anywhere.
			continue
		}
		files := h.Files(own+"/plans", ".md")
		for _, name := range files[:min(len(files), mostPlans)] {
			if d, ok := h.Document(name); ok {
				p := planIn(d, t)
				p.Path = h.Path(name)
				all.Plans = append(all.Plans, &p)
			}
		}
		if len(files) > 0 {
			break
		}
	}
	return all
}

// planIn is a plan in a file of Markdown. Nothing says whether it was accepted, or done.
func planIn(d source.Document, t model.Transcript) model.Plan {
	id := strings.TrimSuffix(path.Base(d.Name), ".md")
	p := model.Plan{
		ID: id, Touched: model.Stamp{Time: d.Changed}, Seen: d.Seen,
		Reading: model.PlanReading{
			Foreign: true, Tool: tool, Command: t.Command, ID: model.BasisFolder, Title: model.BasisGuessed, Status: model.BasisGuessed,
		},
	}
	title, steps, _ := store.Markdown(d.Text)
	if p.Objective = cmp.Or(title, id); len(steps) > 0 {
		p.Steps, p.Reading.Steps, p.Reading.StepsFrom = steps, model.BasisGuessed, "its boxes"
	}
	return p
}

// planText returns a plan file of a project that lies in some folders.
func planText(h *store.Home, dirs []string, name string) (source.Document, bool) {
	parts := strings.Split(name, "/")
	if len(parts) != 5 || parts[0] != tmp || parts[3] != "plans" || path.Ext(name) != ".md" {
		return source.Document{}, false
	}
	if dir := placesOf(h, dirs).project(tmp + "/" + parts[1]); dir == "" || !store.Lies(dir, dirs) {
		return source.Document{}, false
	}
	return h.Document(name)
}
