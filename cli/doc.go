// Package cli is coldstart without a screen: commands in, text or JSON out, an exit code at the end.
//
// [Run] is the whole program apart from the process itself. What a run may know
// of the machine stands in an [Env]; nothing below it reads the environment, the
// clock or the terminal. The table in commands.go is the only list of commands:
// dispatch, help, completion and the manual page are made from it.
//
// Results go to standard output and everything else to standard error, as
// "error: …" and "hint: …" lines. Text that a vault, a file name, an argument or
// an error text brings along is written in the notation of package styles, in a
// pipe as well as on a terminal. JSON is pure ASCII. Files are left to package
// vault, also the ones of the demo.
package cli
