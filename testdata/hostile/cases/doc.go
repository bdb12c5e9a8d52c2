// Package cases makes hostile vaults: files as an agent might write them that has
// been told to deceive its operator, to steer the terminal, or to break the reader.
//
// A [Case] says what it is and what is expected of a dashboard that meets it. The
// files of a case are the same each time. Its texts carry canary words before,
// inside and after what is hostile in them, so that a test can tell whether any of
// it was lost on the way to the screen.
//
// All names and addresses are invented. Nothing here is used by the program.
package cases
