package disk

import (
	"regexp"
	"time"
)

// eleven is when the decisions of these tests are made.
var eleven = time.Date(2026, 2, 21, 11, 0, 0, 0, time.UTC)

// anyID matches the id of every decision made then.
var anyID = regexp.MustCompile(`20260221T110000Z-[0-9a-f]{8}`)
