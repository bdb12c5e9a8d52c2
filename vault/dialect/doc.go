// Package dialect reads plans, requests and logs as real vaults write them.
//
// A vault is written by whatever program its owner runs, so no two look alike: a status is a
// key, a bold line, a row of a table or a folder; steps are boxes, numbers, headings or
// emoji. The agents' own schema is the strict one of these notations (own.go), and the only
// one read with a YAML library: a third of the requests in real vaults are not valid YAML.
//
// Every value says how it is known (model.Basis). Nothing is hidden: a file that fits no
// rule is KindUnknown with a reason.
//
// The rules are in tables beside the code that reads them. A new dialect is one row in one
// of them and one fixture below testdata:
//
//	folderNames       place.go       what a folder is for
//	readmes           kind.go        names that are no work
//	templates         kind.go        names that are no work
//	planNames         kind.go        names of plans
//	planTypes         kind.go        declared types of plans
//	documentWords     kind.go        words that make a file among plans a document
//	spellings         field.go       keys and labels of every value, strict and loose
//	fieldRules        field_rule.go  the places of every value, best first
//	headSections      page.go        sections about the file itself
//	ownSections       own.go         headings of the agents' own plans
//	statusRules       status.go      status words
//	titlePrefixes     title.go       words in front of a title
//	genericTitles     title.go       titles that say nothing
//	mediumWords       title.go       words of titles that only name the kind of file
//	greetings         title.go       beginnings of letters
//	formPhrases       title.go       lines that stand in every request
//	sectionRules      page.go        sections for steps, for a log, and to leave out
//	messageSections   pasted.go      sections with a mail or a post
//	mailMarks         pasted.go      lines above a quoted mail
//	groupWords        page.go        headings that group steps
//	stepMarks         step.go        signs in a box and without one
//	stepSources       step_source.go where steps stand, surest first
//	stepColumns       step_source.go columns of a table of steps
//	needRules         need.go        phrases that ask for an approval
//	decisionRules     request.go     words of a decision
//	currencies        words.go       what stands beside an amount
//	expiryPhrases     request.go     how a body says that a request lapses
//	entryKeys         log.go         keys of log entries
//
// Reading never panics, and takes time linear in the size of the file.
package dialect
