package load

import (
	"time"
)

var loadTime = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
