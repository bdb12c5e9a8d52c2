package watch

import (
	"sync"

	"coldstart/model"
)

// unsettled is what a watch knows of files that may not be written to their end. Its
// zero value knows of none, as without a watch.
type unsettled struct {
	mu sync.Mutex
	// fresh are the names that changed when the vault was seen to change last;
	// growing are those of them that went on changing.
	fresh, growing map[string]bool
	// asked is true when a load wants to know whether fresh files stay as they are.
	asked bool
}

func (u *unsettled) set(fresh, growing map[string]bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.fresh, u.growing, u.asked = fresh, growing, false
}

// settle says that nothing changed any more. It reports whether that is news.
func (u *unsettled) settle() (news bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	news = u.asked || len(u.growing) > 0
	u.fresh, u.growing, u.asked = nil, nil, false
	return news
}

// asks reports whether somebody waits for the vault to settle.
func (u *unsettled) asks() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.asked || len(u.growing) > 0
}

// writing is what a row says of a file that is not judged yet.
const writing = "still being written; it is read again when writing stops"

// Spare takes back what a load says against files that are still being written, and
// marks them. A file with faults that has only just changed is one too, until it was
// seen to rest.
func (u *unsettled) spare(s *model.Snapshot) {
	u.mu.Lock()
	defer u.mu.Unlock()
	s.Writing = map[string]bool{}
	for name := range u.growing {
		s.Writing[name] = true
	}
	judged := s.Problems[:0]
	for _, p := range s.Problems {
		switch {
		case p.Unread || !u.fresh[p.Path] && !u.growing[p.Path]:
			judged = append(judged, p)
			continue
		case !s.Writing[p.Path]:
			s.Writing[p.Path], u.asked = true, true
		}
		judged = append(judged, model.Problem{Path: p.Path, Reason: writing})
	}
	s.Problems = judged
}
