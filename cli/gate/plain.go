package gate

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// plainStmts reports whether statements are simple commands of known words, joined by pipes,
// && and the like, without anything that changes what they mean.
func plainStmts(list []*syntax.Stmt) bool {
	for _, s := range list {
		if !plainStmt(s) {
			return false
		}
	}
	return len(list) > 0
}

func plainStmt(s *syntax.Stmt) bool {
	if s.Background || s.Coprocess || s.Disown {
		return false
	}
	for _, r := range s.Redirs {
		if !plainRedirect(r) {
			return false
		}
	}
	switch cmd := s.Cmd.(type) {
	case *syntax.BinaryCmd:
		return plainStmt(cmd.X) && plainStmt(cmd.Y)
	case *syntax.CallExpr:
		for _, w := range words(cmd.Args) {
			if !w.isKnown() {
				return false
			}
		}
		return len(cmd.Assigns) == 0
	}
	return false
}

// plainRedirect reports whether a redirection only joins streams or drops what is written.
func plainRedirect(r *syntax.Redirect) bool {
	to := wordOf(r.Word)
	switch r.Op {
	case syntax.DplOut:
		return len(to) == 1 && strings.ContainsRune("012", to[0])
	case syntax.RdrOut, syntax.AppOut, syntax.RdrAll:
		return string(to) == "/dev/null"
	}
	return false
}
