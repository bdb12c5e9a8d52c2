package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// What follows is the grammar: how programs write a value, and how often. The weights are
// about those of public vaults, and no notation is rarer here than one vault in a hundred.

// state is what a plan's status means.
type state string

const (
	draft   state = "Draft"
	active  state = "Active"
	blocked state = "Blocked"
	done    state = "Done"
	unknown state = "Unknown"
)

// statusWords are the words for a state, without their case.
var statusWords = map[state][]string{
	draft: {
		"pending", "pending", "pending", "draft", "planned", "not started", "pending_execution", "todo", "open", "queued", "new",
		"needs_action", "scheduled",
	},
	active: {
		"active", "active", "in_progress", "in_progress", "in progress", "running", "executing", "processing", "claimed", "working", "partial",
	},
	blocked: {
		"pending_approval", "pending_approval", "ready for approval", "awaiting_approval", "pending_review", "blocked", "on hold",
		"waiting", "paused", "awaiting human review", "waiting for approval", "active (awaiting approval)",
	},
	done: {
		"completed", "completed", "done", "complete", "delivered", "archived", "executed", "sent", "posted", "processed", "resolved",
		"cancelled", "finished",
	},
}

// optionWords are the boxes from which a status is picked.
var optionWords = []struct {
	word string
	is   state
}{{"Not Started", draft}, {"In Progress", active}, {"Blocked", blocked}, {"Complete", done}}

// statusWord writes a state.
func (m *maker) statusWord(s state) string {
	word := pick(m, statusWords[s]...)
	switch m.IntN(8) {
	case 0, 1:
		return titleCase(word)
	case 2:
		return strings.ToUpper(word)
	case 3:
		return map[state]string{draft: "🆕 ", active: "🔄 ", blocked: "⏳ ", done: "✅ "}[s] + titleCase(word)
	}
	return word
}

// plainStatus writes a state without dress.
func (m *maker) plainStatus(s state) string { return pick(m, statusWords[s]...) }

// titleCase gives each word a capital, and a blank for each underscore.
func titleCase(s string) string {
	words := strings.Fields(strings.ReplaceAll(s, "_", " "))
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// clock is a way to write a time. Its layout says how exact that is.
type clock struct {
	name, layout string
	// east is how many hours the writer's zone is ahead.
	east int
}

// dayOrMonth is a layout of which nobody knows the order, unless the day is above 12.
const dayOrMonth = "02/01/2006"

var clocks = odds[clock]{
	{20, clock{"RFC 3339", "2006-01-02T15:04:05Z", 0}},
	{14, clock{"microseconds", "2006-01-02T15:04:05.000000", 0}},
	{10, clock{"seconds", "2006-01-02T15:04:05", 0}},
	{10, clock{"blank", "2006-01-02 15:04:05", 0}},
	{8, clock{"minutes", "2006-01-02 15:04", 0}},
	{12, clock{"day", "2006-01-02", 0}},
	{5, clock{"offset", "2006-01-02T15:04:05-07:00", 5}},
	{3, clock{"offset behind a blank", "2006-01-02 15:04:05 -0700", 2}},
	{5, clock{"UTC behind a T", "2006-01-02T15:04:05 UTC", 0}},
	{4, clock{"UTC", "2006-01-02 15:04 UTC", 0}},
	{3, clock{"weekday", "Mon, 02 Jan 2006", 0}},
	{3, clock{"RFC 2822", "Mon, 2 Jan 2006 15:04:05 -0700", 1}},
	{3, clock{"month in front", "January 2, 2006", 0}},
	{2, clock{"month in front, AM and PM", "January 2, 2006 3:04 PM", 0}},
	{2, clock{"month in front, at", "Jan 2, 2006 at 15:04", 0}},
	{2, clock{"day in front", "2 January 2006", 0}},
	{2, clock{"day in front, time", "02 Jan 2006, 15:04", 0}},
	{2, clock{"AM and PM", "2006-01-02 03:04 PM", 0}},
	{2, clock{"slashes", "2006/01/02 15:04", 0}},
	{2, clock{"digits", "20060102_150405", 0}},
	{2, clock{"day or month first", dayOrMonth, 0}},
}

// write returns a time as text, and what that text says.
func (c clock) write(t time.Time) (text string, says time.Time) {
	zone := time.UTC
	if c.east != 0 {
		zone = time.FixedZone("", c.east*3600)
	}
	text = t.In(zone).Format(c.layout)
	if c.layout == dayOrMonth && t.In(zone).Day() <= 12 && t.In(zone).Day() != int(t.In(zone).Month()) {
		return text, time.Time{}
	}
	// A layout reads what it writes; a test holds that.
	says, _ = time.ParseInLocation(c.layout, text, zone)
	return text, says
}

// spelling is how keys are written.
type spelling string

const (
	snake  spelling = "snake_case"
	camel  spelling = "camelCase"
	kebab  spelling = "kebab-case"
	spaced spelling = "Title Case"
	upper  spelling = "UPPER_CASE"
)

var spellings = odds[spelling]{{80, snake}, {9, camel}, {4, kebab}, {4, spaced}, {3, upper}}

// key writes a key that is given as words.
func (s spelling) key(words string) string {
	switch s {
	case camel:
		return strings.ToLower(words[:1]) + strings.ReplaceAll(titleCase(words), " ", "")[1:]
	case kebab:
		return strings.ReplaceAll(words, " ", "-")
	case spaced:
		return titleCase(words)
	case upper:
		return strings.ToUpper(strings.ReplaceAll(words, " ", "_"))
	}
	return strings.ReplaceAll(words, " ", "_")
}

// metaForm is where a file states its keys.
type metaForm string

const (
	frontMatter metaForm = "front matter"
	lateFront   metaForm = "front matter after the title"
	boldLines   metaForm = "bold lines"
	boldItems   metaForm = "bold list"
	tableRows   metaForm = "table"
	plainLines  metaForm = "plain lines"
	nowhere     metaForm = "nowhere"
)

var planMetas = odds[metaForm]{{21, frontMatter}, {3, lateFront}, {10, boldLines}, {5, boldItems}, {5, tableRows}, {2, plainLines}, {9, nowhere}}

var requestMetas = odds[metaForm]{{30, frontMatter}, {2, lateFront}, {8, boldLines}, {3, boldItems}, {5, tableRows}}

// statusForm is where a plan states its status.
type statusForm string

const (
	statusKey     statusForm = "with the keys"
	statusBold    statusForm = "a bold line"
	statusColon   statusForm = "## Status: x"
	statusBelow   statusForm = "below ## Status"
	statusOptions statusForm = "option boxes"
	statusNone    statusForm = "none"
	statusInline  statusForm = "options in a line"
	statusTwice   statusForm = "equal twice"
	statusTorn    statusForm = "unequal twice"
)

var statusForms = odds[statusForm]{
	{50, statusKey}, {10, statusBold}, {4, statusColon}, {6, statusBelow}, {5, statusOptions}, {1, statusInline}, {20, statusNone}, {2, statusTwice}, {2, statusTorn},
}

// titleForm is how a plan is titled.
type titleForm string

const (
	titlePrefixed titleForm = "H1 with a prefix"
	titleBare     titleForm = "H1"
	titleKey      titleForm = "key title"
	titleGoalKey  titleForm = "key objective"
	titleGeneric  titleForm = "generic H1, objective"
	titleSection  titleForm = "objective without H1"
	titleBold     titleForm = "generic H1, bold objective"
	titleFirst    titleForm = "H1 Objective"
	titleDated    titleForm = "dated H1, summary"
	titleStem     titleForm = "H1 with the name"
	titleNone     titleForm = "name only"
)

var titleForms = odds[titleForm]{
	{30, titlePrefixed}, {14, titleBare}, {6, titleKey}, {3, titleGoalKey}, {14, titleGeneric}, {6, titleSection}, {4, titleBold},
	{5, titleFirst}, {4, titleDated}, {9, titleStem}, {3, titleNone},
}

// titlePrefixes are the words before a title. Those that end in a letter are part of the sentence.
var titlePrefixes = []string{
	"Plan: ", "Plan: ", "Plan: ", "Execution Plan: ", "Action Plan: ", "Action Plan for ", "Plan for ", "PLAN: ", "Task Plan: ",
	"📋 Plan: ", "🎯 Execution Plan: ", "Plan – ", "Project Plan: ", "Multi-Step Plan: ", "Implementation Plan - ",
}

var genericTitles = []string{"Plan", "Action Plan", "Execution Plan", "Task Plan", "📋 Action Plan", "Plan of Action"}

// stepForm is how the steps are written.
type stepForm string

const (
	stepBoxes     stepForm = "boxes"
	stepStars     stepForm = "star boxes"
	stepNumbered  stepForm = "numbered boxes"
	stepDashed    stepForm = "1. - [ ]"
	stepPlain     stepForm = "numbers"
	stepEmoji     stepForm = "numbers with marks"
	stepMarks     stepForm = "dashes with marks"
	stepHeadings  stepForm = "step headings"
	stepPhases    stepForm = "phases with boxes"
	stepBullets   stepForm = "phases with bullets"
	stepTable     stepForm = "table"
	stepRounds    stepForm = "iterations"
	stepFenced    stepForm = "boxes in a fence"
	stepLabelled  stepForm = "boxes below a bold label"
	stepNested    stepForm = "nested boxes"
	stepHeadless  stepForm = "boxes without heading"
	stepSentence  stepForm = "next step sentence"
	stepsNotGiven stepForm = "no steps"
)

// boxed tells whether each step is a list item with a box.
func (f stepForm) boxed() bool {
	return f == stepBoxes || f == stepStars || f == stepNumbered || f == stepPhases
}

var stepForms = odds[stepForm]{
	{36, stepBoxes}, {3, stepStars}, {6, stepNumbered}, {2, stepDashed}, {14, stepPlain}, {5, stepEmoji}, {4, stepMarks}, {5, stepHeadings},
	{8, stepPhases}, {2, stepBullets}, {4, stepTable}, {3, stepRounds}, {2, stepFenced}, {3, stepLabelled}, {4, stepNested}, {3, stepHeadless},
	{3, stepSentence}, {2, stepsNotGiven},
}

var stepHeadingNames = []string{
	"Steps", "Steps", "Action Items", "Next Steps", "Proposed Actions", "Suggested Actions", "Actions", "Action Steps", "Recommended Actions",
	"Execution Steps", "Processing Steps", "Tasks", "Step-by-Step Plan", "Detailed Steps", "Roadmap", "To Do", "Checklist", "Implementation Steps",
}

// asideForm is what else has boxes.
type asideForm string

const (
	asideNone     asideForm = "none"
	asideSection  asideForm = "section"
	asideLabel    asideForm = "bold label"
	asideTools    asideForm = "tools"
	asideBefore   asideForm = "prerequisites before"
	asideChoice   asideForm = "choice"
	asideNumbered asideForm = "numbered analysis before"
)

var asideForms = odds[asideForm]{{60, asideNone}, {14, asideSection}, {6, asideLabel}, {5, asideTools}, {6, asideBefore}, {3, asideChoice}, {5, asideNumbered}}

var asideNames = []string{
	"Success Criteria", "Success Criteria", "Acceptance Criteria", "Output Checklist", "Definition of Done", "Done Condition",
	"Quality Checklist", "Completion Criteria", "Verification", "Success Milestones",
}

// pastedForm is how a source is pasted into a plan.
type pastedForm string

const (
	pastedNone    pastedForm = "none"
	pastedBefore  pastedForm = "before the steps"
	pastedAfter   pastedForm = "after the steps"
	pastedFence   pastedForm = "in a fence"
	pastedQuote   pastedForm = "quoted"
	pastedDetails pastedForm = "Task Details"
)

var pastedForms = odds[pastedForm]{{72, pastedNone}, {6, pastedBefore}, {8, pastedAfter}, {4, pastedFence}, {6, pastedQuote}, {4, pastedDetails}}

var pastedNames = []string{
	"Original Request", "Original Task", "Source Content", "Source File Content", "Source Excerpt", "Original Email", "Original Message", "Raw Content",
}

// needForm is how a plan says that a human is needed, beside its steps.
type needForm string

const (
	needNone     needForm = "none"
	needKeyYes   needForm = "key yes"
	needKeyNo    needForm = "key no"
	needAskYes   needForm = "question yes"
	needAskNo    needForm = "question no"
	needProse    needForm = "prose"
	needProseNo  needForm = "prose no"
	needProseMay needForm = "prose maybe"
)

var needForms = odds[needForm]{{70, needNone}, {8, needKeyYes}, {4, needKeyNo}, {5, needAskYes}, {4, needAskNo}, {5, needProse}, {3, needProseNo}, {3, needProseMay}}

// nameForm is how a plan's file is named.
type nameForm string

const (
	nameUpper   nameForm = "PLAN_slug_time"
	nameTitle   nameForm = "Plan_slug"
	nameLower   nameForm = "plan_time_slug"
	nameDash    nameForm = "plan-slug"
	nameEnd     nameForm = "slug_plan"
	nameDouble  nameForm = "slug.plan"
	nameWords   nameForm = "words plan"
	nameSerial  nameForm = "PLAN-X-001"
	nameNothing nameForm = "slug"
)

var nameForms = odds[nameForm]{
	{18, nameUpper}, {10, nameTitle}, {6, nameLower}, {5, nameDash}, {6, nameEnd}, {3, nameDouble}, {3, nameWords}, {5, nameSerial}, {3, nameNothing},
}

// byteForm is how a text becomes bytes.
type byteForm string

const (
	bytesPlain   byteForm = "plain"
	bytesCRLF    byteForm = "CRLF"
	bytesTwice   byteForm = "CR CR LF"
	bytesMark    byteForm = "byte order mark"
	bytesWide    byteForm = "UTF-16"
	bytesNul     byteForm = "NUL"
	bytesInvalid byteForm = "no UTF-8"
	bytesFiller  byteForm = "filler"
)

var byteForms = odds[byteForm]{
	{80, bytesPlain}, {6, bytesCRLF}, {4, bytesTwice}, {3, bytesMark}, {2, bytesWide}, {2, bytesNul}, {1, bytesInvalid}, {2, bytesFiller},
}

// folderForm is how the folders are named.
type folderForm string

const (
	foldersUsual  folderForm = "Pending_Approval"
	foldersLower  folderForm = "pending_approval"
	foldersDashed folderForm = "Pending-Approval"
	foldersBlank  folderForm = "Pending Approval"
	foldersNumber folderForm = "03_Pending_Approval"
	foldersUpper  folderForm = "30-PENDING-APPROVAL"
	foldersEmoji  folderForm = "📥 Pending Approval"
)

var folderForms = odds[folderForm]{
	{70, foldersUsual}, {10, foldersLower}, {4, foldersDashed}, {4, foldersBlank}, {4, foldersNumber}, {3, foldersUpper}, {3, foldersEmoji},
}

// lifeCycle are the folders in their usual names, in the order in which work goes through them.
var lifeCycle = []string{"Inbox", "Needs_Action", "Plans", "Pending_Approval", "Approved", "Rejected", "In_Progress", "Done", "Logs"}

// folder is how the vault names one of the folders.
func (m *maker) folder(usual string) string {
	number := 10 * slices.Index(lifeCycle, usual)
	switch m.folders {
	case foldersLower:
		return strings.ToLower(usual)
	case foldersDashed:
		return strings.ReplaceAll(usual, "_", "-")
	case foldersBlank:
		return strings.ReplaceAll(usual, "_", " ")
	case foldersNumber:
		return fmt.Sprintf("%02d_%s", number/10, usual)
	case foldersUpper:
		return fmt.Sprintf("%02d-%s", number, strings.ToUpper(strings.ReplaceAll(usual, "_", "-")))
	case foldersEmoji:
		return "📥 " + strings.ReplaceAll(usual, "_", " ")
	}
	return usual
}

// byteForm of a file, with the vault's own most of the time.
func (m *maker) bytes(usual byteForm) byteForm {
	if m.chance(90) {
		return usual
	}
	return draw(m, byteForms)
}

// firm is somebody to write to.
type firm struct{ name, mail string }

var firms = []firm{
	{"Brindle Bikes", "orders@brindle-bikes.example"},
	{"Tallow & Pine", "office@tallow-pine.example"},
	{"Quillon", "ops@quillon.example"},
	{"Harbour Rope Works", "desk@harbour-rope.example"},
	{"Ostrava Glass", "sales@ostrava-glass.example"},
	{"Mirela Bakery", "mirela@mirela-bakery.example"},
	{"Fernhill School", "secretary@fernhill.example"},
	{"Kestrel Cargo", "freight@kestrel-cargo.example"},
	{"Lindqvist Textil", "info@lindqvist.example"},
	{"Sable Press", "print@sable-press.example"},
	{"Nordlicht Optik", "kontakt@nordlicht.example"},
	{"Amberley Seeds", "hello@amberley-seeds.example"},
}

// owner is whose vault it is.
var owner = firm{"Robin Vale", "robin@vale-studio.example"}

var months = []string{"January", "February", "March", "April", "May", "June", "July", "September", "October", "November"}

// deeds are titles. None speaks of plans, approvals or states.
var deeds = []string{
	"Send the MONTH invoice to FIRM",
	"Renew the insurance with FIRM",
	"Answer the complaint of FIRM",
	"Prepare the MONTH newsletter for FIRM",
	"Order packing paper from FIRM",
	"Settle account NUMBER of FIRM",
	"Book the visit to FIRM in MONTH",
	"Translate the leaflet of FIRM",
	"Compare the MONTH prices of FIRM",
	"Move the pages of FIRM to the new host",
	"Refund order NUMBER to FIRM",
	"Collect the MONTH figures from FIRM",
	"Repair the scanner at FIRM",
	"Register FIRM for the MONTH fair",
	"Sort the MONTH receipts from FIRM",
	"Find a driver for delivery NUMBER to FIRM",
	"Rechnung NUMBER an FIRM schicken",
	"Enviar la factura NUMBER a FIRM",
	"Préparer le devis NUMBER pour FIRM",
	"FIRM کو رسید NUMBER بھیجیں",
}

// ordinary are steps that an agent takes alone.
var ordinary = []string{
	"Read the letter", "Collect the figures", "Write a first version", "Look up the address", "File the receipt",
	"Update the price list", "Compare with last month", "Attach the drawing", "Note the result on the dashboard",
	"Tell the driver the date", "Measure the shelf", "Count the boxes in the store", "Look for older letters",
	"Sort the attachments", "Check the spelling", "Convert the sheet to PDF", "Move the letter to the Approved folder",
	"Translate the second page", "Ask the printer for a price", "Enter the hours", "Rename the pictures", "Check the bank details",
	"Unterlagen sortieren", "Llamar al cliente", "Relire la lettre", "رسید کی جانچ کریں",
}

// sure are steps that need a human, one for each way to say so; asking are those that may.
var (
	sure = []string{
		"✋ Send the letter", "🔒 Pay the bill", "Send the letter [REQUIRES APPROVAL]", "Send the letter (requires approval)",
		"Wait for approval of the text", "Get human approval for the sum", "**[NEEDS APPROVAL]** Send the letter",
		"Human review of the text", "HITL: send the letter", "Send the letter - REQUIRES APPROVAL", "Request approval from the owner",
		"Obtain approval before the letter goes out", "Send the letter (needs approval)", "Await human approval",
		"Seek approval for the price", "Submit the text for human review",
	}
	asking = []string{
		"Execute the action or request approval", "Request approval if needed", "Send the letter if approved",
		"Ask for approval when the sum is above 500", "Check if approval is required", "Send it or wait for approval",
		"Request approval where required", "Send the letter, or get approval first", "Get approval unless the sum is small",
		"May require approval: send the letter",
	}
)

// criteria and tools are boxes that are no steps.
var (
	criteria = []string{
		"The customer has an answer", "All sums agree", "Nothing is left in the inbox", "The file opens on a phone", "No page is missing",
		"The date is right", "Both addresses are on it",
	}
	tools = []string{"filesystem", "mail-server", "browser", "calendar", "ledger-api"}
)

// asides are sentences of contexts and notes, in several languages.
var asides = []string{
	"They wrote twice since last week and want to hear from us soon.",
	"The sheet is in the usual place.",
	"Bitte die Zahlen mit dem Vorjahr vergleichen, die Unterlagen liegen bei.",
	"El cliente espera una respuesta antes del viernes.",
	"Le dossier complet se trouve chez le comptable.",
	"براہ کرم تمام رسیدیں ترتیب دیں۔",
	"There were three changes to the price since autumn.",
	"Robin will be away on Thursday.",
}

// stages are names of phases.
var stages = []string{"Preparation", "Research", "Writing", "Delivery", "Wrap-up"}
