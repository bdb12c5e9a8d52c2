package setup

import (
	"bytes"
	"cmp"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"time"
)

// setTimes returns the files in dir, a copy of from, the times of copyTimes.
func setTimes(dir string, from fs.FS, at time.Time) error {
	texts := map[string][]byte{}
	err := fs.WalkDir(from, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		texts[name], err = fs.ReadFile(from, name)
		return err
	})
	for name, when := range copyTimes(texts, at) {
		if err == nil {
			err = os.Chtimes(filepath.Join(dir, filepath.FromSlash(name)), when, when)
		}
	}
	return err
}

// writtenTime is a time in a text, such as 2026-03-12T16:31:00Z. One without a zone is UTC.
var writtenTime = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`) })

// copyTimes are the times at which files were last written, as far as their texts say: the newest
// time that a file names and that is not after at. A file that names none, but is named by another
// one of its folder, was written some minutes after the last time ahead of its name there. All others
// have the time at.
func copyTimes(texts map[string][]byte, at time.Time) map[string]time.Time {
	times := map[string]time.Time{}
	var named []mention
	for name, text := range texts {
		times[name] = at
		if newest := newestTime(text, at); !newest.IsZero() {
			times[name] = newest
		} else if m := lastMention(name, texts, at); !m.after.IsZero() {
			named = append(named, m)
		}
	}
	slices.SortFunc(named, func(x, y mention) int {
		return cmp.Or(cmp.Compare(x.by, y.by), x.after.Compare(y.after), cmp.Compare(x.place, y.place))
	})
	took := firstTook
	for i, m := range named {
		if took += nextTook; i == 0 || m.by != named[i-1].by || !m.after.Equal(named[i-1].after) {
			took = firstTook
		}
		if t := m.after.Add(took); t.Before(at) {
			times[m.name] = t
		}
	}
	return times
}

// How long after the time ahead of its name the first file is written, and each of the others after
// the one before.
const firstTook, nextTook = 3 * time.Minute, 2 * time.Minute

// mention is a place where one file names another one of its folder, and the last time ahead of it.
type mention struct {
	name, by string
	place    int
	after    time.Time
}

// lastMention is the one with the newest time ahead of it, zero for none.
func lastMention(name string, texts map[string][]byte, at time.Time) mention {
	var last mention
	for by, text := range texts {
		place := bytes.LastIndex(text, []byte(path.Base(name)))
		if by == name || path.Dir(by) != path.Dir(name) || place < 0 {
			continue
		}
		m := mention{name: name, by: by, place: place}
		for _, raw := range writtenTime().FindAll(text[:place], -1) {
			m.after = timeOf(raw)
		}
		if c := m.after.Compare(last.after); !m.after.After(at) && (c > 0 || c == 0 && by < last.by) {
			last = m
		}
	}
	return last
}

// newestTime is the newest time in a text that is not after at, zero for none.
func newestTime(text []byte, at time.Time) time.Time {
	var newest time.Time
	for _, raw := range writtenTime().FindAll(text, -1) {
		if t := timeOf(raw); t.After(newest) && !t.After(at) {
			newest = t
		}
	}
	return newest
}

// timeOf is zero for what is no time, such as the 40th of a month.
func timeOf(raw []byte) time.Time {
	// The error says no more than the zero time.
	t, _ := time.Parse("2006-01-02T15:04:05", string(raw))
	return t
}
