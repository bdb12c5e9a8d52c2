package tui

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/confirm"
)

// terminal takes what the program draws, for several goroutines.
type terminal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *terminal) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *terminal) has(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.text.String(), text)
}

// waits waits until a text was drawn.
func (s *terminal) waits(t *testing.T, text string) {
	t.Helper()
	for end := time.Now().Add(patience); !s.has(text); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%q was never drawn", text)
		}
	}
}

// unhurried is a clock by which every quiet time is over at once.
func unhurried(after time.Duration, ring func(time.Time) tea.Msg) tea.Cmd {
	if after == confirm.QuietTime {
		after = 0
	}
	return tea.Tick(after, ring)
}

// decidingStore notes each decision.
type decidingStore struct {
	*fakeStore
	told chan model.Decision
}

func (s decidingStore) Decide(ctx context.Context, d model.Decision) (model.Receipt, error) {
	s.told <- d
	return s.fakeStore.Decide(ctx, d)
}

// What terminals answer to questions arrives among the keys. A dialog that waits for
// its yes takes none of it for one, nor what is pasted.
func TestRepliesOfTheTerminalDecideNothing(t *testing.T) {
	for name, input := range map[string]string{
		"a yes":               "y",
		"colour, ST":          "\x1b]11;rgb:1e1e/1e1e/aaaa\x1b\\",
		"colour, BEL":         "\x1b]10;rgb:yyyy/yyyy/yyyy\x07",
		"device":              "\x1b[?62;22c",
		"second device":       "\x1b[>1;4000;29c",
		"name":                "\x1bP>|xterm y (y)\x1b\\",
		"cursor":              "\x1b[12;40R",
		"focus":               "\x1b[I\x1b[O",
		"mouse":               "\x1b[<0;12;7M\x1b[<0;12;7m",
		"paste":               "\x1b[200~a\ny\ny\x1b[201~",
		"paste of an end":     "\x1b[200~y\x1b[201~",
		"clipboard":           "\x1b]52;c;eXl5\x07",
		"a yes with alt":      "\x1by",
		"several at once":     "yy",
		"enter and blank":     "\r \r ",
		"a title with a yes":  "\x1b]ly\x1b\\",
		"the state of a mode": "\x1b[?2026;2$y",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := decidingStore{workshop(), make(chan model.Decision, 10)}
			keys, press := io.Pipe()
			var out terminal
			p := tea.NewProgram(New(store, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Wait: unhurried}), tea.WithInput(keys), tea.WithOutput(&out))
			go func() {
				// How it ends is not what is tested.
				_, _ = p.Run()
			}()
			t.Cleanup(p.Kill)
			p.Send(tea.WindowSizeMsg{Width: 100, Height: 90})
			send := func(text string) {
				if _, err := press.Write([]byte(text)); err != nil {
					t.Error(err)
				}
			}
			out.waits(t, "Needs you")
			send("2")
			out.waits(t, "[²Approvals")
			send("a")
			// The quiet time has to be over, or nothing would decide anyway.
			out.waits(t, "y approve")
			send(input)
			if name == "a yes" {
				select {
				case <-store.told:
				case <-time.After(patience):
					t.Error("a yes does not decide here, so that the other cases say nothing")
				}
				return
			}
			// Help is drawn once all of it was taken.
			for end := time.Now().Add(patience); !out.has("scroll by a page"); time.Sleep(5 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatal("the help was never drawn")
				}
				send("?")
			}
			if len(store.told) > 0 {
				t.Errorf("%q decided: %+v", input, <-store.told)
			}
		})
	}
}
