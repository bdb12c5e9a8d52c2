package disk

import (
	"sync/atomic"
	"time"
)

// Budget is how much one load may read. All that it reads shares one, also at once. A nil
// Budget has no end.
type Budget struct {
	bytes        int64
	spent, files atomic.Int64
	// level is lowered when a part of the time is over.
	level  atomic.Int32
	timers []*time.Timer
}

// Level says how much of a budget is left.
type Level int32

const (
	// LevelPlenty is more than half of the bytes and of the time.
	LevelPlenty Level = iota
	// LevelScarce is less than that: what is newest comes first.
	LevelScarce
	// LevelGone is nothing. Each source still reads a little.
	LevelGone
)

// NewBudget returns a budget of so many bytes, and of a time if it is not zero. It is stopped
// after the load.
func NewBudget(bytes int64, within time.Duration) *Budget {
	b := &Budget{bytes: bytes}
	if within > 0 {
		b.timers = []*time.Timer{
			time.AfterFunc(within/2, func() { b.lower(LevelScarce) }),
			time.AfterFunc(within, func() { b.lower(LevelGone) }),
		}
	}
	return b
}

// Stop ends the timers.
func (b *Budget) Stop() {
	if b != nil {
		for _, t := range b.timers {
			t.Stop()
		}
	}
}

func (b *Budget) lower(to Level) {
	for {
		is := b.level.Load()
		if is >= int32(to) || b.level.CompareAndSwap(is, int32(to)) {
			return
		}
	}
}

// Late reports that the time was over before the bytes were.
func (b *Budget) Late() bool { return b != nil && Level(b.level.Load()) == LevelGone }

// opened counts a file.
func (b *Budget) opened() {
	if b != nil {
		b.files.Add(1)
	}
}

// spend counts bytes that were read.
func (b *Budget) spend(n int64) {
	if b != nil {
		b.spent.Add(n)
	}
}

// Spent returns the bytes that were read, and of how many files.
func (b *Budget) Spent() (bytes, files int64) { return b.spent.Load(), b.files.Load() }

// Left returns the bytes that may still be read.
func (b *Budget) Left() int64 { return max(0, b.bytes-b.spent.Load()) }

// Level returns how much is left.
func (b *Budget) Level() Level {
	if b == nil {
		return LevelPlenty
	}
	all, left := b.bytes, b.Left()
	byBytes := LevelPlenty
	switch {
	case left == 0:
		byBytes = LevelGone
	case left < all/2:
		byBytes = LevelScarce
	}
	return max(byBytes, Level(b.level.Load()))
}
