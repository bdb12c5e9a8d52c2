// Package styles turns text into terminal cells.
//
// It is the only way from untrusted bytes to the screen. [Theme.Show] writes
// every special character in a visible notation that can be read back and
// cannot be imitated, so that nothing a file contains can steer the terminal,
// vanish, or pose as something else:
//
//	⟦ESC⟧  ⟦LF⟧  ⟦TAB⟧               control characters, by their short names
//	⟦U+009B CSI⟧  ⟦U+202E RLO⟧       invisible, blank, bidi and other special
//	⟦U+E000⟧                         code points, named where a name is known
//	⟦\x9B⟧                           a byte that is not valid UTF-8
//	⟦46 × U+0301⟧                    four or more of one of the above in a row
//	⟦240 spaces⟧                     more than eight blanks in a row
//	⟦U+27E6⟧  ⟦U+27E7⟧               the brackets themselves
//
// Where the terminal cannot draw Unicode the notation is pure ASCII:
// <<U+202E RLO>>, <<46 x U+0301>>, and every code point beyond ASCII is
// escaped; a "<" before another "<" is written <<U+003C>>.
//
// The result has the type [Text], which can be made in no other way and is
// therefore always a single line without controls. A [Line] puts a [Role], not
// a colour, on pieces of text; [Theme.Render] turns it into one terminal row.
//
// Widths are upper bounds: wherever terminals disagree about a character, its
// widest plausible width counts, so that a row is never wider than asked.
// Characters of ambiguous East Asian width count one cell, as in every program
// that draws boxes, unless the width library has been told otherwise.
//
// Nothing here reads files, the environment or the clock, and a Theme never
// changes after [New]: all of it may be used from several goroutines.
package styles
