package confirm

import (
	"testing"

	"coldstart/model"
	"coldstart/styles"
)

// A key or a password anywhere in what is read before a yes masks it.
func TestWhatIsReadIsMaskedAnywhere(t *testing.T) {
	t.Parallel()
	th := styles.New(styles.Options{NoColor: true}).Masking()
	secret, plain := "password: hunter2hunter2", "pay the tyres"
	asks := func(line, input string) *model.HeldAction {
		return &model.HeldAction{Action: model.Action{Tool: "Bash", Line: line, Input: input}}
	}
	for _, tt := range []struct {
		name    string
		path    string
		text    string
		action  *model.HeldAction
		changes []model.Change
		want    bool
	}{
		{"nothing", plain, plain, asks(plain, plain), []model.Change{{Before: []string{plain}, After: []string{plain}}}, false},
		{"the name", secret, plain, nil, nil, true},
		{"the text", plain, secret, nil, nil, true},
		{"the line of an action", plain, plain, asks(secret, ""), nil, true},
		{"the input of an action", plain, plain, asks("", secret), nil, true},
		{"a line that goes", plain, plain, nil, []model.Change{{Before: []string{plain, secret}}}, true},
		{"a line that comes", plain, plain, nil, []model.Change{{}, {After: []string{plain, secret}}}, true},
	} {
		if got := masks(th, tt.path, []byte(tt.text), tt.action, tt.changes); got != tt.want {
			t.Errorf("a key in %s: masked %v, want %v", tt.name, got, tt.want)
		}
		if masks(styles.New(styles.Options{NoColor: true}), tt.path, []byte(tt.text), tt.action, tt.changes) {
			t.Errorf("a key in %s is masked by a theme that shows it", tt.name)
		}
	}
}
