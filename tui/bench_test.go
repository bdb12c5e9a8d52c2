package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
)

var colours = styles.Options{Profile: termenv.TrueColor, Dark: true}

// BenchmarkView draws one frame. Its cost must not depend on the number of rows.
func BenchmarkView(b *testing.B) {
	for _, rows := range []int{10, 10_000} {
		for _, page := range []string{"1", "2", "3", "4"} {
			b.Run(fmt.Sprintf("page %s, %d rows", page, rows), func(b *testing.B) {
				d := themedDriver(b, many(rows), colours, 120, 40)
				d.press(page)
				for b.Loop() {
					d.app.View()
				}
			})
		}
	}
}

// BenchmarkKey moves the cursor, with the text beside the list laid out anew.
func BenchmarkKey(b *testing.B) {
	for _, rows := range []int{10, 10_000} {
		for _, page := range []string{"1", "2", "3", "4"} {
			b.Run(fmt.Sprintf("page %s, %d rows", page, rows), func(b *testing.B) {
				d := themedDriver(b, many(rows), colours, 120, 40)
				d.press(page, "G")
				keys := []tea.KeyMsg{keyNamed("up"), keyNamed("down"), keyNamed("g"), keyNamed("G")}
				for i := 0; b.Loop(); i++ {
					d.app.Update(keys[i%len(keys)])
				}
			})
		}
	}
}

// BenchmarkFind types and deletes letters on a page of 5,000 plans.
func BenchmarkFind(b *testing.B) {
	for name, word := range map[string]string{"words": "pla", "letters": "pn0"} {
		b.Run(name, func(b *testing.B) {
			d := themedDriver(b, many(5000), colours, 120, 40)
			d.press("3", "/")
			d.holding = true
			keys := append(strings.Split(word, ""), "backspace", "backspace", "backspace")
			for i := 0; b.Loop(); i++ {
				d.app.Update(keyNamed(keys[i%len(keys)]))
			}
		})
	}
}

// BenchmarkTried types and deletes letters where 5,000 requests were rejected, and draws the answer.
func BenchmarkTried(b *testing.B) {
	s := many(5000)
	for i := range s.snapshot.Requests {
		r := s.snapshot.Requests[i]
		r.Reading.Decision = model.DecisionRejected
		s.snapshot.Decided = append(s.snapshot.Decided, r)
	}
	d := themedDriver(b, s, colours, 120, 40)
	d.press("d")
	d.holding = true
	keys := append(strings.Split("request", ""), slices.Repeat([]string{"backspace"}, len("request"))...)
	b.Run("key", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			d.app.Update(keyNamed(keys[i%len(keys)]))
		}
	})
	d.press("r", "e", "q")
	b.Run("frame", func(b *testing.B) {
		for b.Loop() {
			d.app.View()
		}
	})
}

// BenchmarkBoard works out the screen of one load, which happens outside Update.
func BenchmarkBoard(b *testing.B) {
	s := many(10_000).snapshot
	for b.Loop() {
		board.New(s)
	}
}

// BenchmarkDialog opens a decision on a file of the largest size and draws it.
func BenchmarkDialog(b *testing.B) {
	for name, text := range map[string]string{
		"many lines": strings.Repeat("a line of ordinary words, not too long\n", 1<<20/39),
		"one line":   strings.Repeat("word ", 1<<20/5),
		"escapes":    strings.Repeat("\u202e", 1<<20/3),
	} {
		b.Run(name, func(b *testing.B) {
			d := themedDriver(b, workshop(), colours, 120, 40)
			d.store.files[claimFile] = text
			d.press("ctrl+r")
			d.pick("2", claimFile)
			d.press("a")
			msg := confirm.OpenedMsg{
				Dialog: d.app.dialog().ID, Decisions: []model.Decision{d.app.dialog().Decision}, Doc: d.app.dialog().Doc, Changes: d.app.dialog().Changes, About: d.app.board,
			}
			for b.Loop() {
				d.app.dialog().Again(d.app.screen())
				msg.Dialog = d.app.dialog().ID
				d.app.Update(msg)
				d.app.View()
			}
		})
	}
}

// BenchmarkTimeline opens a session with thousands of events, and draws it.
func BenchmarkTimeline(b *testing.B) {
	s, ref := figures()
	for i := range 5000 {
		s.events[ref] = append(s.events[ref], model.Event{
			At:  model.Stamp{Time: stamp("2026-03-12T17:07:00Z").Time.Add(time.Duration(i) * time.Second), Raw: "x"},
			Act: model.ActShell + model.Act(i%4), Says: strings.Repeat(fmt.Sprintf("go test -run Part%d ./... ", i), 3), Came: "exit code 1", Result: "fail",
		})
	}
	d := themedDriver(b, s, colours, 120, 40)
	d.app.th = d.app.th.Masking()
	d.opensThing(ref)
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			d.app.detail.told = false
			d.app.layOutDetail()
		}
	})
	b.Run("draw", func(b *testing.B) {
		for b.Loop() {
			d.app.View()
		}
	})
}
