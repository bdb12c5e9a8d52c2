//go:build !linux && !darwin

package vault

import (
	"errors"
	"os"
)

// exchangeIn is not offered by this system.
func exchangeIn(*os.File, string, string) error { return errors.ErrUnsupported }

// renameNewIn is not offered by this system.
func renameNewIn(*os.File, string, string) error { return errors.ErrUnsupported }
