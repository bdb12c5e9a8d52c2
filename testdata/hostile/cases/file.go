package cases

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fileCases are things that lie where a request would and are something else, or
// whose file is not what it seems.
func fileCases() []Case {
	return append(append(linkCases(), shapeCases()...), litterCases()...)
}

func linkCases() []Case {
	text := request("f05", "Pay <1> <2> <3>")
	return []Case{
		{Name: "f01-symlink-out", What: "a link to a file outside the vault", Class: Block, Special: true, Files: []File{
			{Path: "../f01-outside.md", Text: request("f01", "This is OUTSIDE the vault.")},
			{Path: pending + "f01-symlink-out.md", Kind: Link, Target: "../../f01-outside.md"},
		}},
		{Name: "f02-symlink-in", What: "a link to another request", Class: Block, Special: true, Files: []File{
			{Path: pending + "f02-symlink-in.md", Kind: Link, Target: "ordinary.md"},
		}},
		{Name: "f03-symlink-bad", What: "links that lead nowhere, round, to a device, to a folder", Class: Block, Special: true, Files: []File{
			{Path: pending + "f03-dangling.md", Kind: Link, Target: "gone.md"},
			{Path: pending + "f03-loop.md", Kind: Link, Target: "f03-loop.md"},
			{Path: pending + "f03-zero.md", Kind: Link, Target: "/dev/zero"},
			{Path: pending + "f03-folder.md", Kind: Link, Target: "../Plans"},
		}},
		{Name: "f05-hardlink", What: "another name of the file elsewhere", Class: Ack, Special: true, Files: []File{
			{Path: pending + "f05-hardlink.md", Text: text},
			{Path: "Inbox/f05-alias.txt", Kind: Alias, Target: pending + "f05-hardlink.md"},
		}},
		{Name: "f06-special", What: "a pipe, a socket and a device", Class: Block, Special: true, Files: []File{
			{Path: pending + "f06-pipe.md", Kind: Pipe}, {Path: pending + "f06-socket.md", Kind: Socket},
			{Path: pending + "f06-device.md", Kind: Device}, {Path: "Plans/PLAN-f06-pipe.md", Kind: Pipe},
		}},
	}
}

func shapeCases() []Case {
	return []Case{
		{Name: "f07-dir", What: "a folder with the name of a request", Class: Note, Files: []File{
			{Path: pending + "f07-dir.md/inside.md", Text: request("f07", "Pay <1>")},
			{Path: pending + "f07-nested/deeper/x.md", Text: request("f07", "Pay <2> <3>")},
		}},
		{Name: "f11-empty", What: "files with nothing in them", Class: Block, Files: []File{
			{Path: pending + "f11-empty.md"}, {Path: pending + "f11-newline.md", Text: "\n"}, {Path: pending + "f11-blanks.md", Text: "   \n\t\n"},
		}},
		{Name: "f12-mode000", What: "files and folders that cannot be read", Class: Block, Special: true, Files: []File{
			{Path: pending + "f12-unreadable.md", Text: request("f12", "Pay <1>"), Mode: 0o200},
			{Path: pending + "f12-read-only.md", Text: request("f12", "Pay <2>"), Mode: 0o444},
			{Path: pending + "f12-folder/x.md", Text: request("f12", "Pay <3>")},
			{Path: pending + "f12-folder", Kind: Folder, Mode: 0o600},
		}},
		{Name: "f13-huge", What: "files of gigabytes", Class: Block, Big: true, Files: []File{
			{Path: pending + "f13-sparse.md", Size: 2 << 30},
			{Path: pending + "f13-text.md", Fill: func() string { return request("f13", "Pay <1> "+strings.Repeat("all is well\n", 64<<20/12)) }},
		}},
		{Name: "f13b-huge-log", What: "an event log of 300 MB", Class: Keep, Alone: true, Big: true, Files: []File{
			{Path: eventLog, Fill: func() string { return repeated(session(41, "05:00")+event(41, "05:01"), 300<<20) }},
		}},
		{Name: "f29-passed-over", What: "requests whose names are taken for furniture", Class: Show, Files: []File{
			{Path: pending + "f29-TEMPLATE_pay.md", Text: request("f29", "Pay <1>")},
			{Path: pending + "_f29.md", Text: request("f29", "Pay <2>")},
			{Path: pending + "README-f29.md", Text: request("f29", "Pay <3>")},
		}},
		{Name: "f31-many", What: "3,000 requests", Class: Show, Big: true, Files: manyRequests(3000)},
		{Name: "f35-approved-tampered", What: "files that nobody here approved lie among the approved ones", Class: Ack, Files: []File{
			{Path: "Approved/f35-never-seen.md", Text: request("f35", "Pay <1>", "status: approved")},
			{Path: "Approved/f35-still-pending.md", Text: request("f35", "Pay <2>")},
			{Path: "Approved/f35-\x1b[31m.md", Text: request("f35", "Pay <3>\x1b[2J\u202e")},
		}},
	}
}

func manyRequests(n int) []File {
	var files []File
	for i := range n {
		files = append(files, File{Path: fmt.Sprintf("%sf31-%04d.md", pending, i), Text: request("f31", fmt.Sprintf("Pay number %d <1>", i))})
	}
	return files
}

func repeated(text string, bytes int) string { return strings.Repeat(text, bytes/len(text)) }

// litter are names that sync programs and editors make.
var litter = []string{
	"f30 (conflicted copy 2026-03-14).md", "f30.sync-conflict-20260314-070000-ABCDEFG.md", "f30-conflict.md", "f30 (1).md", "f30 2.md",
	"f30 (SFConflict).md", "f30 (Case Conflict).md", "f30.md.icloud", ".f30.md.icloud", "f30.md.sb-1a2b3c4d-xyz", "~$f30.md", "f30.md~",
	"#f30.md#", ".#f30.md", ".f30.md.swp", "f30.md.tmp", "f30.md.part", "f30.md.crdownload", ".syncthing.f30.md.tmp", ".~lock.f30.md#",
	"4913", "desktop.ini", ".DS_Store", ".f30-hidden.md",
}

func litterCases() []Case {
	c := Case{Name: "f30-sync-litter", What: "conflict copies, placeholders and temporary files", Class: Note}
	for _, name := range litter {
		c.Files = append(c.Files, File{Path: pending + name, Text: request("f30", "Pay <1> of "+name)})
	}
	return []Case{c, {
		Name: "f33-git-conflict", What: "marks of a conflict in a plan and in a request", Class: Ack, Files: []File{
			{Path: pending + "f33-git-conflict.md", Text: conflict(request("f33", "Pay 10 <1>"), request("f33", "Pay 990 <2> <3>"))},
			{Path: "Plans/PLAN-2026-033.md", Text: conflict(plan("2026-033", "Active", ""), plan("2026-033", "Done", ""))},
		},
	}}
}

// conflict returns two versions of a text as a merge of git leaves them.
func conflict(ours, theirs string) string {
	return "<<<<<<< HEAD\n" + ours + "=======\n" + theirs + ">>>>>>> agent/work\n"
}

// Scan reports the first character of a text that must never reach a terminal: one
// that is no UTF-8, that controls, that does not show, or that turns the direction
// of others. Line feeds pass; what a program writes itself, such as colours, has to
// be taken out before.
func Scan(text string) error {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case r == utf8.RuneError:
			return stray(text, at, fmt.Sprintf("the byte %#x", text[at]))
		case r == '\n' || r == ' ' || r == '\ufe0e' || r == '\ufe0f':
		case !unicode.IsPrint(r), unicode.In(r, neverPrinted...), r == '\u2800', r >= 0xfdd0 && r <= 0xfdef, r&0xfffe == 0xfffe:
			return stray(text, at, fmt.Sprintf("%U", r))
		}
		at += size
	}
	return nil
}

// neverPrinted are the properties of characters that do not show, of which package
// unicode takes some for printable.
var neverPrinted = []*unicode.RangeTable{
	unicode.C, unicode.Z, unicode.Bidi_Control, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
}

func stray(text string, at int, what string) error {
	return fmt.Errorf("%s at byte %d of %q", what, at, text[max(0, at-40):min(len(text), at+40)])
}
