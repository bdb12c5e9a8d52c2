// Package phrase puts what the model knows into words for people: why something is
// refused, why it needs somebody, how a value is known. The screen and the command line
// say the same here. Text of a vault stays in it as it was read; package styles makes it
// safe where it is shown.
package phrase
