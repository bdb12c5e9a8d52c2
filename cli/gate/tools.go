package gate

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"coldstart/model"
)

// ofServer begins the name by which rules call a tool of an MCP server: mcp__server__tool.
const ofServer = "mcp__"

// joins is how a client makes one name of a server and its tool.
type joins struct {
	before, between string
	// dashes says that it writes - as _, too.
	dashes bool
	// context is the field of the event with both names as they are, "" for none.
	context string
	// alone are tools of its own whose names look like joined ones.
	alone []string
}

// common returns the name that rules use for a tool. Where nobody says at which _ the name of the
// server ends, it is mcp_server_tool.
func (c Client) common(own string, said members) (string, error) {
	if name, ok := c.tools[own]; ok {
		return name, nil
	}
	if raw := said[c.joins.context]; len(raw) > 0 && string(raw) != "null" {
		both, err := object(raw, c.joins.context)
		if err != nil {
			return "", err
		}
		server, err := both.text("server_name", true)
		if err != nil {
			return "", err
		}
		tool, err := both.text("tool_name", true)
		return ofServer + folded(server) + "__" + folded(tool), err
	}
	rest, ok := strings.CutPrefix(own, c.joins.before)
	switch rest = folded(rest); {
	case !ok, !strings.Contains(rest, "_"), slices.Contains(c.joins.alone, own):
		return own, nil
	case c.joins.between == "__":
		return ofServer + rest, nil
	case strings.Count(rest, "_") == 1:
		return ofServer + strings.Replace(rest, "_", "__", 1), nil
	}
	return "mcp_" + rest, nil
}

// Named is the tool that a typed name means: one that rules call so, or that of the first client
// that has it. It has no input and no folder.
func Named(typed string) model.Action {
	for _, has := range []func(Client) bool{
		func(c Client) bool { return c.tools[typed] != "" },
		func(c Client) bool { return slices.Contains(c.looks, typed) },
		func(c Client) bool { return strings.HasPrefix(typed, c.joins.before) },
	} {
		for _, c := range Clients() {
			if tool, err := c.common(typed, nil); err == nil && has(c) {
				return model.Action{Client: c.Name, Tool: tool, Own: typed}
			}
		}
	}
	return model.Action{Tool: typed, Own: typed}
}

// Calls is the client's own name for a tool of a server that rules call so, "" for any other tool.
func (c Client) Calls(tool string) string {
	rest, ok := strings.CutPrefix(tool, ofServer)
	server, name, cut := strings.Cut(rest, "__")
	if !ok || !cut || server == "" || name == "" {
		return ""
	}
	if c.joins.dashes {
		server, name = folded(server), folded(name)
	}
	return c.joins.before + server + c.joins.between + name
}

// folded writes a name as every client can: what is no letter or digit of ASCII is _.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, name)
}

// told finds what Codex adds to names that would be the same.
var told = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`_[0-9a-f]{12}(__|$)`) })

// ofTool reports whether a rule is for the tool of an action.
func (w weighing) ofTool(r model.GateRule) bool {
	a := w.action
	if r.Tool == "" {
		return true
	}
	isServers := strings.HasPrefix(a.Tool, "mcp_")
	if r.Then == model.ThenAllow {
		return exact(r.Tool, a.Own) || exact(r.Tool, a.Tool) && (!isServers || folded(a.Own) == a.Own)
	}
	p := pattern(r.Tool)
	// What writes a file and what changes one make the same of it.
	if changes := a.Tool == "Write" || a.Tool == "Edit"; changes && (p.fits(known("Write")) || p.fits(known("Edit"))) {
		return true
	}
	if len(w.lines) > 0 && p.fits(known(Shell)) || p.fits(known(a.Tool)) || p.fits(known(a.Own)) {
		return true
	}
	return isServers && fitsServers(r.Tool, a.Tool)
}

// fitsServers reports whether a rule that restricts can mean a tool of a server. Whole names are
// compared: nobody knows at which _ a name ends.
func fitsServers(rule, tool string) bool {
	rule = strings.Map(func(r rune) rune {
		if r == '*' || r == '?' {
			return r
		}
		return rune(folded(string(r))[0])
	}, rule)
	if !strings.HasPrefix(tool, ofServer) {
		for strings.Contains(rule+tool, "__") {
			rule, tool = strings.ReplaceAll(rule, "__", "_"), strings.ReplaceAll(tool, "__", "_")
		}
	}
	p := pattern(rule)
	return p.fits(known(tool)) || p.fits(known(told().ReplaceAllString(tool, "$1")))
}

// looksOnly reports whether a tool of a client, or of a server that is known by name, neither
// runs nor writes what it is given.
func looksOnly(a model.Action) bool {
	c, _ := ClientNamed(a.Client)
	if a.Tool == "Read" || a.Tool == "WebFetch" || slices.Contains(c.looks, a.Own) {
		return true
	}
	readers := strings.Fields(`mcp__coldstart__* mcp__filesystem__read_file mcp__filesystem__read_text_file mcp__filesystem__read_media_file
		mcp__filesystem__read_multiple_files mcp__filesystem__list_directory mcp__filesystem__list_directory_with_sizes
		mcp__filesystem__directory_tree mcp__filesystem__search_files mcp__filesystem__get_file_info`)
	return strings.HasPrefix(a.Tool, "mcp_") && slices.ContainsFunc(readers, func(known string) bool { return fitsServers(known, a.Tool) })
}
