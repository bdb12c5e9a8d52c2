package secrets

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// rule says how a secret looks. A pattern is tried only where one of its keywords stands near a
// run of characters that is long enough for the secret.
type rule struct {
	id string
	// keywords are in lower case, with blanks between them.
	keywords string
	pattern  string
	// least is the length of the shortest secret in bytes.
	least int
	// entropy is the least Shannon entropy of a secret, in bits for each byte.
	entropy float64
	// group is the group of the secret, 0 for the first one that matched; with whole set, the
	// secret is all of the match.
	group int
	whole bool
}

type compiled struct {
	rule
	once    sync.Once
	pattern *regexp.Regexp
}

// keyword is a word of some rules.
type keyword struct {
	word  string
	rules []int32
}

// keywords lists the keywords by their first two letters, as slot counts them.
type keywords [1 << 10][]keyword

func slot(a, b byte) int { return int(a&0x1F)<<5 | int(b&0x1F) }

func (f *Finder) prepare() {
	all := slices.Concat(gitleaks, shapedRules(), ownRules)
	f.compiled = make([]compiled, len(all))
	for i, r := range all {
		f.compiled[i].rule = r
		for _, word := range strings.Fields(r.keywords) {
			s := &f.words[slot(word[0], word[1])]
			at := slices.IndexFunc(*s, func(k keyword) bool { return k.word == word })
			if at < 0 {
				at = len(*s)
				*s = append(*s, keyword{word: word})
			}
			(*s)[at].rules = append((*s)[at].rules, int32(i))
		}
	}
}

const (
	// leastRun is the length of the shortest secret of any rule, in bytes.
	leastRun = 10
	// near is how far a secret may be from its keyword, in bytes, and mostRun how much of a
	// longer run a pattern sees.
	near    = 64
	mostRun = 640
	// mostTried and freely are how many bytes patterns may see of a text, for each of its bytes and of
	// any text. Of a text that is made to take longer, all long runs near keywords are secrets.
	mostTried = 4
	freely    = 64 << 10
)

// byRules finds the secrets of which rules say how they look.
func (f *Finder) byRules(text string) []Part {
	long := longRuns(text)
	if len(long) == 0 {
		return nil
	}
	f.ready.Do(f.prepare)
	s := search{finder: f, text: text, left: mostTried*len(text) + freely}
	for len(long) > 0 {
		// Runs that are near each other are looked at together.
		n := 1
		for n < len(long) && long[n].From-long[n-1].To <= 2*near {
			n++
		}
		s.among(long[:n])
		long = long[n:]
	}
	return s.found
}

// longRuns are the runs without blanks that are long enough for a secret.
func longRuns(text string) []Part {
	var runs []Part
	for at := 0; at < len(text); at++ {
		from := at
		for at < len(text) && text[at] > ' ' {
			at++
		}
		if at-from >= leastRun {
			runs = append(runs, Part{from, at})
		}
	}
	return runs
}

// search is the search of one text.
type search struct {
	finder *Finder
	text   string
	found  []Part
	// done says up to where each rule has seen the text; left is how much may still be seen.
	done []int
	left int
}

// among looks for keywords in and around some runs.
func (s *search) among(runs []Part) {
	from, to := max(0, runs[0].From-near), min(len(s.text), runs[len(runs)-1].To+near)
	for at := from; at+1 < to; at++ {
		for _, k := range s.finder.words[slot(s.text[at], s.text[at+1])] {
			if !hasWord(s.text[at:], k.word) {
				continue
			}
			for len(runs) > 1 && runs[0].To+near < at {
				runs = runs[1:]
			}
			for _, r := range k.rules {
				s.try(int(r), at, runs)
			}
		}
	}
}

// hasWord reports whether a text begins with a word in lower case, whatever its own.
func hasWord(text, word string) bool {
	if len(text) < len(word) {
		return false
	}
	for i := range len(word) {
		if c := text[i]; c != word[i] && (c < 'A' || c > 'Z' || c|0x20 != word[i]) {
			return false
		}
	}
	return true
}

// try tries a rule whose keyword stands at an offset on the runs near it.
func (s *search) try(r, at int, runs []Part) {
	c := &s.finder.compiled[r]
	if s.done != nil && s.done[r]-at >= mostRun/2 {
		// The pattern saw this keyword, and enough behind it, in the middle of a long run.
		return
	}
	from, to := max(0, at-near), min(len(s.text), at+len(c.keywords)+near)
	fits, until := false, 0
	for _, run := range runs {
		if run.From > to {
			break
		}
		if run.To <= from || run.To-run.From < c.least {
			continue
		}
		if !fits && run.From < from {
			from = max(run.From, from-near)
		}
		fits, until = true, min(run.To, max(run.From, at)+mostRun)
	}
	if !fits {
		return
	}
	if s.done == nil {
		s.done = make([]int, len(s.finder.compiled))
	}
	until = max(until, at)
	if until <= s.done[r] {
		return
	}
	s.done[r] = until
	if s.left -= until - from; s.left < 0 {
		s.found = append(s.found, Part{at, until})
		return
	}
	s.match(c, from, until)
}

// match adds the secrets of a rule in a part of the text.
func (s *search) match(c *compiled, from, until int) {
	c.once.Do(func() { c.pattern = regexp.MustCompile(c.rule.pattern) })
	for _, m := range c.pattern.FindAllStringSubmatchIndex(s.text[from:until], -1) {
		p := Part{from + m[0], from + m[1]}
		for g := max(1, c.group); g < len(m)/2 && !c.whole; g++ {
			if m[2*g] >= 0 && m[2*g+1] > m[2*g] {
				p = Part{from + m[2*g], from + m[2*g+1]}
				break
			}
		}
		if secret := s.text[p.From:p.To]; isPlaceholder(secret) || c.entropy > 0 && entropy(secret) < c.entropy {
			continue
		}
		// What the pattern did not see of a long run is a part of the secret, too.
		for p.To == until && until < len(s.text) && isKeyByte(s.text[until]) {
			p.To, until = p.To+1, until+1
		}
		s.found = append(s.found, p)
	}
}

// entropy is the Shannon entropy of a text, in bits for each byte.
func entropy(text string) float64 {
	var counts [256]int
	for i := range len(text) {
		counts[text[i]]++
	}
	sum := 0.0
	for _, n := range counts {
		if n > 0 {
			share := float64(n) / float64(len(text))
			sum -= share * math.Log2(share)
		}
	}
	return sum
}
