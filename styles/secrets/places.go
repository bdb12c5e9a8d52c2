package secrets

import "strings"

// urlPasswords finds what is between the name and the "@" of an address:
// scheme://name:password@host. A long name without a password is a token.
func urlPasswords(s string) []Part {
	var found []Part
	for at := 0; ; {
		i := strings.Index(s[at:], "://")
		if i < 0 {
			return found
		}
		from := at + i + len("://")
		end := from
		for end < len(s) && s[end] > ' ' && strings.IndexByte("/?#\"'`<>", s[end]) < 0 {
			end++
		}
		at = end
		host := strings.LastIndexByte(s[from:end], '@')
		if host < 0 {
			continue
		}
		name, password, _ := strings.Cut(s[from:from+host], ":")
		if password != "" && !isPlaceholder(password) {
			found = append(found, Part{from + host - len(password), from + host})
		}
		if len(name) >= leastToken && keySecret.fits(name) && strings.Trim(name, tokenLetters) == "" {
			found = append(found, Part{from, from + len(name)})
		}
	}
}

// leastToken is the length of the shortest token in the place of a name, and tokenLetters what it
// is made of.
const (
	leastToken   = 20
	tokenLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
)

// schemes are those of Authorization that come before the secret.
var schemes = []string{"basic ", "bearer ", "token ", "digest ", "apikey ", "api-key ", "negotiate ", "aws4-hmac-sha256 "}

// headerValues finds what follows the scheme of an Authorization header. Base64 may look like a
// word.
func headerValues(s string) []Part {
	const header = "authorization"
	var found []Part
	for at := 0; ; {
		i := indexFold(s[at:], header)
		if i < 0 {
			return found
		}
		at += i + len(header)
		v := at
		for v < len(s) && strings.IndexByte(" \t\"'`*:=>,", s[v]) >= 0 {
			v++
		}
		if !strings.ContainsAny(s[at:v], ":=,") {
			continue
		}
		scheme := 0
		for _, name := range schemes {
			if hasWord(s[v:], name) {
				scheme = len(name)
			}
		}
		end := v + scheme
		for end < len(s) && s[end] > ' ' && strings.IndexByte("\"'`<>", s[end]) < 0 {
			end++
		}
		value := s[v+scheme : end]
		if scheme > 0 && len(value) >= leastKey && !isPlaceholder(value) || keySecret.fits(value) {
			found = append(found, Part{v + scheme, end})
		}
		at = end
	}
}

// indexFold is strings.Index for a word in lower case, whatever the case of the text.
func indexFold(s, word string) int {
	for i := 0; i+len(word) <= len(s); i++ {
		if s[i]|0x20 == word[0] && hasWord(s[i:], word) {
			return i
		}
	}
	return -1
}

// givers are commands that take a password, after an option of one letter.
var givers = []struct {
	command string
	flags   []string
	// user is true where the password follows a name and a colon.
	user bool
}{
	{"curl", []string{"-u", "--user", "-U", "--proxy-user"}, true},
	{"sshpass", []string{"-p"}, false},
	{"docker login", []string{"-p"}, false},
	{"mysql", []string{"-p"}, false},
	{"redis-cli", []string{"-a"}, false},
}

// commandPasswords finds the passwords in commands: curl -u name:password.
func commandPasswords(s string) []Part {
	var found []Part
	for _, g := range givers {
		i := strings.Index(s, g.command)
		if i < 0 || i > 0 && isWordByte(s[i-1]) {
			continue
		}
		for _, flag := range g.flags {
			if v, ok := optionValue(s, i+len(g.command), flag); ok {
				if name, _, named := strings.Cut(s[v.From:v.To], ":"); g.user && named {
					v.From += len(name) + 1
				} else if g.user {
					continue
				}
				if v.From < v.To && !isPlaceholder(s[v.From:v.To]) {
					found = append(found, v)
				}
			}
		}
	}
	return found
}

// optionValue returns what follows an option, with or without a blank or "=" between them.
func optionValue(s string, at int, flag string) (Part, bool) {
	i := strings.Index(s[at:], " "+flag)
	if i < 0 {
		return Part{}, false
	}
	at += i + 1 + len(flag)
	if strings.HasPrefix(flag, "--") && at < len(s) && s[at] != ' ' && s[at] != '=' {
		return Part{}, false
	}
	for at < len(s) && (s[at] == ' ' || s[at] == '=') {
		at++
	}
	ends := " \t\"'`"
	if at < len(s) && (s[at] == '"' || s[at] == '\'') {
		ends = s[at : at+1]
		at++
	}
	end := at
	for end < len(s) && strings.IndexByte(ends, s[end]) < 0 {
		end++
	}
	return Part{at, end}, end > at && s[at] != '-'
}

// firstWord reports whether a text begins with some words and a blank.
func firstWord(s, words string) bool {
	return len(s) > len(words) && s[:len(words)] == words && (s[len(words)] == ' ' || s[len(words)] == '\t')
}

// netrcEntry finds the password of an entry of a netrc file anywhere in a line.
func netrcEntry(s string) []Part {
	i := strings.Index(s, "machine ")
	if i < 0 {
		return nil
	}
	login := false
	rest, words := s[i:], 0
	for at := range rest {
		if rest[at] == ' ' {
			words++
		}
		if words == 2 {
			login = strings.HasPrefix(rest[at+1:], "login ")
			break
		}
	}
	if !login {
		return nil
	}
	found := netrcPasswords(rest, &login)
	for n := range found {
		found[n] = Part{found[n].From + i, found[n].To + i}
	}
	return found
}

// netrcPasswords finds the values of "password" and "account" in an entry of a netrc file, which
// has a login before them.
func netrcPasswords(line string, login *bool) []Part {
	var found []Part
	isValue := false
	for at := 0; at < len(line); {
		from := at
		for at < len(line) && line[at] > ' ' {
			at++
		}
		word := line[from:at]
		if isValue && word != "" && !isPlaceholder(word) {
			found = append(found, Part{from, at})
		}
		if word != "" {
			*login = *login || word == "login"
			isValue = !isValue && *login && (word == "password" || word == "account")
		}
		at++
	}
	return found
}
