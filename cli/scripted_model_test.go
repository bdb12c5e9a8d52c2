package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
)

// scriptedModel answers a client as its model does: with one call of a tool, then with a text.
func scriptedModel(client, tool string, input object) http.Handler {
	var given atomic.Int32
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Tools []any `json:"tools"`
		}
		b, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(b, &body)
		// Without tools it is asked for a title.
		calls := len(body.Tools) > 0 && given.Add(1) == 1
		switch path := r.URL.Path; {
		case strings.Contains(path, "countTokens"):
			fmt.Fprint(w, `{"totalTokens":5}`)
		case client == "codex" && strings.HasSuffix(path, "/responses"):
			responses(w, calls, tool, input)
		case client == "gemini" && strings.Contains(path, "enerateContent"):
			contents(w, strings.Contains(path, "stream"), calls, tool, input)
		case strings.HasPrefix(path, "/v1/messages"):
			messages(w, calls, tool, input)
		default:
			http.Error(w, "{}", http.StatusNotFound)
		}
	})
}

// messages answers Claude Code and opencode.
func messages(w http.ResponseWriter, calls bool, tool string, input object) {
	block, delta, stop := object{"type": "text", "text": ""}, object{"type": "text_delta", "text": "Done."}, "end_turn"
	if calls {
		text, _ := json.Marshal(input)
		block = object{"type": "tool_use", "id": "toolu_1", "name": tool, "input": object{}}
		delta, stop = object{"type": "input_json_delta", "partial_json": string(text)}, "tool_use"
	}
	events(w, []object{
		{"type": "message_start", "message": object{
			"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted", "content": []any{},
			"usage": object{"input_tokens": 1, "output_tokens": 1},
		}},
		{"type": "content_block_start", "index": 0, "content_block": block},
		{"type": "content_block_delta", "index": 0, "delta": delta},
		{"type": "content_block_stop", "index": 0},
		{"type": "message_delta", "delta": object{"stop_reason": stop}, "usage": object{"output_tokens": 1}},
		{"type": "message_stop"},
	})
}

// responses answers Codex.
func responses(w http.ResponseWriter, calls bool, tool string, input object) {
	item := object{"type": "message", "role": "assistant", "id": "m1", "content": []any{object{"type": "output_text", "text": "Done."}}}
	if calls {
		text, _ := json.Marshal(input)
		item = object{"type": "function_call", "name": tool, "arguments": string(text), "call_id": "call_1"}
		// A tool of a server is named by two fields.
		if at := strings.LastIndex(tool, "__"); at > 0 {
			item["namespace"], item["name"] = tool[:at], tool[at+len("__"):]
		}
	}
	events(w, []object{
		{"type": "response.created", "response": object{"id": "resp_1"}},
		{"type": "response.output_item.done", "output_index": 0, "item": item},
		{"type": "response.completed", "response": object{
			"id": "resp_1", "output": []any{item},
			"usage": object{"input_tokens": 1, "input_tokens_details": nil, "output_tokens": 1, "output_tokens_details": nil, "total_tokens": 2},
		}},
	})
}

// contents answers Gemini CLI.
func contents(w http.ResponseWriter, streamed, calls bool, tool string, input object) {
	part := object{"text": "Done."}
	if calls {
		part = object{"functionCall": object{"name": tool, "args": input}}
	}
	text, _ := json.Marshal(object{
		"candidates":    []any{object{"content": object{"role": "model", "parts": []any{part}}, "finishReason": "STOP", "index": 0}},
		"usageMetadata": object{"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
	})
	if streamed {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: %s\n\n", text)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text)
}

func events(w http.ResponseWriter, all []object) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, event := range all {
		text, _ := json.Marshal(event)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event["type"], text)
	}
}
