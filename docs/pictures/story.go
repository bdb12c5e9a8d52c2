package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// storyFile is the moving picture of the README.
const storyFile = "story.svg"

// beat is a step of the story: a key that is pressed until the screen shows something,
// and not at all when it is there already.
type beat struct {
	key, cap string // as it is sent, and as keyboards call it
	until    string
	says     string
	hold     time.Duration // how long its last frame stays
}

// story is what the moving picture tells: a claim that waits is read, approved, and taken back.
func story() []beat {
	return []beat{
		{"", "", "Needs you", "Where work goes on, and what waits for you.", 3500 * time.Millisecond},
		{"down", "↓", "▌ ◆ Email the claim", "An e-mail to approve. A plan is blocked until then.", 2200 * time.Millisecond},
		{"a", "a", "esc cancel", "Who gets it, and what a yes does.", 3800 * time.Millisecond},
		reading(),
		{"y", "y", "u undo", "Approved: the request moves, its plan goes on.", 3500 * time.Millisecond},
		{"u", "u", "esc cancel", "Second thoughts: what undo changes.", 2800 * time.Millisecond},
		{"pgdown", "pgdn", "y undo", "Second thoughts: what undo changes.", 2 * time.Second},
		{"y", "y", "Undone", "The request waits again, byte for byte.", 3500 * time.Millisecond},
	}
}

// reading turns pages until all of a request was on screen.
func reading() beat {
	return beat{"pgdown", "pgdn", "all read", "A yes needs every line to have been on screen.", 2500 * time.Millisecond}
}

const (
	// brief is how long a frame stays while a key is pressed again and again.
	brief = 600 * time.Millisecond
	// mostPresses is how often a key is tried before its beat has failed.
	mostPresses = 20
)

// moment is one frame of the story with what stands below it.
type moment struct {
	frame     string
	cap, says string
	hold      time.Duration
}

// tell plays a story on a copy of the example vault.
func tell(demo string, beats []beat) (told []moment, err error) {
	err = onCopy(demo, small, dark(), func(r *runner) error {
		for _, b := range beats {
			moments, err := r.play(b)
			if err != nil {
				return err
			}
			told = append(told, moments...)
		}
		return nil
	})
	return told, err
}

// play returns the frames of a beat.
func (r *runner) play(b beat) (moments []moment, err error) {
	if b.key == "" {
		moments = append(moments, moment{r.frame(), b.cap, b.says, brief})
	}
	for range mostPresses {
		if strings.Contains(ansi.Strip(r.frame()), b.until) {
			break
		}
		r.send(keyMsg(b.key))
		moments = append(moments, moment{r.frame(), b.cap, b.says, brief})
	}
	if !strings.Contains(ansi.Strip(r.frame()), b.until) {
		return nil, fmt.Errorf("playing the story: %q never led to %q, but to\n%s", b.key, b.until, ansi.Strip(r.frame()))
	}
	if last := len(moments) - 1; last >= 0 {
		moments[last].hold = b.hold
	}
	return moments, nil
}
