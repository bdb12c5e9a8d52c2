//go:build !race

package decision

const racing = false
