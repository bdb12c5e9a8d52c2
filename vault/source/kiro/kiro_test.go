package kiro

import (
	"testing"

	"coldstart/vault/source"
)

func TestTasks(t *testing.T) {
	for line, want := range map[string]string{
		"- [ ] 1. Build":                         "  1. Build",
		"  - [x] 1.2 Build (P)":                  "x 1.2 Build",
		"- [-] 12. Build":                        "- 12. Build",
		"- [ ]* 1.4 Sing":                        "",
		"- [x]* 1.4 Sing":                        "x 1.4 Sing",
		`- [ ]\* 1.4 Sing`:                       "",
		"- [ ] 12.7* Sing":                       "",
		`- [x] 12.7\* Sing`:                      "x 12.7 Sing",
		"- [ ]*":                                 "",
		"- [ ] 2024 was a year":                  "  2024 was a year",
		"- [ ] Build":                            "  Build",
		"- [done] 1. Build":                      "",
		"- [ ] 1.":                               "  1.",
		"- [ ] 1. Build\n  - _Blocked: no oak_":  "  1. Build | no oak",
		"- [ ] 1. Build\n  - _Blocked:_ no oak":  "  1. Build | no oak",
		"- [ ] 1. Build\n  - _Depends: 2_":       "  1. Build",
		"- [ ]* 1. Build\n  - _Blocked: no oak_": "",
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

func TestTitle(t *testing.T) {
	for heading, want := range map[string]string{
		"# Implementation Plan":            "",
		"# Implementation Plan: Boats":     "Boats",
		"# Design Document - Boats":        "Boats",
		"# Requirements for boats":         "Requirements for boats",
		"# Boats":                          "Boats",
		"## Boats":                         "",
		"# Requirements Document\n# Boats": "",
	} {
		if got := (spec{design: source.Document{Text: heading}}).title(); got != want {
			t.Errorf("%q is titled %q, want %q", heading, got, want)
		}
	}
}
