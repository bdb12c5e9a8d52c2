package settings

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"coldstart/cli/say"
	"coldstart/vault"
)

// AllOfHost is the folder of a host that means every vault there.
const AllOfHost = "--all"

// MostHosts is how many hosts the settings may name. Each has a connection of its own.
const MostHosts = 50

// OwnHost is another machine that the operator named.
type OwnHost struct {
	Name string
	// SSH is the destination as ssh takes it.
	SSH string
	// Dir is the folder of the vault there, whole or from the home folder on, "" for the home folder
	// itself, and AllOfHost for all.
	Dir string
	// Program is coldstart as the shell there finds it.
	Program string
	Entry   vault.ConfigEntry
}

// All reports whether the host means every vault there.
func (h OwnHost) All() bool { return h.Dir == AllOfHost }

// Account is who logs in there, as user@machine, "" where ~/.ssh/config says it or ssh takes the name of
// here.
func (h OwnHost) Account() string {
	account := strings.TrimPrefix(h.SSH, "ssh://")
	if !strings.Contains(account, "@") {
		return ""
	}
	return account
}

// takeHosts reads the other machines.
func (s *Settings) takeHosts(e vault.ConfigEntry) error {
	switch {
	case e.List == nil:
		return s.wrong(e, "hosts must be a list, each with a name and an ssh destination", hostHint)
	case len(e.List) > MostHosts:
		return s.wrong(e, "hosts has more than "+strconv.Itoa(MostHosts)+" machines")
	}
	names := map[string]int{}
	for _, one := range e.List {
		h := OwnHost{Program: "coldstart", Entry: one}
		err := s.fields(one, "a host", map[string]reader{
			"name":    s.hostName(&h.Name, names),
			"ssh":     s.destination(&h.SSH),
			"dir":     s.hostFolder(&h.Dir),
			"program": s.hostProgram(&h.Program),
		})
		switch {
		case err != nil:
			return err
		case h.Name == "":
			return s.wrong(one, "a host needs a name", hostHint)
		case h.SSH == "":
			return s.wrong(one, "a host needs ssh: where to connect to", hostHint)
		}
		s.Hosts = append(s.Hosts, h)
	}
	return nil
}

const hostHint = "as in {name: attic, ssh: me@attic.example, dir: vault}"

// hostName reads the name of a host; taken maps the names so far to their lines.
func (s *Settings) hostName(to *string, taken map[string]int) reader {
	return func(e vault.ConfigEntry) error {
		if !IsHostName(e.Value) {
			return s.wrong(e, "the name of a host begins with a small letter or a digit and has these and dashes, "+strconv.Itoa(mostName)+" at most, not "+say.Quoted(e.Value), hostHint)
		}
		return s.ownName(to, taken)(e)
	}
}

var hostNames = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`) })

// IsHostName reports whether a text can be the name of a host.
func IsHostName(text string) bool { return len(text) <= mostName && hostNames().MatchString(text) }

// mostDestination is how long a destination, a folder and a program may be, in bytes.
const mostDestination = 500

// destination reads where ssh connects to.
func (s *Settings) destination(to *string) reader {
	return func(e vault.ConfigEntry) error {
		switch {
		case !oneVisibleWord(e.Value):
			return s.wrong(e, "ssh must be one word without blanks: the destination", "as in attic, me@attic.example or ssh://me@attic.example:2222")
		case strings.HasPrefix(e.Value, "-"):
			return s.wrong(e, "ssh is "+say.Quoted(e.Value)+", and a destination does not begin with a dash", "options of ssh belong in ~/.ssh/config, under the name of the host")
		}
		*to = e.Value
		return nil
	}
}

func oneVisibleWord(text string) bool {
	return text != "" && len(text) <= mostDestination && !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) })
}

// hostFolder reads the folder of a vault on a host. It goes there as a value and through no shell, so
// only ~ needs a word: it is the home folder there.
func (s *Settings) hostFolder(to *string) reader {
	return func(e vault.ConfigEntry) error {
		dir := e.Value
		if dir == "~" || strings.HasPrefix(dir, "~/") {
			dir = strings.TrimLeft(dir[1:], "/")
		}
		switch {
		case e.Value == "" || len(dir) > mostDestination || strings.ContainsFunc(dir, unicode.IsControl):
			return s.wrong(e, "dir must be a folder on the host, whole or from its home folder on", "as in vault or /srv/vault; "+AllOfHost+" means every vault there")
		case strings.HasPrefix(dir, "-") && dir != AllOfHost:
			return s.wrong(e, "dir is "+say.Quoted(e.Value)+", and only "+AllOfHost+" begins with a dash", "a folder with such a name is written as ./"+dir)
		}
		*to = dir
		return nil
	}
}

// A program of a host is a word that the shell there reads, so it may have nothing that means something
// to a shell, but for ~ in front of a folder.
var hostPrograms = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(~/)?[A-Za-z0-9._/+][A-Za-z0-9._/+-]*$`) })

func (s *Settings) hostProgram(to *string) reader {
	return func(e vault.ConfigEntry) error {
		if len(e.Value) > mostDestination || !hostPrograms().MatchString(e.Value) {
			return s.wrong(e, "program is the path of coldstart on the host, with letters, digits, dots, dashes and slashes only, not "+say.Quoted(e.Value), "as in /usr/local/bin/coldstart or ~/bin/coldstart")
		}
		*to = e.Value
		return nil
	}
}

// Host finds a host by its name.
func (s Settings) Host(name string) (OwnHost, error) {
	if i := slices.IndexFunc(s.Hosts, func(h OwnHost) bool { return h.Name == name }); i >= 0 {
		return s.Hosts[i], nil
	}
	if len(s.Hosts) == 0 {
		return OwnHost{}, say.Usage("your settings have no hosts", "add one to hosts in "+ConfigName+": see coldstart help config")
	}
	names := say.Each(s.Hosts, func(h OwnHost) string { return h.Name })
	return OwnHost{}, say.Usage(say.Unknown("host", name), say.Suggest(name, names, "the settings name "+strings.Join(names, ", ")))
}
