package mcp

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// writer writes whole messages, one at a time.
type writer struct {
	out io.Writer
	// stop ends the connection when nothing can be written any more.
	stop func()

	mu     sync.Mutex
	broken error
}

// write writes one message as a line.
func (w *writer) write(message any) {
	text, err := json.Marshal(message)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken != nil {
		return
	}
	if err == nil {
		_, err = w.out.Write(append(text, '\n'))
	}
	if err != nil {
		w.broken = fmt.Errorf("writing an answer: %w", err)
		w.stop()
	}
}

// failed is why nothing can be written, nil while it can.
func (w *writer) failed() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.broken
}
