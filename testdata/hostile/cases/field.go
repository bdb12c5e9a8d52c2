package cases

// fieldCases are requests whose front matter two common readers take for two things,
// or that lacks what a decision needs.
func fieldCases() []Case {
	var all []Case
	for _, f := range ambiguous {
		all = append(all, oneRequest(f.name, f.what, f.class, request(f.name, "Pay <1> <2> <3>", f.changed...)))
	}
	for _, f := range missing {
		all = append(all, oneRequest(f.name, f.what, f.class, marked(f.name, f.text)))
	}
	for _, v := range planIDs {
		all = append(all, oneRequest("w25-"+v.name, "plan_id: "+v.what, Block, request("w25", "Pay <1> <2> <3>", "plan_id: "+v.value)))
	}
	for _, v := range stepIDs {
		all = append(all, oneRequest("w26-"+v.name, "step_id: "+v.what, v.class, request("w26", "Pay <1> <2> <3>", "step_id: "+v.value)))
	}
	return all
}

// changedFields is a request whose fields differ from those of an ordinary one.
type changedFields struct {
	name, what string
	class      Class
	changed    []string
}

var ambiguous = []changedFields{
	{"w10-extra-keys", "keys that we do not know", Show, []string{"also_pay: 990 to <4>", "x-instruct: <5>", "on_approve: \"run <6>\""}},
	{"w11-dup-keys", "a key twice, the second time in quotes", Block, []string{"\"target_recipient\": other@elsewhere.example <4>"}},
	{"w11b-dup-exact", "status and recipient twice, letter by letter", Block,
		[]string{"rationale: x\nstatus: approved\ntarget_recipient: other@elsewhere.example"}},
	{"w12-dashes-in-value", "three dashes inside a value, where some readers end", Block,
		[]string{"rationale: \"a --- b <4>\n  --- c\"\namount: 990 --- 10"}},
	{"w13-two-documents", "a second front matter behind the first", Block,
		[]string{"rationale: x\n---\n---\ntarget_recipient: other@elsewhere.example\nstatus: approved"}},
	{"w14-anchors-merge", "anchors and merged keys in what is decided on", Block,
		[]string{"defaults: &d\n  amount: 990\n  target_recipient: other@elsewhere.example\nto: *d\n<<: *d"}},
	{"w15-block-scalar", "values over several lines", Show,
		[]string{"rationale: >-\n  the first <4>\n\n  the last\nnotes: |+\n  kept\n\n\nmore: <5>"}},
	{"w16-odd-keys", "keys that look like others", Block,
		[]string{"'target_recipient ': other@elsewhere.example", "t\u0430rget_recipient: third@elsewhere.example", "Status: approved", "STEP_ID: 4"}},
	{"w30-action-type", "an action that nobody knows, as a list", Ack, []string{"action_type: [email, wire_transfer, \"<4>\"]"}},
	{"w30b-action-line", "an action with a line break", Ack, []string{"action_type: \"email\\napproved: yes <4>\""}},
	{"w37-type-tags", "tags of YAML in what is decided on", Block,
		[]string{"target_recipient: !!binary b3RoZXJAZWxzZXdoZXJlLmV4YW1wbGU=", "amount: !!python/object/apply:os.getcwd []", "note: !include ../secret"}},
	{"w38-bool-fields", "values that turn into truths, times and numbers of base 8 or 60", Ack,
		[]string{"urgent: no", "amount: 12:30", "account: 010", "confirm: on", "due: 2026-03-14", "ratio: 1_0"}},
	{"w40-empty-values", "fields that are empty", Block, []string{"target_recipient: ~", "action_type: \"   \"", "rationale:"}},
	{"w42-comment-in-yaml", "comments among the fields", Show, []string{"# also pay 990 to <4>\namount: 10 # really 990 <5>", "rationale: x # <6>"}},
}

// written is a request that is written out whole.
type written struct {
	name, what string
	class      Class
	text       string
}

const good = "plan_id: 2026-041\nstep_id: 2\naction_type: email\ntarget_recipient: berths@tidewell-harbour.example\n"

var missing = []written{
	{"w18-status-in-body", "no status, but a line of the text that looks like one", Block,
		"---\n" + good + "---\n\n<1>\nstatus: pending\n<2>\n<3>\n"},
	{"w19-already-approved", "says that it is approved", Block, "---\n" + good + "status: approved\n---\n\nPay <1> <2> <3>\n"},
	{"w20-no-frontmatter", "no front matter", Block, "Please pay <1> to the harbour. <2>\n<3>\n"},
	{"w21-open-frontmatter", "a front matter that is never closed", Block, "---\n" + good + "status: pending\n\nPay <1> <2>\n<3>\n"},
	{"w22-other-delims", "fields in TOML", Block, "+++\nplan_id = \"2026-041\"\n+++\n\nPay <1> <2> <3>\n"},
	{"w22b-four-dashes", "four dashes around the fields", Block, "----\n" + good + "----\n\nPay <1> <2> <3>\n"},
	{"w22c-indented", "dashes behind blanks", Block, "  ---\n" + good + "  ---\n\nPay <1> <2> <3>\n"},
	{"w22d-trailing-blank", "a blank behind the dashes", Block, "--- \n" + good + "status: pending\n--- \n\nPay <1> <2> <3>\n"},
	{"w22e-dots", "dots end the fields", Block, "---\n" + good + "status: pending\n...\n\nPay <1> <2> <3>\n"},
}

// value is one way to write a field.
type value struct {
	name, what string
	class      Class
	value      string
}

var planIDs = []value{
	{"climbing", "leads out of the folder", Block, "../../outside/2026-041"},
	{"absolute", "an absolute path", Block, "/etc/hosts"},
	{"drive", "a drive letter", Block, "'C:\\Plans\\2026-041'"},
	{"nul", "a NUL", Block, `"2026-041\0.md"`},
	{"list", "a list", Block, "[2026-041, 2026-042]"},
	{"empty", "empty", Block, `""`},
	{"dots", "two dots", Block, "'..'"},
	{"case", "in other case, with what files have in front", Block, "plan-2026-041"},
	{"suffix", "with the ending of a file", Block, "2026-041.md"},
	{"unknown", "no plan has it", Block, "2026-999"},
	{"slash", "a slash behind it", Block, "2026-041/"},
}

var stepIDs = []value{
	{"float", "4.9", Block, "4.9"},
	{"full-width", "a full-width digit", Block, "\uff14"},
	{"underscore", "1_0", Block, "1_0"},
	{"octal", "010", Block, "010"},
	{"true", "true", Block, "true"},
	{"null", "null", Block, "null"},
	{"list", "a list", Block, "[4]"},
	{"negative", "-1", Block, "-1"},
	{"zero", "0", Block, "0"},
	{"huge", "twenty digits", Block, "99999999999999999999"},
	{"quoted", "a number in quotes", Show, `"4"`},
	{"comment", "a comment behind it", Show, "4 # really 2"},
	{"done", "a step that is done", Block, "1"},
	{"agents", "a step that is not a human's", Block, "3"},
}
