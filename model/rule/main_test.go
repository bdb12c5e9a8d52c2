package rule_test

import (
	"os"
	"testing"

	"coldstart/model/phrase"
	"coldstart/model/rule"
)

func TestMain(m *testing.M) {
	p := &rule.Phrases
	p.Reason, p.What, p.Why, p.PinDropped = phrase.Reason, phrase.What, phrase.Why, phrase.PinDropped
	p.Granted, p.Advice = phrase.Granted, phrase.Advice
	os.Exit(m.Run())
}
