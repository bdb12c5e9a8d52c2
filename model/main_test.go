package model_test

import (
	"os"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
)

func TestMain(m *testing.M) {
	p := &model.Phrases
	p.Reason, p.Advice, p.WorkRule, p.Recipient = phrase.Reason, phrase.Advice, phrase.WorkRule, phrase.Recipient
	os.Exit(m.Run())
}
