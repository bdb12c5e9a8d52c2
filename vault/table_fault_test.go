package vault

import "os"

// faultsVariable switches the tests on that need minutes, and some of them root.
const faultsVariable = "COLDSTART_FAULTS"

func faultsWanted() bool { return os.Getenv(faultsVariable) == "1" }
