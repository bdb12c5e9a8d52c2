package cli

import (
	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
)

// jsonMessage is what the operator says to a session.
type jsonMessage struct {
	Text string   `json:"text"`
	At   jsonTime `json:"at"`
	// Waits is true until a session start hands it over; then Delivered says which one.
	Waits     bool           `json:"waits"`
	Delivered *jsonDelivered `json:"delivered"`
}

type jsonDelivered struct {
	// Session is empty where the start could not be recorded.
	Session string   `json:"session"`
	At      jsonTime `json:"at"`
}

// jsonMessages is the answer of coldstart message.
type jsonMessages struct {
	jsonHead
	// Message is null when there is none.
	Message *jsonMessage `json:"message"`
}

func messagesJSON(s model.Snapshot) jsonMessages {
	return jsonMessages{headJSON(s), messageJSON(s.Message)}
}

func messageJSON(m model.Message) *jsonMessage {
	if m.Text == "" {
		return nil
	}
	j := &jsonMessage{Text: m.Text, At: jsonTime(m.At), Waits: m.Waits()}
	if !m.Waits() {
		j.Delivered = &jsonDelivered{m.Delivered.Session, jsonTime(m.Delivered.At)}
	}
	return j
}

// message says something to the next session. It writes nothing into a vault.
type message struct {
	*call
	show, clear bool
}

func newMessage(c *call) *cobra.Command {
	m := &message{call: c}
	cmd := &cobra.Command{
		Use: "message TEXT | --show | --clear", Example: `coldstart message "Ask Northreach before you send anything"`,
		Short: "Say something to the next session, once",
		Long: `The next coldstart start hands the text over ahead of everything else, whatever its
format, and notes which session got it; the one after that does not have it. There is
one message: another text takes its place. --show prints it, and who got it; --clear
takes it away. It lies in your state folder; the vault knows nothing of it.`,
		Args: atMost(1), RunE: c.running(m.run), ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().BoolVar(&m.show, "show", false, "print the message, and who got it")
	cmd.Flags().BoolVar(&m.clear, "clear", false, "take it away")
	c.jsonFlag(cmd)
	return cmd
}

func (c *message) run() (int, error) {
	if len(c.args) == 0 && !c.show && !c.clear {
		return 0, usage("coldstart message needs a text, --show or --clear", c.usageHint())
	}
	if len(c.args) > 0 && (c.show || c.clear) || c.show && c.clear {
		return 0, usage("a text, --show and --clear exclude each other", c.usageHint())
	}
	text := ""
	if len(c.args) > 0 {
		if text = model.OneLine(c.args[0]); text == "" {
			return 0, usage("the message is empty", "coldstart message --clear takes one away")
		}
		if err := tooLong("the message", text); err != nil {
			return 0, err
		}
	}
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		if c.show {
			return c.showMessage(s)
		}
		before, err := v.KeepMessage(c.ctx, text, s.At)
		if err != nil {
			return 0, err
		}
		s.Message = model.Message{Text: text, At: s.At}
		if c.json {
			return c.showMessage(s)
		}
		c.out.messageKept(before, s.Message)
		return exitDone, nil
	})
}

// messageKept says what became of the message and of the one before it.
func (p *paper) messageKept(before, now model.Message) {
	switch {
	case now.Text != "":
		p.line(words(styles.RolePlain, "waits for the next session: "), p.label(styles.RoleTitle, now.Text))
		if before.Waits() {
			p.line(words(styles.RolePlain, "in place of: "), p.label(styles.RolePlain, before.Text))
		}
	case before.Text == "":
		p.say("there was no message")
	case !before.Waits():
		p.line(words(styles.RolePlain, before.Delivered.Got()+" got it already: "), p.label(styles.RolePlain, before.Text))
	default:
		p.line(words(styles.RolePlain, "taken away: "), p.label(styles.RolePlain, before.Text))
	}
}

func (c *call) showMessage(s model.Snapshot) (int, error) {
	return c.answer(func() any { return messagesJSON(s) }, func() {
		if c.out.message(s); s.Message.Text == "" {
			c.out.list(nil, "There is no message")
		}
	})
}

// message tells the operator of the message that waits, or who got it.
func (p *paper) message(s model.Snapshot) {
	m := s.Message
	if m.Text == "" {
		return
	}
	text, at := p.label(styles.RoleTitle, m.Text), words(styles.RoleMuted, "written "+styles.AgoWords(s.At.Sub(m.At)))
	if m.Waits() {
		p.parts("Message to the next session: ", text, at)
		return
	}
	p.parts(m.Delivered.Got()+" got your message: ", text, words(styles.RoleMuted, model.FormatUTC(m.Delivered.At)))
}

// messageNews is message where it is not asked for: only while it waits, or for a while
// after it was handed over.
func (p *paper) messageNews(s model.Snapshot) {
	if s.Message.Waits() || s.Message.News(s.At) {
		p.message(s)
		p.line()
	}
}

// messageForAgent begins the report of a session start.
func (p *paper) messageForAgent(m model.Message) {
	if m.Text == "" {
		return
	}
	p.parts("Message from the operator to this session: ", p.label(styles.RoleTitle, m.Text), words(styles.RoleMuted, "written "+model.FormatUTC(m.At)))
	p.line()
}

// delivering makes a report that hands the operator's message over. That it cannot be
// noted keeps nobody from the report.
func (c *call) delivering(v *vault.Vault, to model.Delivery, report func(m model.Message, trouble error) error) error {
	told := false
	err := v.Deliver(c.ctx, to, func(m model.Message, trouble error) error {
		err := report(m, trouble)
		told = err == nil
		return err
	})
	if told && err != nil {
		c.hint(err.Error())
		return nil
	}
	return err
}

// messageLines are the message among the parts for an agent.
func messageLines(m model.Message) []string {
	if m.Text == "" {
		return nil
	}
	return []string{m.Text + " (written " + model.FormatUTC(m.At) + ")"}
}
