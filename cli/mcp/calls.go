package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
)

const (
	// mostQueued is how many calls stand in line; with more of them the next line is read later.
	mostQueued = 64
	// mostWaiting is how many calls wait at once.
	mostWaiting = 8
)

// errTakenBack is why a call ends that the client cancelled.
var errTakenBack = errors.New("the client cancelled the call")

// calls are those of one connection that are not answered yet.
type calls struct {
	// until ends when the client leaves, and with it all waiting.
	until context.Context
	leave context.CancelFunc
	queue chan *running
	over  sync.WaitGroup

	guard   sync.Mutex
	open    []*running
	waiting int
	// asked are the questions to the user that are open, told what they were about.
	asked, told map[string]bool
}

// running is one call of a tool.
type running struct {
	id    json.RawMessage
	tool  tool
	given arguments
	to    *answers
	// token is the client's name for the progress of the call, nil where it wants to hear of none.
	token  json.RawMessage
	ctx    context.Context
	cancel context.CancelCauseFunc
	// question is the id of the question to the user, "" for none.
	question string
}

// answers are those to the messages of one line. They go out when all are there.
type answers struct {
	batch bool
	left  int
	list  []any
}

func (c *connection) begin(ctx context.Context) {
	c.until, c.leave = context.WithCancel(ctx)
	c.queue = make(chan *running, mostQueued)
	c.asked, c.told = map[string]bool{}, map[string]bool{}
	c.over.Go(func() {
		for r := range c.queue {
			c.run(r)
		}
	})
}

// end waits for the calls that run, those that wait ending at once.
func (c *connection) end() {
	c.leave()
	close(c.queue)
	c.over.Wait()
}

// call has a tool called, unless what was sent is answered without it.
func (c *connection) call(ctx context.Context, r request, to *answers) {
	one, given, err := c.meant(r)
	if err != nil {
		c.answer(to, answerTo(r, func(request) (any, *failure) { return notCalled(err) }))
		return
	}
	run := &running{id: r.id, tool: one, given: given, to: to, token: meta(r, "progressToken")}
	run.ctx, run.cancel = context.WithCancelCause(ctx)
	if !c.admit(run) {
		run.cancel(nil)
		c.answer(to, reply{"2.0", r.id, toolError("too many calls are waiting; ask with decision, or cancel one")})
		return
	}
	if one.waits {
		c.over.Go(func() { c.run(run) })
		return
	}
	select {
	case c.queue <- run:
	case <-ctx.Done():
	}
}

// admit takes a call among those that run, if there is room for it.
func (c *connection) admit(r *running) bool {
	c.guard.Lock()
	defer c.guard.Unlock()
	if r.tool.waits {
		if c.waiting == mostWaiting {
			return false
		}
		c.waiting++
	}
	c.open = append(c.open, r)
	return true
}

// run calls a tool and answers, unless the client took the call back.
func (c *connection) run(r *running) {
	defer r.cancel(nil)
	if r.ctx.Err() != nil {
		c.close(r)
		c.answer(r.to, nil)
		return
	}
	r.given.until, r.given.tell = c.until, func(what string) { c.tell(r, what) }
	stop := c.progress(r)
	made, err := r.tool.call(r.ctx, c.Tools, r.given)
	stop()
	c.close(r)
	switch {
	case errors.Is(context.Cause(r.ctx), errTakenBack):
		c.answer(r.to, nil)
	case err != nil:
		c.answer(r.to, reply{"2.0", r.id, toolError(err.Error())})
	default:
		c.answer(r.to, reply{"2.0", r.id, c.outcome(r.tool, made)})
	}
}

// close takes a call out of those that run, and its question back.
func (c *connection) close(r *running) {
	c.guard.Lock()
	c.open = slices.DeleteFunc(c.open, func(o *running) bool { return o == r })
	if r.tool.waits {
		c.waiting--
	}
	unanswered := c.asked[r.question]
	delete(c.asked, r.question)
	c.guard.Unlock()
	if unanswered {
		c.write(notice{"2.0", "", "notifications/cancelled", map[string]any{"requestId": r.question, "reason": "nothing waits any more"}})
	}
}

// takeBack ends the calls with an id. They are not answered.
func (c *connection) takeBack(id json.RawMessage) {
	c.guard.Lock()
	defer c.guard.Unlock()
	for _, r := range c.open {
		if sameID(r.id, id) {
			r.cancel(errTakenBack)
		}
	}
}

// answer adds one of a line's answers, nil for a message that gets none.
func (c *connection) answer(to *answers, a any) {
	c.guard.Lock()
	if a != nil {
		to.list = append(to.list, a)
	}
	to.left--
	complete := to.left == 0 && len(to.list) > 0
	c.guard.Unlock()
	switch {
	case !complete:
	case to.batch:
		c.write(to.list)
	default:
		c.write(to.list[0])
	}
}

// meta returns what the client told with a call beside its arguments, nil where it is nothing
// that could be an id.
func meta(r request, name string) json.RawMessage {
	var told map[string]json.RawMessage
	if json.Unmarshal(r.params["_meta"], &told) != nil || len(told[name]) == 0 || !isID(told[name]) {
		return nil
	}
	return told[name]
}

// caller is what the client calls its session. Codex says so with each call, and nowhere else.
func caller(r request) string {
	var id string
	if json.Unmarshal(meta(r, "sessionId"), &id) != nil {
		return ""
	}
	return id
}

// progress tells the client at each beat that a call goes on, until stop was called.
func (c *connection) progress(r *running) (stop func()) {
	if r.token == nil || c.Ticks == nil {
		return func() {}
	}
	beat, end := c.Ticks()
	over := make(chan struct{})
	var told sync.WaitGroup
	told.Go(func() {
		for n := 1; ; n++ {
			select {
			case <-over:
				return
			case <-beat:
				c.write(notice{"2.0", "", "notifications/progress", map[string]any{"progressToken": r.token, "progress": n, "message": r.tool.title}})
			}
		}
	})
	return func() {
		end()
		close(over)
		told.Wait()
	}
}
