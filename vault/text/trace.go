package text

import (
	"regexp"
)

var (
	// StepHeading takes "Step 3: name", "[Step 3]: name" and "Step 3 - name".
	StepHeading = regexp.MustCompile(`^(?i)\[?step (\d{1,6})\b\]?\s*[:.—–-]?\s*(.*)$`)
)
