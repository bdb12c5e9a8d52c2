package guest

import (
	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// Answers is how the requests of a program are decided that waits until somebody changes its
// file. Everything else about the decision is as for any other: package decision.
type Answers struct {
	// In is the folder that has a folder of requests for each of its subjects.
	In string
	// Holds reports whether a file is among the requests, by its path.
	Holds func(name string) bool
	// Ask reads a request, and what it is about. Its error is for a file that cannot be read as
	// a request at all.
	Ask func(name string, read source.ReadNamed) (Question, error)
	// Answer returns the edit of the request's file by which a decision is made.
	Answer func(b []byte, d model.Decision) (*text.JSONEdit, error)
	// KeepsProgress reports a document in which the agent notes what it has done, so that it
	// changes after the approval.
	KeepsProgress func(document string) bool
}

// Question is a request of a program that waits for a change of its file.
type Question struct {
	// Request has in Seen the hash of all that the operator has to see: of the file, and of
	// the document where About names one.
	Request model.Request
	// Own is the text of the request's file. Text is that of the document, or Own where the
	// request names none that can be shown.
	Own, Text []byte
}

// Document is what the operator reads.
func (q Question) Document() model.Document {
	return model.Document{Ref: q.Request.Ref(), Bytes: q.Text, Seen: q.Request.Seen, About: q.Request.About, Asks: q.Own}
}
