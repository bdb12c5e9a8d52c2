package daylog

import (
	"testing"
)

func TestFailedWords(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{
		"failed": true, "Failure": true, "send_failed": true, "sendFailed": true, "ERROR": true, "HTTPError": true, "false": true, "timeout": true,
		"not sent": true, "aborted": true, "unsuccessful": true,
		"success": false, "sent, 0 errors": false, "no error": false, "without failures": false, "done": false, "dry_run": false, "true": false, "falsework posted": false,
	} {
		if got := hasFailed(word); got != want {
			t.Errorf("%q: failed is %t", word, got)
		}
	}
}
