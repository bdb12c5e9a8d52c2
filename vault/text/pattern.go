package text

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled when it is first used: most starts of the
// program need few of them.
type Pattern struct {
	Expr string

	once     sync.Once
	compiled *regexp.Regexp
}

// Regexp returns the compiled expression.
func (p *Pattern) Regexp() *regexp.Regexp {
	p.once.Do(func() { p.compiled = regexp.MustCompile(p.Expr) })
	return p.compiled
}

// MatchString is that of the expression.
func (p *Pattern) MatchString(s string) bool { return p.Regexp().MatchString(s) }

// FindString is that of the expression.
func (p *Pattern) FindString(s string) string { return p.Regexp().FindString(s) }

// FindStringSubmatch is that of the expression.
func (p *Pattern) FindStringSubmatch(s string) []string { return p.Regexp().FindStringSubmatch(s) }

// FindStringIndex is that of the expression.
func (p *Pattern) FindStringIndex(s string) []int { return p.Regexp().FindStringIndex(s) }

// FindStringSubmatchIndex is that of the expression.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	return p.Regexp().FindStringSubmatchIndex(s)
}

// FindAllStringSubmatch is that of the expression.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.Regexp().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is that of the expression.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.Regexp().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString is that of the expression.
func (p *Pattern) ReplaceAllString(s, with string) string {
	return p.Regexp().ReplaceAllString(s, with)
}
