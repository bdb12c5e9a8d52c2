//go:build !linux

package main

import (
	"os"
	"time"
)

// peak is not known here.
func peak() int64 { return 0 }

// openings are not told here.
func openings(string) (count func() int, err error) { return func() int { return -1 }, nil }

// processorTime and resident are not told here.
func processorTime(int) time.Duration { return 0 }

func resident(int) int64 { return 0 }

func sleep(*os.Process, time.Duration) error { return nil }
