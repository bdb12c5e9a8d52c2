// Package remote is the same program on another machine, reached over ssh: its vaults are used
// here as if they were opened here.
//
// One process of ssh runs coldstart serve-stdio there, and stays. What goes through the remote shell
// is a constant line; folders, names and texts go through the connection. Each side says its version
// and the shape of everything that is sent; unless the shapes are the same, nothing more is asked.
// Then come messages with their length in front ([message]). A question has a number, and the answers come
// in any order, so that a slow one holds up no other.
//
// The other side is not trusted with anything here. It can answer wrongly; what it sends is bounded in bytes
// and in the memory it takes, is never run, and is shown as the text of a vault is.
package remote
