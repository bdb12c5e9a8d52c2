package vault

import (
	"testing"
)

// The usual places, as most tests use them.
const (
	researchFolder = usualResearch
	problemsFolder = researchFolder + "/problems"
	configName     = researchFolder + "/config.json"
	newEventLog    = usualNewEventLog
)

var _ = testing.T{}
