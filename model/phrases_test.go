package model

import "time"

// noon is when most tests look.
var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// Phrases makes sentences of what the tests get, so that they read as people read it. TestMain sets it, since the package of
// phrases is above this one.
var Phrases struct {
	Reason    func(Reason) string
	Advice    func(Trace) string
	WorkRule  func(WorkRule) string
	Recipient func(Delivery) string
}
