package load_test

import (
	"path"
	"testing"

	"golang.org/x/sys/unix"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
)

// A decision takes bytes and meaning of its file from one read: no other program can come between two of them. It opens
// the file once less than when it read the bytes anew.
func TestADecisionReadsNoBytesAnew(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file string
		choice     model.Choice
		most       int
	}{
		{"a request", payFile, model.ChoiceApprove, 2},
		{"an approved file that changed", "Approved/pay.md", model.ChoiceAck, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, files{planFile: examples.BlockedPlan, payFile: payRequest, "Approved/": "", "Logs/": ""})
			if tt.choice == model.ChoiceAck {
				mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
				v.Overwrite(t, tt.file, payRequest+"more\n")
			}
			d := wish(t, v, tt.file, tt.choice, "because")
			read := happened(t, v.Where.Dir, unix.IN_OPEN|unix.IN_CLOSE_NOWRITE, unix.IN_CLOSE_NOWRITE)
			must.Get(v.Preview(t.Context(), d))(t)
			opened := 0
			for _, name := range read() {
				if name == path.Base(tt.file) {
					opened++
				}
			}
			if opened > tt.most {
				t.Errorf("%s was opened %d times, want %d at most", tt.file, opened, tt.most)
			}
		})
	}
}
