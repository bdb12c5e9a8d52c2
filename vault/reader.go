package vault

import (
	"io/fs"
	"time"

	"coldstart/model"
)

// reader turns the files of one kind into parts of a snapshot. Adding a source
// means adding one row here and one read_ file.
type reader struct {
	folders []folder
	endings []string
	read    func(f file, s *model.Snapshot)
}

// file is one file as it was read.
type file struct {
	name string
	b    []byte
	info fs.FileInfo
	zone *time.Location
}

// readers is the table of everything that is read.
var readers = []reader{planReader, requestReader, intakeReader}

var (
	planReader    = reader{[]folder{folderPlans}, []string{".md", ".markdown"}, addPlan}
	requestReader = reader{[]folder{folderPending}, []string{".md", ".markdown"}, addRequest}
	intakeReader  = reader{[]folder{folderNeedsAction, folderInbox}, []string{".md", ".markdown", ".txt"}, addIntake}
)

func addPlan(f file, s *model.Snapshot) {
	p, problems := readPlan(f.name, f.b, f.zone)
	if p != nil {
		s.Plans = append(s.Plans, *p)
	}
	s.Problems = append(s.Problems, problems...)
}

func addRequest(f file, s *model.Snapshot) {
	r, problems := readRequest(f.name, f.b, f.zone)
	s.Requests = append(s.Requests, r)
	s.Problems = append(s.Problems, problems...)
}

func addIntake(f file, s *model.Snapshot) {
	s.Intake = append(s.Intake, readIntake(f.name, f.b, f.info.ModTime(), f.zone))
}
