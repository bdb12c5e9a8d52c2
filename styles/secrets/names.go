package secrets

import (
	"slices"
	"strings"
)

// kind is what a name says about its value.
type kind int

const (
	notSecret kind = iota
	// keySecret is a key or token, which is long.
	keySecret
	// passwordSecret may be chosen by a person.
	passwordSecret
	// likelySecret follows a word that has other meanings, too: it has to look like a password.
	likelySecret
	// pinSecret is a few digits.
	pinSecret
	// loginSecret is a name and a password.
	loginSecret
	// phraseSecret is a password, or some words.
	phraseSecret
)

// names are the names of secrets, in lower case. A blank in one may be missing in the text, or
// be a dash. A name may end in one of them; with whole set, it must be the whole word.
var names = []struct {
	word  string
	whole bool
	means kind
}{
	{"password", false, passwordSecret}, {"passwd", false, passwordSecret}, {"passcode", false, passwordSecret},
	{"pass phrase", false, phraseSecret}, {"seed phrase", false, phraseSecret}, {"recovery phrase", false, phraseSecret}, {"mnemonic", true, phraseSecret},
	{"pwd", true, passwordSecret}, {"pw", true, passwordSecret}, {"pass", true, likelySecret}, {"pin", true, pinSecret}, {"pin code", true, pinSecret},
	{"secret", false, keySecret}, {"token", false, keySecret}, {"api key", false, keySecret}, {"access key", false, keySecret},
	{"private key", false, keySecret}, {"secret key", false, keySecret}, {"account key", false, keySecret}, {"shared key", false, keySecret},
	{"preshared key", false, keySecret}, {"master key", false, keySecret}, {"signing key", false, keySecret}, {"encryption key", false, keySecret},
	{"auth key", false, keySecret}, {"secret key base", false, keySecret}, {"client key data", false, keySecret}, {"psk", true, passwordSecret}, {"license key", false, keySecret}, {"bearer", false, keySecret}, {"access code", false, passwordSecret},
	{"recovery code", false, passwordSecret}, {"backup code", false, passwordSecret},
	{"credential", false, loginSecret}, {"creds", false, loginSecret}, {"login", true, loginSecret},

	{"passwort", false, passwordSecret}, {"passwörter", false, passwordSecret}, {"kennwort", false, passwordSecret}, {"kennwörter", false, passwordSecret},
	{"losung", true, passwordSecret}, {"losungswort", false, passwordSecret}, {"geheimnis", false, keySecret}, {"geheimzahl", false, pinSecret},
	{"zugangscode", false, passwordSecret}, {"zugangsdaten", false, loginSecret}, {"anmeldedaten", false, loginSecret},
	{"api schlüssel", false, keySecret}, {"zugangsschlüssel", false, keySecret}, {"zugriffsschlüssel", false, keySecret},

	{"mot de passe", false, passwordSecret}, {"mots de passe", false, passwordSecret}, {"mdp", true, passwordSecret}, {"phrase de passe", false, phraseSecret},
	{"phrase secrète", false, phraseSecret}, {"code d'accès", false, passwordSecret}, {"code secret", false, passwordSecret}, {"jeton", false, keySecret},
	{"clé api", false, keySecret}, {"clé d'api", false, keySecret}, {"clé secrète", false, keySecret}, {"clé d'accès", false, keySecret}, {"clé privée", false, keySecret},
	{"identifiants", false, loginSecret}, {"clé", true, likelySecret},

	{"contraseña", false, passwordSecret}, {"contrasena", false, passwordSecret}, {"contraseñas", false, passwordSecret}, {"frase de contraseña", false, phraseSecret},
	{"clave de acceso", false, passwordSecret}, {"clave secreta", false, passwordSecret}, {"clave api", false, keySecret}, {"clave de api", false, keySecret},
	{"clave", true, likelySecret}, {"código de acceso", false, passwordSecret}, {"credenciales", false, loginSecret}, {"secreto", false, keySecret},

	{"parola d'ordine", false, passwordSecret}, {"parola chiave", false, likelySecret}, {"parola di accesso", false, passwordSecret}, {"chiave di accesso", false, passwordSecret},
	{"chiave d'accesso", false, passwordSecret}, {"chiave segreta", false, passwordSecret}, {"chiave api", false, keySecret}, {"chiave", true, likelySecret},
	{"codice di accesso", false, passwordSecret}, {"codice segreto", false, pinSecret}, {"credenziali", false, loginSecret}, {"segreto", false, keySecret},
}

// likeNames are what may stand between a name and what the password is for.
var likeNames = []string{" for ", " of ", " to ", " für ", " fuer ", " zum ", " zur ", " von ", " vom ", " pour ", " du ", " de ", " para ", " del ", " di ", " per ", " (", " ["}

// verbs may be between a name and its value in a sentence.
var verbs = []string{" is ", " ist ", " lautet ", " est ", " es ", " è ", " is: ", " ist: ", " lautet: "}

const (
	// maxName is how much of the end of a name is looked at, in bytes, and maxPurpose how much
	// of what may stand between it and its value.
	maxName    = 64
	maxPurpose = 60
)

// The shortest values that count as secrets, by what they are called, and the most digits of a PIN.
const (
	leastKey      = 8
	leastPassword = 6
	leastPin      = 4
	mostPin       = 12
	// maxPhrase is more than the longest phrase has, in bytes.
	maxPhrase = 512
	// mostValue is how much of a value is looked at before its name.
	mostValue = 128
)

// namedValues finds the values after the name of a secret.
func namedValues(s string) []Part {
	var found []Part
	for i := 0; i < len(s); i++ {
		means, behind := nameAt(s, i)
		if means == notSecret {
			continue
		}
		v, isSecret := secretBehind(s, behind, means)
		if isSecret {
			found = append(found, v)
		}
		// Nothing within a value is looked at twice, but it may end in another name.
		i = max(i, v.To-2)
	}
	return found
}

// nameAt returns the kind of secret whose name ends at an offset, and where its value may begin.
func nameAt(s string, i int) (means kind, behind int) {
	switch c := s[i]; {
	case c == ':' || c == '=' || c == '|':
		behind = i + 1
		if c != '|' && behind < len(s) && (s[behind] == '=' || s[behind] == '>') {
			behind++
		}
		return nameOrPurpose(s, i, behind), behind
	case c != ' ' || i == 0 || !isWordByte(s[i-1]) && s[i-1] != ')':
		// Of several blanks the first tells: no text is looked through again for each.
		return notSecret, 0
	}
	if i+1 < len(s) && (s[i+1] == 'i' || s[i+1] == 'l' || s[i+1] == 'e' || s[i+1] > 0x7F) {
		for _, verb := range verbs {
			if strings.HasPrefix(s[i:], verb) {
				return nameOrPurpose(s, i, i+len(verb)), i + len(verb)
			}
		}
	}
	return flagBefore(s[:i]), i + 1
}

// nameOrPurpose returns the kind of secret whose name ends at an offset. What a password is for
// is looked at only if the value looks like one.
func nameOrPurpose(s string, i, behind int) kind {
	if means := nameBefore(s[:i]); means != notSecret {
		return means
	}
	if _, ok := valueBehind(s[:min(len(s), behind+mostValue)], behind, likelySecret); ok {
		return purposeBefore(s[:i])
	}
	return notSecret
}

// trimmed is the text before a sign without quotes and blanks. French has a narrow blank there.
func trimmed(before string) string {
	return strings.TrimRight(before, "\"'*_` \t\u00A0\u202F")
}

// nameBefore returns the kind of secret whose name a text ends in.
func nameBefore(before string) kind {
	before = trimmed(before)
	before = before[max(0, len(before)-maxName):]
	if before == "" || !isWordByte(before[len(before)-1]) {
		return notSecret
	}
	means := named(before)
	if one, many := strings.CutSuffix(before, "s"); many && means == notSecret {
		return named(one)
	}
	return means
}

// named returns the kind of the longest name that a text ends in.
func named(before string) kind {
	if before == "" {
		return notSecret
	}
	last, longest, means := before[len(before)-1]|0x20, 0, notSecret
	for i := range names {
		n := &names[i]
		if len(n.word) > longest && n.word[len(n.word)-1]|0x20 == last && endsIn(before, n.word, n.whole) {
			longest, means = len(n.word), n.means
		}
	}
	return means
}

// purposeBefore returns the kind of secret of a name with what it is for: "Password for the
// VPN".
func purposeBefore(before string) kind {
	before = before[max(0, len(before)-maxPurpose):]
	if i := strings.LastIndexAny(trimmed(before), ".!?;:=|"); i >= 0 {
		before = before[i+1:]
	}
	for _, word := range likeNames {
		if i := strings.Index(before, word); i > 0 {
			if means := nameBefore(before[:i]); means == passwordSecret || means == likelySecret {
				return likelySecret
			}
		}
	}
	return notSecret
}

// flagBefore returns the kind of secret that follows after a mere blank: "Bearer", and the
// options of commands.
func flagBefore(before string) kind {
	from := len(before)
	for from > 0 && len(before)-from < maxName && isKeyByte(before[from-1]) {
		from--
	}
	word := before[from:]
	switch {
	case strings.EqualFold(word, "bearer"):
		return keySecret
	case strings.HasPrefix(word, "--"):
		return nameBefore(word)
	}
	return notSecret
}

// endsIn reports whether a text, whatever its case, ends in a word; with whole set, the word
// begins there, too.
func endsIn(text, word string, whole bool) bool {
	i := len(text) - 1
	for j := len(word) - 1; j >= 0; j-- {
		switch {
		case word[j] == ' ':
			if i >= 0 && (text[i] == ' ' || text[i] == '-' || text[i] == '_') {
				i--
			}
		case i >= 0 && (text[i] == word[j] || text[i]|0x20 == word[j]):
			i--
		case i >= 2 && word[j] == '\'' && strings.HasSuffix(text[:i+1], "’"):
			i -= len("’")
		default:
			return false
		}
	}
	return !whole || i < 0 || !isWordByte(text[i]) || text[i] == '-' || text[i] == '_'
}

// secretBehind returns the value after a name, and whether it looks like a secret. Of a login a
// few words are looked at.
func secretBehind(s string, at int, means kind) (v Part, isSecret bool) {
	if means == phraseSecret {
		if p, ok := wordsAlone(s, at); ok {
			return p, true
		}
		means = passwordSecret
	}
	if p, ok := fourFours(s, at); ok && means == passwordSecret {
		return p, true
	}
	words := 1
	if means == loginSecret {
		words, means = 3, likelySecret
	}
	for range words {
		if v, isSecret = valueBehind(s, at, means); isSecret {
			return v, true
		}
		at = v.To
		for at < len(s) && strings.IndexByte(" /,;", s[at]) >= 0 {
			at++
		}
	}
	return v, false
}

// wordsAlone returns the rest of a line that is only some words in small letters.
func wordsAlone(s string, at int) (Part, bool) {
	rest := s[at:]
	if len(rest) > maxPhrase {
		return Part{}, false
	}
	from := len(s) - len(strings.TrimLeft(rest, " \t\"'`*"))
	rest = strings.TrimRight(s[from:], " \t\"'`*|.")
	words := strings.Fields(rest)
	if len(words) < 4 || len(words) > 24 || len(words) > 8 && len(words) < 12 {
		return Part{}, false
	}
	for _, w := range words {
		if len(w) < 3 || len(w) > 10 || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
			return Part{}, false
		}
	}
	return Part{from, from + len(rest)}, true
}

// lineSign is where a line ended in a text that was put onto one line.
const lineSign = "⏎"

// valueBehind returns the value after blanks and quotes at an offset, and whether it looks like
// a secret.
func valueBehind(s string, at int, means kind) (value Part, isSecret bool) {
	for at < len(s) {
		if rest, is := strings.CutPrefix(s[at:], lineSign); is {
			at = len(s) - len(rest)
			continue
		}
		if strings.IndexByte(" \t\"'*`", s[at]) < 0 {
			break
		}
		at++
	}
	end := at
	for end < len(s) && s[end] > ' ' && strings.IndexByte("\"'`,;<>|", s[end]) < 0 {
		end++
	}
	return Part{at, end}, means.fits(s[at:end])
}

// fits reports whether a value looks like a secret and not like a word: letters alone never do.
func (k kind) fits(value string) bool {
	value = strings.TrimRight(value, ".:!?)")
	letters := strings.ContainsFunc(value, func(r rune) bool { return r >= 'A' && r <= 'z' || r > 0x7F })
	digits := strings.ContainsAny(value, "0123456789")
	signs := strings.ContainsAny(value, "!#$%^&*+=?~")
	switch {
	case isPlaceholder(value) || isDate(value):
		return false
	case k == pinSecret:
		return digits && len(strings.Trim(value, "0123456789")) == 0 && len(value) >= leastPin && len(value) <= mostPin
	case k == keySecret:
		return len(value) >= leastKey && letters && digits
	case k == likelySecret:
		mixed := strings.ToLower(value) != value && strings.ToUpper(value) != value
		return len(value) >= leastPassword && letters && digits && (mixed || signs)
	}
	// PWD names a folder as often as a password.
	return len(value) >= leastPassword && letters && (digits || signs) && value[0] != '/'
}

// isDate reports whether a value begins with a date.
func isDate(value string) bool {
	const form = "0000-00-00"
	if len(value) < len(form) {
		return false
	}
	for i := range len(form) {
		if digit := value[i] >= '0' && value[i] <= '9'; digit != (form[i] == '0') || !digit && value[i] != '-' {
			return false
		}
	}
	return true
}

// isPlaceholder reports whether a value is kept elsewhere: $NAME, ${NAME}, $(command, {{name}},
// <name>, %NAME%, stars, or an ellipsis.
func isPlaceholder(value string) bool {
	for _, beginning := range []string{"${", "$(", "{{", "<"} {
		if strings.HasPrefix(value, beginning) {
			return true
		}
	}
	if strings.Trim(value, "*…") == "" {
		return true
	}
	const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
	if inner, ok := strings.CutPrefix(value, "%"); ok && strings.HasSuffix(inner, "%") && strings.Trim(inner, capitals+"%") == "" {
		return true
	}
	name, ok := strings.CutPrefix(value, "$")
	return ok && strings.Trim(name, capitals) == ""
}

// IsValueOf reports whether a value is the secret that its name announces, as in JSON.
func IsValueOf(name, value string) bool {
	means := nameBefore(name)
	_, isSecret := secretBehind(value, 0, means)
	return means != notSecret && isSecret
}

// namesNext returns which secret has its value on the next line: this one ends after the name,
// or in a YAML block sign.
func namesNext(line string) kind {
	line = strings.TrimRight(line, " \t")
	line = strings.TrimRight(strings.TrimRight(line, "|>+-"), " \t")
	if name, ok := strings.CutSuffix(strings.TrimRight(line, "*_"), ":"); ok {
		return nameBefore(name)
	}
	return notSecret
}

// valueAlone returns the secret that is all of a line.
func valueAlone(line string, means kind) []Part {
	v, isSecret := secretBehind(line, 0, means)
	if !isSecret || slices.ContainsFunc([]byte(line[:v.From]+line[v.To:]), isWordByte) {
		return nil
	}
	return []Part{v}
}
