package model_test

import (
	"os"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
)

func TestMain(m *testing.M) {
	p := &model.Phrases
	p.Reason, p.What, p.Why, p.PinDropped = phrase.Reason, phrase.What, phrase.Why, phrase.PinDropped
	p.Nudge, p.Granted, p.Advice, p.WorkRule, p.Recipient = phrase.Nudge, phrase.Granted, phrase.Advice, phrase.WorkRule, phrase.Recipient
	os.Exit(m.Run())
}
