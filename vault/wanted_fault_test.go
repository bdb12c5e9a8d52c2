package vault_test

import "os"

// faultsWanted switches on the tests that need minutes, and some of them root.
func faultsWanted() bool { return os.Getenv("COLDSTART_FAULTS") == "1" }
