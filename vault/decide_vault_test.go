package vault_test

import "regexp"

// anyID matches the id of every decision made then.
var anyID = regexp.MustCompile(`20260221T110000Z-[0-9a-f]{8}`)

// whoLogged matches who decided, in a day's log; earlier versions did not write it there.
var whoLogged = regexp.MustCompile(`,\s*"operator": "ines"`)
