package specflow

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// The words of an approval's status. The program compares them letter by letter.
const (
	pending       = "pending"
	approved      = "approved"
	rejected      = "rejected"
	needsRevision = "needs-revision"
)

// decisions are what the words mean. After a needs-revision it is the agent's turn.
var decisions = map[string]string{pending: model.DecisionPending, approved: model.DecisionApproved, rejected: model.DecisionRejected}

// isApproval reports whether the program would find a file as an approval: in one of the folders
// among the approvals.
func isApproval(name string) bool {
	return path.Dir(path.Dir(name)) == approvals && path.Ext(name) == ".json"
}

// keepsProgress reports the document whose boxes the agent ticks.
func keepsProgress(document string) bool { return path.Base(document) == "tasks.md" }

// readApprovals reads the approvals that are pending, and reports whether there are any at all.
func readApprovals(h *source.Repo) (all []model.Request, some bool) {
	for _, name := range h.Files(approvals, ".json") {
		some = true
		if q, err := ask(name, h.Named); err == nil && q.Request.Reading.Decision == model.DecisionPending {
			h.Problem(name, 0, "it is outside the folders of approvals, where "+tool+" does not look", "move it into the folder of its spec")
		}
	}
	for _, dir := range h.Folders(approvals) {
		for _, name := range h.Files(dir, ".json") {
			some = true
			if r, ok := readApproval(h, name); ok {
				all = append(all, r)
			}
		}
	}
	return all, some
}

// readApproval reads an approval, and reports whether it is pending.
func readApproval(h *source.Repo, name string) (r model.Request, pends bool) {
	d, ok := h.Data(name)
	if !ok {
		return r, false
	}
	if err := text.CheckJSON([]byte(d.Text)); err != nil {
		h.Broken(name, err, "nothing of the file was read, and "+tool+guest.Neither+"; fix the line in an editor")
		return r, false
	}
	q, err := ask(name, h.Named)
	switch status := q.Request.Status; {
	case err != nil:
		h.Problem(name, 0, err.Error(), "")
	case status != pending && slices.ContainsFunc(q.Request.Doubts, func(d model.Doubt) bool { return d.What == twice("status") }):
		h.Problem(name, 0, twice("status"), "keep the one that counts, and delete the other")
	case status == approved, status == rejected, status == needsRevision:
	case status != pending:
		h.Problem(name, 0, fmt.Sprintf("its status is %q, which %s does not know", status, tool), "it knows pending, approved, rejected and needs-revision")
	default:
		r = q.Request
		r.Reading.Maybe = isArchived(h, r)
		return r, true
	}
	return r, false
}

// isArchived reports a request about a spec that was archived since: nobody may wait any more.
func isArchived(h *source.Repo, r model.Request) bool {
	return r.About == "" && r.PlanID != "" && !h.Exists(path.Join(specs, r.PlanID)) && h.Exists(path.Join(archive, r.PlanID))
}

// ask reads an approval and the document that it names. One whose document cannot be shown is
// still a request: it can be rejected.
func ask(name string, read source.ReadNamed) (guest.Question, error) {
	b, err := read(name)
	if err != nil {
		return guest.Question{}, err
	}
	root, broken := text.ReadJSON(b)
	switch {
	case broken != nil:
		return guest.Question{}, broken
	case !root.Is(b, '{'):
		return guest.Question{}, errors.New("it is not a JSON object")
	}
	field := func(key string) string {
		v := root.Member(b, key)
		if v == nil {
			return ""
		}
		return v.Text(b)
	}
	names := field("filePath")
	var answered time.Time
	if at := model.ParseStamp(field("respondedAt"), time.UTC); field("status") != pending {
		answered = at.Time
	}
	q := guest.Question{Own: b, Text: b, Request: model.Request{
		Path: name, Name: path.Base(name), Summary: field("title"), Status: field("status"), PlanID: field("categoryName"),
		Created: model.ParseStamp(field("createdAt"), time.UTC), Seen: model.FingerprintOf(b), DecidedAt: answered,
		Reading: model.RequestReading{
			Tool: tool, Polls: true, Decision: decisions[field("status")], Summary: model.BasisDeclared, Plan: model.BasisDeclared,
		},
	}}
	r := &q.Request
	if field("type") != "document" {
		r.Action = field("type")
	}
	switch {
	case field("category") == "steering":
		r.PlanID = ""
	case r.PlanID == "" || strings.ContainsAny(r.PlanID, `/\`) || !filepath.IsLocal(r.PlanID):
		r.PlanID, r.Reading.Plan = path.Base(path.Dir(name)), model.BasisFolder
	}
	r.Doubts = unread(b, root)
	shown, why := document(names, read)
	if why != "" {
		r.Doubts = append(r.Doubts, model.Doubt{What: "the document " + why, Short: "its document " + why, Weight: model.WeightBlock})
	} else {
		q.Text, r.About = shown, path.Clean(names)
		r.Seen = r.Seen.With(model.FingerprintOf(shown))
	}
	if r.Hidden = model.CountHidden(r.Summary) + model.CountHidden(names) + model.CountHidden(model.WithoutPadding(string(q.Text))); r.Hidden > 0 {
		r.Doubts = append(r.Doubts, model.Doubt{What: model.Counted(r.Hidden, "hidden character") + " in its title, its path or its document", Weight: model.WeightAsk})
	}
	return q, nil
}

// unread are the doubts about what the program would read, or another one otherwise.
func unread(b []byte, root text.Value) (doubts []model.Doubt) {
	block := func(what string) { doubts = append(doubts, model.Doubt{What: what, Weight: model.WeightBlock}) }
	if bytes.HasPrefix(b, text.BOM) {
		block(tool + " cannot read a file that begins with a byte order mark")
	}
	if !utf8.Valid(b) {
		block("the file is not UTF-8")
	}
	given := map[string]bool{}
	for _, m := range root.Parts {
		key := m.Key(b)
		if given[key] {
			block(twice(key))
		}
		given[key] = true
	}
	return doubts
}

func twice(key string) string {
	return fmt.Sprintf("%q appears twice, and programs may use either", key)
}

// document reads the document that an approval names, or says why it cannot be decided on: an
// approval goes by a text that was read whole. Paths come from agents.
func document(name string, read source.ReadNamed) (b []byte, why string) {
	clean := path.Clean(name)
	switch {
	case name == "":
		return nil, "is not named"
	case path.IsAbs(name), filepath.IsAbs(name), len(name) > 1 && name[1] == ':':
		return nil, "is named by an absolute path: " + name
	case strings.Contains(name, `\`):
		return nil, "is named with backslashes: " + name
	case slices.Contains(strings.Split(name, "/"), ".."):
		return nil, "is named by a path that leads up: " + name
	case strings.ContainsFunc(name, unicode.IsControl):
		return nil, fmt.Sprintf("is named by a path with control characters: %q", name)
	case strings.HasSuffix(name, "/"), strings.HasSuffix(name, "/."):
		return nil, "is named like a folder: " + name
	case !fs.ValidPath(clean), !filepath.IsLocal(clean):
		return nil, "is named by no path: " + name
	case clean == approvals || strings.HasPrefix(clean, approvals+"/"):
		return nil, "is itself among the approvals: " + name
	}
	b, err := read(clean)
	switch {
	case errors.Is(err, model.ErrNotFound):
		return nil, "is not there: " + name
	case err != nil:
		return nil, "cannot be shown: " + name + ": " + err.Error()
	case !utf8.Valid(b):
		return nil, "is not UTF-8: " + name
	case len(bytes.TrimSpace(bytes.TrimPrefix(b, text.BOM))) == 0:
		return nil, "is empty: " + name
	}
	return b, ""
}

// words are what the program takes for the answers.
var words = map[model.Choice]string{model.ChoiceApprove: approved, model.ChoiceReject: rejected, model.ChoiceChanges: needsRevision}

// answer returns the edit that answers an approval as the program's own dashboard does: its
// status, the time, and the note where there is one.
func answer(b []byte, d model.Decision) (*text.JSONEdit, error) {
	root, broken := text.ReadJSON(b)
	word, ok := words[d.Choice]
	status := root.Member(b, "status")
	switch {
	case broken != nil:
		return nil, broken
	case !ok:
		return nil, fmt.Errorf("%w: %s knows no such answer", text.ErrEdit, tool)
	case !status.Is(b, '"') || status.Text(b) != pending:
		return nil, fmt.Errorf("%w: its status is not pending", text.ErrEdit)
	}
	edit := text.NewJSONEdit(b, root)
	edit.Replace(status, text.QuoteJSON(word))
	like := text.LayoutIn(b, &root)
	var added []string
	set := func(key, value string) {
		if had := root.Member(b, key); had != nil {
			edit.Replace(had, text.QuoteJSON(value))
			return
		}
		added = append(added, text.QuoteJSON(key)+like.Colon+text.QuoteJSON(value))
	}
	set("respondedAt", d.At.UTC().Format("2006-01-02T15:04:05.000Z"))
	if note := model.OneLine(d.Note); note != "" || root.Member(b, "response") != nil {
		set("response", note)
	}
	if len(added) > 0 {
		edit.Add(&root, like, added...)
	}
	return edit, nil
}
