//go:build !race

package vault_test

const racing = false
