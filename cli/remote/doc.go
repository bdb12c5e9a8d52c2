// Package remote runs the same program on another machine over ssh, and uses its vaults as if they were
// opened here.
//
// One process of ssh runs coldstart serve-stdio there, and stays. What goes through the remote shell
// is a constant line; folders, names and texts go through the connection. Each side greets with the version of what
// it sends and the number of its rules. Then come lines of JSON ([message]). A question has a number, and the answers
// come in any order, so that a slow one holds up no other. A vault comes thing by thing, and again only what changed.
//
// Versions that differ by keys understand each other; what one does not know it leaves out. Between programs
// with other rules everything can be looked at and nothing decided.
//
// The other side is not trusted with anything here. It can answer wrongly; what it sends is bounded in bytes
// and in the memory it takes, is never run, and is shown as the text of a vault is.
package remote
