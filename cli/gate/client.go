package gate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"coldstart/model"
)

// MostEvent is the largest event in bytes that is read. Writing a file has its text in it.
const MostEvent = 16 << 20

// Moment is when a client calls the gate.
type Moment int

// The moments of a call of a tool. At any other one the gate has nothing to say.
const (
	// Elsewhen is an event that is none of the gate's.
	Elsewhen Moment = iota
	// Before a tool runs, the answer decides.
	Before
	// After it ran, or failed, what ran is compared with what was allowed.
	After
	// Prompt is a question of the client to its user, who can answer it there, too.
	Prompt
)

// Event is what a client says on standard input.
type Event struct {
	Moment Moment
	// Action is zero at any other moment.
	Action model.Action
}

// Verdict is what the gate says of an action.
type Verdict int

// The verdicts. Pass has no objection: the client goes on by its own rules.
const (
	Pass Verdict = iota
	Allow
	Deny
	// Defer ends the client until somebody resumes its session, where it can; elsewhere it is
	// Deny.
	Defer
)

// Answer is what the gate answers; the reason is for the agent.
type Answer struct {
	Verdict Verdict
	Reason  string
}

// Client is how one program of agents calls the gate, and what it makes of an answer.
type Client struct {
	// Name is that of --agent.
	Name string
	// Hooks are its names of events, and when they come.
	Hooks map[string]Moment
	// Defers says that it can end at a call and make it again when it is resumed.
	Defers bool

	// call is the name of the field with the id of the call, "" for none.
	call string
	// tools are the client's names of tools that have a name for all clients, looks those of its
	// own that neither run nor write what they are given.
	tools map[string]string
	looks []string
	// joins is how it calls the tools of servers.
	joins joins
	// input names the fields of the tools.
	input fields
	// says returns an answer at a moment in the client's shape.
	says func(Moment, Answer) any
	// closes reports whether the client refuses the tool after this end of a hook before it.
	closes func(End) bool
}

// fields are the names of the fields of the input of tools.
type fields struct {
	// describing are those of a shell that only describe the call.
	describing []string
	// folder is that of the folder in which a shell runs, below that of the session; "" for none.
	folder string
	// path is that of the file of a tool for files, patch that of a patch with its files.
	path  []string
	patch []string
}

// Clients are all of them.
func Clients() []Client { return []Client{claude(), codex(), gemini(), opencode()} }

// ClientNamed finds one by the name of --agent.
func ClientNamed(name string) (Client, bool) {
	all := Clients()
	i := slices.IndexFunc(all, func(c Client) bool { return c.Name == name })
	if i < 0 {
		return Client{}, false
	}
	return all[i], true
}

// Write returns the answer at a moment, in the client's shape: one JSON object without blanks
// between its parts.
func (c Client) Write(m Moment, a Answer) ([]byte, error) {
	if a.Verdict == Defer && !c.Defers {
		a.Verdict = Deny
	}
	var said any = struct{}{}
	if a.Verdict != Pass && (m == Before || m == Prompt) {
		said = c.says(m, a)
	}
	line, err := json.Marshal(said)
	if err != nil {
		return nil, fmt.Errorf("writing the answer for %s: %w", c.Name, err)
	}
	return line, nil
}

// Closes reports whether the client refuses the tool after this end of a hook before it, as it
// was measured; an end that was not is taken for one that opens.
func (c Client) Closes(e End) bool { return c.closes(e) }

// Read reads an event. What the gate needs has to be there in its type; all other fields are
// ignored. Names of fields count as they are spelled: a tool's input comes from an agent, which
// could spell a second one in another case.
func (c Client) Read(raw []byte) (Event, error) {
	if len(raw) > MostEvent {
		return Event{}, fmt.Errorf("the event has more than %d MB", MostEvent>>20)
	}
	if !utf8.Valid(raw) {
		return Event{}, errors.New("the event is not UTF-8")
	}
	said, err := object(raw, "the event")
	if err != nil {
		return Event{}, err
	}
	name, err := said.text("hook_event_name", true)
	if err != nil {
		return Event{}, err
	}
	moment := c.Hooks[name]
	if moment == Elsewhen {
		return Event{}, nil
	}
	a, err := c.action(said)
	return Event{moment, a}, err
}

func (c Client) action(said members) (a model.Action, err error) {
	a.Client = c.Name
	for _, f := range []struct {
		to    *string
		name  string
		needs bool
	}{
		{&a.Session, "session_id", false}, {&a.Call, c.call, false}, {&a.Dir, "cwd", true}, {&a.Own, "tool_name", true},
	} {
		if *f.to, err = said.text(f.name, f.needs); err != nil {
			return a, err
		}
	}
	if whole := absolute("", a.Dir); whole != absolute("/", a.Dir) {
		return a, errors.New("cwd is not an absolute path")
	}
	a.Dir = absolute("", a.Dir)
	if a.Tool, err = c.common(a.Own, said); err != nil {
		return a, err
	}
	return a, c.take(&a, said["tool_input"])
}

// take reads the input of the tool.
func (c Client) take(a *model.Action, raw json.RawMessage) error {
	if len(raw) == 0 {
		raw = json.RawMessage("{}")
	}
	whole, err := Canonical(raw)
	if err != nil {
		return fmt.Errorf("tool_input: %w", err)
	}
	a.Input = whole
	input, err := object([]byte(whole), "tool_input")
	if err != nil {
		return err
	}
	switch a.Tool {
	case Shell:
		if a.Line, err = input.text("command", true); err != nil {
			return err
		}
		if err := c.enter(a, input); err != nil {
			return err
		}
		a.Input, err = input.without(c.input.describing)
	case "Write", "Edit", "Read":
		a.Paths, err = c.paths(a.Dir, input)
	}
	return err
}

// enter takes the folder of a call of a shell.
func (c Client) enter(a *model.Action, input members) error {
	if c.input.folder == "" {
		return nil
	}
	dir, err := input.text(c.input.folder, false)
	if err == nil && dir != "" {
		a.Dir = absolute(a.Dir, dir)
	}
	return err
}

// paths are the files that a tool for files names, at least one.
func (c Client) paths(dir string, input members) ([]string, error) {
	var found []string
	for _, name := range c.input.path {
		file, err := input.text(name, false)
		if err != nil {
			return nil, err
		}
		if file != "" {
			found = append(found, absolute(dir, file))
		}
	}
	for _, name := range c.input.patch {
		patch, err := input.text(name, false)
		if err != nil {
			return nil, err
		}
		for _, file := range patched(patch) {
			found = append(found, absolute(dir, file))
		}
	}
	if len(found) == 0 {
		return nil, errors.New("tool_input names no file")
	}
	return found, nil
}

// members are those of a JSON object, by their exact names.
type members map[string]json.RawMessage

// object reads one object and nothing behind it. Of a name that stands twice, nobody knows which one
// another program takes.
func object(raw []byte, what string) (members, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		return nil, errors.New(what + " is not a JSON object")
	}
	m := members{}
	for d.More() {
		token, err := d.Token()
		name, isName := token.(string)
		var value json.RawMessage
		if err != nil || !isName || d.Decode(&value) != nil {
			return nil, errors.New(what + " is not a JSON object")
		}
		if _, twice := m[name]; twice {
			return nil, fmt.Errorf("%s has %q twice", what, name)
		}
		m[name] = value
	}
	if _, err := d.Token(); err != nil {
		return nil, errors.New(what + " is not a JSON object")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows " + what)
	}
	return m, nil
}

// text returns the text of a member, "" for one that is missing and need not be there. The member "" is always missing.
func (m members) text(name string, needs bool) (string, error) {
	raw, ok := m[name]
	if !ok || name == "" {
		if needs {
			return "", errors.New(name + " is missing")
		}
		return "", nil
	}
	var text *string
	if err := json.Unmarshal(raw, &text); err != nil || text == nil {
		return "", errors.New(name + " is not a text")
	}
	if needs && *text == "" {
		return "", errors.New(name + " is empty")
	}
	return *text, nil
}

// without writes the object without some of its members, its names sorted.
func (m members) without(names []string) (string, error) {
	for _, name := range names {
		delete(m, name)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(m); err != nil {
		return "", err
	}
	return string(bytes.TrimSpace(b.Bytes())), nil
}
