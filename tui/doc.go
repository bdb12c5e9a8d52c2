// Package tui is the screen of coldstart.
//
// There is one Bubble Tea model, App. Its Update is the only place where state
// changes; it routes each message to one method. Whatever takes time or touches
// the disk is a command: a plain function of values that cannot see the App and
// answers with a message. Every view is a pure function from state to lines, and
// lines hold only styles.Text, so no byte of a vault can reach the terminal as a
// control.
//
// The screen knows the disk only as a Store. It never says that something
// happened because it asked for it: after each decision it shows the receipt and
// reads the vault again.
package tui
