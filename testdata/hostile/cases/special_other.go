//go:build !linux && !darwin

package cases

import "errors"

// special cannot be done here.
func special(Kind, string) error { return errors.ErrUnsupported }
