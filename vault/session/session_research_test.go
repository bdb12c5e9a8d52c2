package session_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/session"
	"coldstart/vault/source/journal"
	"coldstart/vault/vaulttest"
)

const ourStamp = "2026-02-21T11:00:00Z"

const (
	stateOfWheels = vaulttest.Wheels + journal.StateFile
	dashboardName = vaulttest.Wheels + session.DashboardFile
)

// stateText is a STATE.md with a count and the rows of its history.
func stateText(sessions string, rows ...string) string {
	return "---\ncurrent_state: PROOF_IN_PROGRESS\nsession_count: " + sessions + "\n---\n\n# Research State\n\n## History\n\n| Timestamp | Event | Details |\n|---|---|---|\n" +
		strings.Join(append(rows, ""), "\n")
}

func resumedRow(number string) string {
	return "| 2026-02-21T11:00:00Z | Session resumed | Session #" + number + " |"
}

func TestStartingASessionResumesTheResearch(t *testing.T) {
	t.Parallel()
	active := strings.Replace(examples.ResearchConfig("wheels"), "2026-02-01T10:00:00Z", ourStamp, 1)
	for _, tt := range []struct {
		name   string
		files  vaulttest.Files
		number string
		// want are the files that change, notices parts of what is said.
		want    vaulttest.Files
		notices []string
	}{
		{name: "all is there", files: vaulttest.Files{stateOfWheels: stateText("9")}, number: "10", want: vaulttest.Files{stateOfWheels: stateText("10", resumedRow("10")), vaulttest.ConfigName: active}},
		{
			name: "no state", files: vaulttest.Files{}, number: "1", want: vaulttest.Files{vaulttest.ConfigName: active},
			notices: []string{stateOfWheels + " is missing, so the sessions of wheels cannot be counted"},
		},
		{
			name: "a state that cannot be edited", files: vaulttest.Files{stateOfWheels: strings.Replace(stateText("9"), "PROOF_IN_PROGRESS", "[", 1)}, number: "1", want: vaulttest.Files{vaulttest.ConfigName: active},
			notices: []string{"the session's number was not written: " + stateOfWheels + ": cannot be edited safely: line 2: "},
		},
		{
			name: "an old dashboard", files: vaulttest.Files{stateOfWheels: stateText("1"), dashboardName: "---\ngenerated: x\n---\nmine\n"}, number: "2",
			want: vaulttest.Files{stateOfWheels: stateText("2", resumedRow("2")), vaulttest.ConfigName: active},
		},
		{
			name: "a dashboard that was written by hand", files: vaulttest.Files{stateOfWheels: stateText("1"), dashboardName: "mine\n"},
			want:    vaulttest.Files{stateOfWheels: stateText("2", resumedRow("2")), vaulttest.ConfigName: active},
			notices: []string{dashboardName + " was written by hand"},
		},
		{
			name: "a dashboard that is a folder", files: vaulttest.Files{stateOfWheels: stateText("1"), dashboardName + "/": ""},
			want:    vaulttest.Files{stateOfWheels: stateText("2", resumedRow("2")), vaulttest.ConfigName: active},
			notices: []string{"the research dashboard was not written: reading " + dashboardName + ": not a regular file: a folder"},
		},
		{
			name: "a problem that is not listed", files: vaulttest.Files{stateOfWheels: stateText("1"), vaulttest.ConfigName: `{"current_problem": "wheels"}`}, number: "2",
			want:    vaulttest.Files{stateOfWheels: stateText("2", resumedRow("2"))},
			notices: []string{`the problem's last activity was not written: .math/config.json: cannot be edited safely: it does not list "wheels"`},
		},
		{
			name: "a listed problem without a time", files: vaulttest.Files{stateOfWheels: stateText("1"), vaulttest.ConfigName: "{\"current_problem\": \"wheels\", \"problems\": [{\n  \"slug\":\"wheels\",\n  \"state\":\"X\"\n}]}"}, number: "2",
			want: vaulttest.Files{stateOfWheels: stateText("2", resumedRow("2")), vaulttest.ConfigName: "{\"current_problem\": \"wheels\", \"problems\": [{\n  \"slug\":\"wheels\",\n  \"state\":\"X\",\n  \"last_active\":\"" + ourStamp + "\"\n}]}"},
		},
		{
			name: "a listed problem with nothing but its name", files: vaulttest.Files{stateOfWheels: stateText("1"), vaulttest.ConfigName: `{"current_problem": "wheels", "problems": [{ "slug": "wheels" }]}`}, number: "2",
			want: vaulttest.Files{stateOfWheels: stateText("2", resumedRow("2")), vaulttest.ConfigName: `{"current_problem": "wheels", "problems": [{ "slug": "wheels", "last_active": "` + ourStamp + `" }]}`},
		},
		{
			name: "a time that is none", files: vaulttest.Files{stateOfWheels: stateText("1"), vaulttest.ConfigName: `{"current_problem": "wheels", "problems": [{"last_active": null, "slug": "wheels"}]}`}, number: "2",
			want: vaulttest.Files{stateOfWheels: stateText("2", resumedRow("2")), vaulttest.ConfigName: `{"current_problem": "wheels", "problems": [{"last_active": "` + ourStamp + `", "slug": "wheels"}]}`},
		},
		{
			name: "a time given twice", files: vaulttest.Files{stateOfWheels: stateText("1"), vaulttest.ConfigName: `{"current_problem": "wheels", "problems": [{"last_active": "", "slug": "wheels", "last_active": ""}]}`}, number: "2",
			want:    vaulttest.Files{stateOfWheels: stateText("2", resumedRow("2"))},
			notices: []string{"last_active is given twice"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start := vaulttest.Researching("").With(tt.files)
			v := vaulttest.DecidingVault(t, start)
			mark := must.Get(v.StartSession(t.Context(), "7", "Spindle", "", vaulttest.Eleven))(t)
			if len(mark.Notices) != len(tt.notices) {
				t.Errorf("notices %q", mark.Notices)
			}
			for i, want := range tt.notices {
				if !strings.Contains(mark.Notices[min(i, len(mark.Notices)-1)], want) {
					t.Errorf("notices %q, want %q", mark.Notices, want)
				}
			}
			got := vaulttest.TreeOf(t, v.Dir())
			dashboard := got[dashboardName]
			if tt.number != "" && (!strings.Contains(dashboard, "\nsession_number: "+tt.number+"\n") || !strings.Contains(dashboard, "# Research Dashboard: ") || strings.Contains(dashboard, "mine")) {
				t.Errorf("the dashboard is %q", dashboard)
			}
			if strings.Count(got[vaulttest.NewEventLog], "SessionStarted") != 1 {
				t.Errorf("events %q", got[vaulttest.NewEventLog])
			}
			for _, ours := range []string{vaulttest.NewEventLog, vaulttest.DayFile, "Logs/" + session.AuditFile, "Plans/", dashboardName} {
				delete(got, ours)
			}
			delete(start, dashboardName)
			vaulttest.SameFiles(t, "afterwards", got, start.With(tt.want))
		})
	}
}

func TestTheChangesOfAResumedResearch(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.Researching("").With(vaulttest.Files{stateOfWheels: stateText("9"), dashboardName: "---\ngenerated: x\n---\nmine\n"}))
	mark := must.Get(v.StartSession(t.Context(), "7", "Spindle", "", vaulttest.Eleven))(t)
	var got []model.Change
	for _, c := range mark.Changes {
		if strings.HasPrefix(c.Path, vaulttest.ResearchFolder) {
			got = append(got, c)
		}
	}
	if len(got) != 3 || got[0].Path != stateOfWheels || got[1].Path != dashboardName || got[2].Path != vaulttest.ConfigName {
		t.Fatalf("changes %+v", got)
	}
	if !slices.Equal(got[0].Before, []string{"session_count: 9"}) || !slices.Equal(got[0].After, []string{"session_count: 10", resumedRow("10")}) {
		t.Errorf("the state: %+v", got[0])
	}
	if got[1].Kind != model.ChangeEdit || !slices.Equal(got[1].Before, []string{"---", "generated: x", "---", "mine"}) || len(got[1].After) < 20 {
		t.Errorf("the dashboard: %+v", got[1])
	}
	if got[2].Kind != model.ChangeEdit || len(got[2].Before) != 1 || len(got[2].After) != 1 {
		t.Errorf("the configuration: %+v", got[2])
	}
}

func TestWithoutACurrentProblemASessionLeavesTheResearchAlone(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]vaulttest.Files{
		"none is named": {vaulttest.ConfigName: examples.ResearchConfig("")}, "its folder is missing": {vaulttest.ConfigName: examples.ResearchConfig("gears")}, "no JSON": {vaulttest.ConfigName: "{"}, "no configuration": {"-" + vaulttest.ConfigName: ""},
	} {
		start := vaulttest.Researching("").With(change)
		v := vaulttest.DecidingVault(t, start)
		if mark, err := v.StartSession(t.Context(), "7", "Spindle", "", vaulttest.Eleven); err != nil || len(mark.Notices) > 0 {
			t.Errorf("%s: %v, %q", name, err, mark.Notices)
		}
		got := vaulttest.TreeOf(t, v.Dir())
		for file := range got {
			if !strings.HasPrefix(file, vaulttest.ResearchFolder) {
				delete(got, file)
			}
		}
		vaulttest.SameFiles(t, name, got, start)
	}
}

func TestAResearchThatCannotBeWrittenDoesNotKeepASessionFromStarting(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("needs an account that permissions hold for")
	}
	start := vaulttest.Researching("").With(vaulttest.Files{stateOfWheels: stateText("9")})
	v := vaulttest.DecidingVault(t, start)
	for _, dir := range []string{vaulttest.ResearchFolder, vaulttest.Wheels} {
		full := filepath.Join(v.Dir(), dir)
		must.Do(t, os.Chmod(full, 0o555))
		t.Cleanup(func() { _ = os.Chmod(full, 0o755) })
	}
	mark, err := v.StartSession(t.Context(), "7", "Spindle", "", vaulttest.Eleven)
	if err != nil || len(mark.Notices) != 3 {
		t.Errorf("%v, notices %q", err, mark.Notices)
	}
}
