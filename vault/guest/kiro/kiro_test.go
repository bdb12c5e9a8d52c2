package kiro

import (
	"testing"

	"coldstart/model"
	"coldstart/vault/source"
)

func TestTasks(t *testing.T) {
	for line, want := range map[string]string{
		"- [ ] 1. Build":                                "  1. Build",
		"- [x] 1.1 (P) Build":                           "x 1.1 Build",
		"- [ ] 1. Build\n- [x] 1.1 Dig":                 "x 1.1 Dig",
		"- [x] 1. Build\n- [ ] 1.1 Dig\n- [ ] 1.2 Fill": "x 1. Build",
		"- [x] 1. Build\n- [x] 1.1 Dig\n- [ ] 1.2 Fill": "x 1.1 Dig  1.2 Fill",
		"- [ ] 2. Build\n- [ ]* 2.1 Try":                "  2. Build",
		"  - [x] 1.2 Build (P)":                         "x 1.2 Build",
		"- [-] 12. Build":                               "- 12. Build",
		"- [ ]* 1.4 Sing":                               "",
		"- [x]* 1.4 Sing":                               "x 1.4 Sing",
		`- [ ]\* 1.4 Sing`:                              "",
		"- [ ] 12.7* Sing":                              "",
		`- [x] 12.7\* Sing`:                             "x 12.7 Sing",
		"- [ ]*":                                        "",
		"- [ ] 2024 was a year":                         "  2024 was a year",
		"- [ ] Build":                                   "  Build",
		"- [done] 1. Build":                             "",
		"- [ ] 1.":                                      "  1.",
		"- [ ] 1. Build\n  - _Blocked: no oak_":         "  1. Build | no oak",
		"- [ ] 1. Build\n  - _Blocked:_ no oak":         "  1. Build | no oak",
		"- [ ] 1. Build\n  - _Depends: 2_":              "  1. Build",
		"- [ ]* 1. Build\n  - _Blocked: no oak_":        "",
	} {
		got := ""
		for _, x := range readTasks(source.Document{Text: line + "\n"}).list {
			got += string(x.Rune()) + " " + x.Text
			if x.blocked != "" {
				got += " | " + x.blocked
			}
		}
		if got != want {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}

func TestBegun(t *testing.T) {
	for tasks, want := range map[string]bool{
		"- [-] 1. Build\n  - [ ] 1.1 Dig": true, "- [ ] 1. Build\n- [x] 2. Dig": true, "- [~] 1. Build": false, "- [ ] 1. Build": false,
	} {
		if got := readTasks(source.Document{Text: tasks}); got.begun != want {
			t.Errorf("%q: begun %v", tasks, got.begun)
		}
	}
	if got := readTasks(source.Document{Text: "- [ ] 1. Build\n- [ ] 1.1 Dig"}).now(); got != "1. Build" {
		t.Errorf("now in %q", got)
	}
}

func TestWhatNeedsABlockedTaskIsStuckToo(t *testing.T) {
	for doc, want := range map[string]bool{
		"- [ ] 1. Build\n  - _Blocked: no oak_\n- [ ] 2. Paint\n  - _Depends: 1_":                                     true,
		"- [ ] 3. Sell\n  - _Depends: 2_\n- [ ] 2. Paint\n  - _Depends: 1, 4_\n- [ ] 1. Build\n  - _Blocked: no oak_": true,
		"- [ ] 1. Build\n  - _Blocked: no oak_\n- [ ] 2. Paint":                                                       false,
		"- [x] 1. Build\n  - _Blocked: no oak_\n- [ ] 2. Paint\n  - _Depends: 1_":                                     false,
		"- [ ] 1. Build\n  - _Depends: 2_\n- [ ] 2. Paint\n  - _Depends: 1_":                                          false,
	} {
		if _, all := readTasks(source.Document{Text: doc}).stuck(); all != want {
			t.Errorf("%q: all stuck %v", doc, all)
		}
	}
}

func TestTitle(t *testing.T) {
	for heading, want := range map[string]string{
		"# Implementation Plan":            "",
		"# Implementation Plan: Boats":     "Boats",
		"# Design Document - Boats":        "Boats",
		"# Requirements for boats":         "Requirements for boats",
		"# Boats":                          "Boats",
		"# Technical Design Document":      "",
		"# 実装計画":                           "",
		"# 実装タスク：舟の貸し出し":                   "舟の貸し出し",
		"# Boats: a plan":                  "Boats: a plan",
		"## Boats":                         "",
		"# Requirements Document\n# Boats": "",
	} {
		if got := (spec{design: source.Document{Text: heading}}).title(); got != want {
			t.Errorf("%q is titled %q, want %q", heading, got, want)
		}
	}
}

func TestIntroduction(t *testing.T) {
	for doc, want := range map[string]string{
		"# Requirements Document\n\n## Introduction\n\nLend **bicycles**\nby the day.\n\nMore.": "Lend bicycles by the day.",
		"# Requirements\n| a | b |\n## Story\nAs a clerk":                                       "As a clerk",
		"# Requirements":                        "",
		"```\ncode\n```\n<!-- a note -->\nText": "Text",
	} {
		if got := introduction(source.Document{Text: doc}); got != want {
			t.Errorf("%q begins %q, want %q", doc, got, want)
		}
	}
}

func TestAStatusCountsWhereNoPhaseIsGiven(t *testing.T) {
	for name, tt := range map[string]struct {
		says   state
		word   string
		doubts int
	}{
		"a phase":           {state{Phase: "implemented"}, "implemented", 1},
		"a status":          {state{Status: "done"}, "done", 1},
		"the phase decides": {state{Phase: "tasks-generated", Status: "done"}, "tasks-generated", 0},
		"a status of work":  {state{Status: "in-progress"}, "not started", 0},
	} {
		j := kit{}.job(spec{id: "oars", state: &tt.says, list: readTasks(source.Document{Text: "- [ ] 1. Build\n"})})
		if over := j.State == model.StateDone; j.Word != tt.word || over != (tt.doubts > 0) || len(j.Doubts) != tt.doubts {
			t.Errorf("%s: %v %q, doubts %q", name, j.State, j.Word, j.Doubts)
		}
	}
}
