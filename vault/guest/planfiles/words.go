package planfiles

import (
	"strings"

	"coldstart/vault/text"
)

// part is a section of a plan.
type part int

const (
	partNone part = iota
	partGoal
	partNext
	partPhases
	partQuestions
	partErrors
	partStatus
)

// parts has the headings of the sections, as the program's templates have them in each of its
// languages, and as agents write them.
var parts = map[string]part{
	"goal": partGoal, "ziel": partGoal, "objetivo": partGoal, "目标": partGoal, "目標": partGoal, "الهدف": partGoal,
	"next step": partNext, "next steps": partNext, "current next step": partNext, "下一步": partNext,
	"phases": partPhases, "phasen": partPhases, "fases": partPhases, "各阶段": partPhases, "阶段": partPhases, "各階段": partPhases, "階段": partPhases, "المراحل": partPhases,
	"key questions": partQuestions, "schlüsselfragen": partQuestions, "preguntas clave": partQuestions, "关键问题": partQuestions, "關鍵問題": partQuestions,
	"الأسئلة الرئيسية": partQuestions, "open questions": partQuestions,
	"errors encountered": partErrors, "aufgetretene fehler": partErrors, "errores encontrados": partErrors, "遇到的错误": partErrors, "遇到的錯誤": partErrors,
	"错误记录": partErrors, "الأخطاء التي تمت مواجهتها": partErrors,
	"status": partStatus, "current status": partStatus, "状态": partStatus, "狀態": partStatus,
}

// phaseState is how far a phase is.
type phaseState int

const (
	phaseUnsaid phaseState = iota
	phasePending
	phaseBegun
	phaseComplete
	phaseBlocked
	// phaseOdd is one with a word that is not known.
	phaseOdd
)

// states has the words of a phase's status, lower case, with blanks for dashes and underscores.
var states = []struct {
	word  string
	state phaseState
}{
	{"complete", phaseComplete}, {"done", phaseComplete}, {"finished", phaseComplete}, {"✅", phaseComplete}, {"✓", phaseComplete}, {"完成", phaseComplete}, {"已完成", phaseComplete},
	{"not started", phasePending}, {"pending", phasePending}, {"todo", phasePending}, {"未开始", phasePending}, {"未開始", phasePending}, {"待", phasePending}, {"⏸", phasePending},
	{"in progress", phaseBegun}, {"active", phaseBegun}, {"started", phaseBegun}, {"🔄", phaseBegun}, {"进行中", phaseBegun}, {"進行中", phaseBegun},
	{"blocked", phaseBlocked}, {"failed", phaseBlocked}, {"❌", phaseBlocked}, {"阻塞", phaseBlocked},
}

// stateOf reads a status by the word that it begins with: "complete (six tables)".
func stateOf(word string) phaseState {
	word = strings.NewReplacer("_", " ", "-", " ", "*", "", "`", "").Replace(strings.ToLower(word))
	if word = strings.TrimSpace(word); word == "" {
		return phaseUnsaid
	}
	if rest, ticked := strings.CutPrefix(word, "[x]"); ticked {
		return phaseComplete
	} else if rest, open := strings.CutPrefix(rest, "[ ]"); open {
		if word = strings.TrimSpace(rest); word == "" {
			return phasePending
		}
	}
	for _, s := range states {
		if strings.HasPrefix(word, s.word) {
			return s.state
		}
	}
	return phaseOdd
}

// statusLine is the line of a phase that has its status.
var statusLine = text.Pattern{Expr: `^(?:[-*+]\s+)?\*\*(?:[Ss]tatus|[Ee]stado|状态|狀態|الحالة)\s*(?:[:：]\s*\*\*|\*\*\s*[:：])\s*(.*)$`}

// isPlaceholder reports text of the template that nobody has filled in: "[Question to answer]".
func isPlaceholder(s string) bool {
	return s == "" || strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") || strings.Trim(s, "-—–/ ") == ""
}

// isNothing reports a cell or a line that says that there is nothing.
func isNothing(s string) bool {
	switch strings.Trim(strings.ToLower(s), " .()*_") {
	case "none", "none yet", "n/a", "nothing", "无", "無", "暂无":
		return true
	}
	return isPlaceholder(s)
}

// isOpen reports the cell of an error that nothing has resolved yet.
func isOpen(s string) bool {
	switch strings.Trim(strings.ToLower(s), " .()*_") {
	case "open", "unresolved", "not resolved", "pending", "tbd", "todo", "?":
		return true
	}
	return isNothing(s)
}
