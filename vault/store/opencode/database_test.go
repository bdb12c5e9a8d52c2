package opencode

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/testdata/told"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/store"
)

// tables are those of opencode 1.18 as far as they are read, with a column in front that is not.
const tables = `
CREATE TABLE session (id text PRIMARY KEY, project_id text, parent_id text, directory text NOT NULL, title text NOT NULL, version text NOT NULL,
	revert text, time_created integer NOT NULL, time_updated integer NOT NULL, time_archived integer);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id);
CREATE INDEX part_message_id_id_idx ON part (message_id, id);
CREATE INDEX part_session_idx ON part (session_id);
CREATE INDEX session_parent_idx ON session (parent_id);`

// made is a store with a database, as opencode has it open.
type made struct {
	testing.TB
	dir string
	db  *sqlite.Conn
	n   int
}

func newMade(t testing.TB, settings ...string) *made {
	t.Helper()
	m := &made{TB: t, dir: t.TempDir()}
	m.db = must.Get(sqlite.OpenConn(filepath.Join(m.dir, database), sqlite.OpenReadWrite, sqlite.OpenCreate))(t)
	t.Cleanup(func() { m.close() })
	for _, setting := range settings {
		must.Do(t, sqlitex.ExecuteTransient(m.db, setting, nil))
	}
	must.Do(t, sqlitex.ExecuteScript(m.db, tables, nil))
	return m
}

// live is a store whose last rows are in the log.
func live(t testing.TB) *made {
	return newMade(t, "PRAGMA journal_mode=wal", "PRAGMA wal_autocheckpoint=0", "PRAGMA synchronous=0")
}

func (m *made) close() {
	if m.db != nil {
		must.Do(m, m.db.Close())
		m.db = nil
	}
}

func (m *made) put(query string, args ...any) {
	m.Helper()
	must.Do(m, sqlitex.Execute(m.db, query, &sqlitex.ExecOptions{Args: args}))
}

// line is a line of a fixture.
type line struct {
	Session, Parent, Directory, Title, Version, Revert string
	Created, Archived, Helped                          time.Time
	Message                                            string
	At, Last                                           time.Time
	Data                                               json.RawMessage
	Parts                                              []struct {
		At   time.Time
		Data json.RawMessage
	}
}

// fixture puts the lines of a fixture into the tables.
func (m *made) fixture(name string) {
	m.Helper()
	id := ""
	for text := range bytes.Lines(must.Get(os.ReadFile(name))(m)) {
		var l line
		must.Do(m, json.Unmarshal(text, &l))
		switch {
		case l.Session != "":
			id = l.Session
			revert := ""
			if l.Revert != "" {
				revert = fmt.Sprintf(`{"messageID":%q,"diff":"+1"}`, id+l.Revert)
			}
			m.put("INSERT INTO session VALUES (?,'p',nullif(?,''),?,?,?,nullif(?,''),?,?,nullif(?,0))", id, l.Parent, l.Directory, l.Title, l.Version, revert, l.Created.UnixMilli(), l.Created.UnixMilli(), max(0, l.Archived.UnixMilli()))
			if !l.Helped.IsZero() {
				m.put("INSERT INTO session VALUES (?,'p',?,'/srv/shop','sub','1',NULL,1,?,NULL)", id+"sub", id, l.Helped.UnixMilli())
			}
		case l.Message != "":
			own := id + l.Message
			m.put("INSERT INTO message VALUES (?,?,?,?,?)", own, id, l.At.UnixMilli(), l.Last.UnixMilli(), string(l.Data))
			for i, p := range l.Parts {
				m.put("INSERT INTO part VALUES (?,?,?,?,?,?)", fmt.Sprintf("%s-%03d", own, i), own, id, p.At.UnixMilli(), p.At.UnixMilli(), string(p.Data))
			}
		}
	}
}

// home opens the store, for a load with a cache that is later than all files are old.
func (m *made) home(cache *source.Cache) *store.Home {
	root := must.Get(disk.OpenFolder(m.dir))(m)
	m.Cleanup(func() { root.Close() })
	return store.Open(&source.Reading{Vault: &places.Vault{Opts: places.Options{Zone: time.UTC}}, Cache: cache, Began: time.Now().Add(time.Hour)}, disk.Disk{Root: root}, m.dir, "~/o")
}

// folder is all that can be seen of the store's files from outside.
func (m *made) folder() (all []string) {
	for _, e := range must.Get(os.ReadDir(m.dir))(m) {
		info := must.Get(e.Info())(m)
		b := must.Get(os.ReadFile(filepath.Join(m.dir, e.Name())))(m)
		all = append(all, fmt.Sprint(e.Name(), " ", info.Mode(), info.ModTime().UnixNano(), " ", model.FingerprintOf(b)))
	}
	return all
}

// What the rows of a session say is what its lines say, wherever they are: in the log of a program that runs or was
// killed, or in the database alone. Nothing is written into the folder, and no file comes into it.
func TestRowsAreRead(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(m *made){
		"open in a program": func(*made) {},
		"left by a kill": func(m *made) {
			files := m.left()
			m.close()
			m.leave(files)
		},
		"closed": func(m *made) { m.close() },
		"closed with an empty log": func(m *made) {
			m.close()
			must.Do(m, os.WriteFile(filepath.Join(m.dir, log), nil, 0o644))
		},
		"closed with a broken log": func(m *made) {
			m.close()
			m.leave([3][]byte{nil, bytes.Repeat([]byte("x"), 4096), make([]byte, 32<<10)})
		},
		"closed, with an index": func(m *made) {
			m.close()
			must.Do(m, os.WriteFile(filepath.Join(m.dir, index), make([]byte, 100), 0o644))
		},
	} {
		m := live(t)
		want := map[string]model.Transcript{}
		for _, file := range told.Fixtures(t, fixtures) {
			m.fixture(file)
			b := must.Get(os.ReadFile(file))(t)
			if s, ok := Store.Tell("", told.Whole(b), time.UTC); ok {
				want[s.ID] = s
			}
		}
		leave(m)
		if m.db != nil {
			inAnotherProgram(m, len(want))
		}
		before := m.folder()
		h := m.home(nil)
		found, left := Store.Sessions(h, []string{"/srv"}, 500)
		if len(h.Problems()) > 0 || left > 0 {
			t.Fatalf("%s: %v, %d left", name, h.Problems(), left)
		}
		if after := m.folder(); m.db == nil && !reflect.DeepEqual(before, after) {
			t.Errorf("%s: the folder was\n%s\nand is\n%s", name, strings.Join(before, "\n"), strings.Join(after, "\n"))
		}
		for _, s := range found {
			w := want[s.ID]
			delete(want, s.ID)
			w.Tool, w.Path, w.Size, w.Changed, w.Seen, w.Process = tool, "~/o/"+nameOf(s.ID), s.Size, s.Changed, s.Seen, s.Process
			// A line of noise is no row.
			w.Unknown = s.Unknown
			if !reflect.DeepEqual(s, w) {
				t.Errorf("%s: got\n%+v\nwant\n%+v", name, s, w)
			}
			events, _, err := Store.Course(h, nameOf(s.ID), 1<<20)
			if err != nil || len(events) == 0 || events[len(events)-1].Gap > 0 {
				t.Errorf("%s, %s: %v, %v", name, s.ID, events, err)
			}
		}
		if len(want) > 0 {
			t.Errorf("%s: not found: %v", name, want)
		}
		if other, _ := Store.Sessions(m.home(nil), []string{"/other"}, 500); len(other) > 0 {
			t.Errorf("%s: sessions of another folder: %v", name, other)
		}
	}
}

// readIn names the folder that another program reads.
const readIn = "COLDSTART_TEST_OPENCODE"

// inAnotherProgram reads a store while this program has it open. In one program the library shares its index.
func inAnotherProgram(m *made, want int) {
	m.Helper()
	before := m.folder()
	cmd := exec.CommandContext(m.Context(), os.Args[0], "-test.run=^TestReadInAnotherProgram$", "-test.v")
	cmd.Env = append(os.Environ(), readIn+"="+m.dir)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), fmt.Sprintf("%d sessions\n", want)) {
		m.Errorf("another program reads: %v\n%s", err, out)
	}
	if after := m.folder(); !reflect.DeepEqual(before, after) {
		m.Errorf("another program read; the folder was\n%s\nand is\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
	}
}

func TestReadInAnotherProgram(t *testing.T) {
	dir := os.Getenv(readIn)
	if dir == "" {
		t.Skip("only as another program")
	}
	found, _ := Store.Sessions((&made{TB: t, dir: dir}).home(nil), nil, 500)
	fmt.Printf("%d sessions\n", len(found))
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// A process of opencode in a folder may be that of the session that wrote last there, and none for the others; one
// with an id in its arguments is of that session. Nobody can tell without one.
func TestRunning(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has /proc as it is read here")
	}
	m := live(t)
	folder, program := must.Get(filepath.EvalSymlinks(t.TempDir()))(t), filepath.Join(t.TempDir(), tool)
	must.Do(t, os.Symlink(must.Get(os.Executable())(t), program))
	for _, args := range [][]string{nil, {"session", "-s", "ses_named"}} {
		cmd := exec.CommandContext(t.Context(), program, append([]string{"-test.run=^TestReadInAnotherProgram$"}, args...)...)
		cmd.Dir, cmd.Env = folder, append(os.Environ(), readIn+"="+m.dir)
		in, out := must.Get(cmd.StdinPipe())(t), must.Get(cmd.StdoutPipe())(t)
		must.Do(t, cmd.Start())
		t.Cleanup(func() {
			in.Close()
			_ = cmd.Wait()
		})
		must.Get(out.Read(make([]byte, 1)))(t)
	}
	at := func(id, dir string, ending model.Ending) model.Transcript {
		return model.Transcript{ID: id, Path: id, Dir: dir, Ending: ending, Sure: model.BasisGuessed}
	}
	all := Store.Running(m.home(nil), []model.Transcript{
		at("ses_newest", folder, model.EndingYourTurn), at("ses_older", folder, model.EndingInTool),
		at("ses_named", "/elsewhere", model.EndingInTool), at("ses_away", "/away", model.EndingInTool),
	})
	got := map[string]string{}
	for id, p := range all {
		got[id] = fmt.Sprintf("%v %v %v %s", p.PID > 0, p.Alive, p.Guessed, p.Status)
	}
	if want := map[string]string{"ses_newest": "true true true idle", "ses_named": "true true true "}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A database that cannot be read without a new file beside it, or not at all, is left alone with a reason.
func TestWhyTheDatabaseIsNotRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		make func(m *made)
		want string
	}{
		"no index": {func(m *made) {
			b := must.Get(os.ReadFile(filepath.Join(m.dir, log)))(m)
			m.close()
			must.Do(m, os.WriteFile(filepath.Join(m.dir, log), b, 0o644))
		}, "opencode.db-shm is missing, and only opencode may create it"},
		"other tables": {func(m *made) {
			m.put("ALTER TABLE part RENAME TO piece")
			m.close()
		}, "its tables are not those of opencode 1.18"},
		"no database": {func(m *made) {
			m.close()
			must.Do(m, os.WriteFile(filepath.Join(m.dir, database), bytes.Repeat([]byte("text\n"), 4096), 0o644))
		}, "file is not a database"},
		"a link": {func(m *made) {
			m.close()
			must.Do(m, os.Rename(filepath.Join(m.dir, database), filepath.Join(m.dir, "other.db")))
			must.Do(m, os.Symlink("other.db", filepath.Join(m.dir, database)))
		}, "opencode.db is not a regular file"},
	} {
		m := live(t)
		m.fixture("testdata/your-turn.jsonl")
		c.make(m)
		before, h := m.folder(), m.home(nil)
		found, _ := Store.Sessions(h, nil, 500)
		if p := h.Problems(); len(found) > 0 || len(p) != 1 || !strings.Contains(p[0].Reason, c.want) || p[0].Hint == "" {
			t.Errorf("%s: %d sessions, problems %v, want %q", name, len(found), p, c.want)
		}
		if after := m.folder(); !reflect.DeepEqual(before, after) {
			t.Errorf("%s: the folder was\n%v\nand is\n%v", name, before, after)
		}
	}
}

// A query without an end is ended.
func TestReadingIsEnded(t *testing.T) {
	t.Parallel()
	m := live(t)
	m.put("DROP TABLE session")
	m.put("CREATE VIEW session AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i AS id, '' AS parent_id, '' AS directory, '' AS title, '' AS version, NULL AS revert, i AS time_created, i AS time_updated, 0 AS time_archived FROM n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := withDatabase(ctx, m.home(nil), func(db *reader) error {
		_, err := db.sessions()
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "takes longer than") {
		t.Errorf("got %v", err)
	}
}

// Of a long session the end is read, with the prompt to which it belongs; of a large part what is shown.
func TestLongSessions(t *testing.T) {
	t.Parallel()
	m := live(t)
	m.put("INSERT INTO session VALUES ('ses_1','p',NULL,'/srv/shop','Long','1',NULL,1,1,NULL)")
	message := func(id, role string, data string, parts ...string) {
		m.n++
		m.put("INSERT INTO message VALUES (?,'ses_1',?,?,?)", id, m.n, m.n, `{"role":"`+role+`"`+data+`}`)
		for i, p := range parts {
			m.put("INSERT INTO part VALUES (?,?,'ses_1',?,?,?)", fmt.Sprintf("%s%03d", id, i), id, m.n, m.n, p)
		}
	}
	const key = "ghp_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX"
	huge := strings.Repeat("words ", 1<<16)
	message("msg_0", "user", "", `{"type":"text","text":"Before."}`)
	message("msg_1", "user", `,"summary":{"diffs":["`+huge+`"]}`, `{"type":"text","text":"Print all."}`)
	for i := range 2000 {
		message(fmt.Sprintf("msg_2%04d", i), "assistant", `,"parentID":"msg_1","finish":"tool-calls"`,
			fmt.Sprintf(`{"type":"tool","tool":"read","callID":"c%d","state":{"status":"completed","input":{"filePath":"/srv/shop/a"},"output":"x"}}`, i))
	}
	message("msg_3", "assistant", `,"parentID":"msg_1","finish":"stop"`,
		`{"type":"tool","tool":"bash","callID":"d","state":{"status":"completed","input":{"command":"make"},"output":"`+huge+`\nall done\n","metadata":{"output":"`+huge+`","exit":0}}}`,
		`{"type":"tool","tool":"bash","callID":"e","state":{"status":"completed","input":{"command":"cat"},"output":"`+huge+key+strings.Repeat("x", 1990)+`","metadata":{"exit":0}}}`,
		`{"type":"tool","tool":"write","callID":"f","state":{"status":"completed","input":{"filePath":"/srv/shop/big.txt","content":"`+huge+`"},"output":"ok"}}`,
		`{"type":"text","text":"Printed. `+strings.Repeat("y", 4060)+" "+key+huge+`"}`,
		`{"type":"text","text":"`+strings.Repeat("z", 4<<20)+`"}`)
	h := m.home(nil)
	found, _ := Store.Sessions(h, []string{"/srv/shop"}, 500)
	if len(found) != 1 || len(h.Problems()) > 0 {
		t.Fatalf("%d sessions, %v", len(found), h.Problems())
	}
	s := found[0]
	if s.Ending != model.EndingYourTurn || s.Prompt != "Print all." || !strings.HasPrefix(s.Said, "Printed.") || !s.Partial || s.Size > 4*listedTail || !slices.Equal(s.Touched, []string{"big.txt"}) || s.Unknown != 1 {
		t.Errorf("got %+v", s)
	}
	events, ends, err := Store.Course(h, nameOf("ses_1"), 128<<10)
	if err != nil || len(ends.Tail) < 128<<10 || len(ends.Tail) > 256<<10 || ends.Gap < 1000 {
		t.Errorf("%d bytes, a gap of %d, %v", len(ends.Tail), ends.Gap, err)
	}
	all := fmt.Sprint(events, s)
	if n := len(events); events[n-4].Came != "all done" || events[0].Gap == 0 {
		t.Errorf("first %+v, last %+v", events[0], events[n-4:])
	}
	for n := 8; n < len(key); n++ {
		if strings.Contains(all, key[:n]) || strings.Contains(all, key[n:]) {
			t.Fatalf("a part of a key is shown: %s", key[:n])
		}
	}
}

// Only the newest sessions are read, and the others counted; an unchanged database is not read again.
func TestTheNewestAreKept(t *testing.T) {
	t.Parallel()
	m := live(t)
	for i := range mostSessions + 7 {
		id := fmt.Sprintf("ses_%03d", i)
		m.put("INSERT INTO session VALUES (?,'p',NULL,'/srv/shop',?,'1',NULL,1,?,NULL)", id, id, 1000+i)
		m.put("INSERT INTO message VALUES (?,?,1,?,'{\"role\":\"user\"}')", id, id, 1000+i)
		m.put("INSERT INTO part VALUES (?,?,?,1,1,'{\"type\":\"text\",\"text\":\"Go on.\"}')", id, id, id)
	}
	cache := &source.Cache{}
	found, left := Store.Sessions(m.home(cache), nil, 500)
	if len(found) != mostSessions || left != 7 || found[0].ID != "ses_056" {
		t.Fatalf("%d sessions, %d left, first %s", len(found), left, found[0].ID)
	}
	cache.Finish()
	h := m.home(cache)
	again, left := Store.Sessions(h, nil, 500)
	if !reflect.DeepEqual(again, found) || left != 7 {
		t.Errorf("then %d sessions, %d left", len(again), left)
	}
	cache.Finish()
	m.put("UPDATE session SET time_updated=5000, title='Newer' WHERE id='ses_010'")
	if newer, _ := Store.Sessions(m.home(cache), nil, 500); newer[0].Title != "Newer" && !slices.ContainsFunc(newer, func(s model.Transcript) bool { return s.Title == "Newer" }) {
		t.Errorf("a change is not seen: %+v", newer[0])
	}
	cache.Finish()
	// While nobody else may read, what was read before stands, and the first time a reason.
	m.put("PRAGMA locking_mode=exclusive")
	m.put("UPDATE session SET title='Newest' WHERE id='ses_010'")
	h = m.home(cache)
	if locked, _ := Store.Sessions(h, nil, 500); len(locked) != mostSessions || len(h.Problems()) > 0 {
		t.Errorf("while it is locked: %d sessions, %v", len(locked), h.Problems())
	}
	h = m.home(nil)
	if locked, _ := Store.Sessions(h, nil, 500); len(locked) > 0 || len(h.Problems()) != 1 || !strings.Contains(h.Problems()[0].Reason, errLocked.Error()) {
		t.Errorf("first while it is locked: %d sessions, %v", len(locked), h.Problems())
	}
}

// left are the files of a store as a killed program leaves them.
func (m *made) left() (files [3][]byte) {
	for i, name := range [...]string{database, log, index} {
		files[i] = must.Get(os.ReadFile(filepath.Join(m.dir, name)))(m)
	}
	return files
}

// leave writes such files; a part without bytes is missing.
func (m *made) leave(files [3][]byte) {
	for i, name := range [...]string{database, log, index} {
		if len(files[i]) > 0 {
			must.Do(m, os.WriteFile(filepath.Join(m.dir, name), files[i], 0o644))
		}
	}
}

// Any bytes for a database and its log are read without a panic and in time, and leave the folder as it is.
func FuzzDatabase(f *testing.F) {
	m := newMade(f, "PRAGMA page_size=512", "PRAGMA journal_mode=wal", "PRAGMA wal_autocheckpoint=0", "PRAGMA synchronous=0")
	m.fixture("testdata/your-turn.jsonl")
	open := m.left()
	m.fixture("testdata/question.jsonl")
	m.close()
	whole := must.Get(os.ReadFile(filepath.Join(m.dir, database)))(f)
	f.Add(open[0], open[1], open[2])
	f.Add(whole, []byte{}, []byte{})
	f.Add(whole[:len(whole)/2], []byte{}, []byte{})
	f.Add([]byte("SQLite format 3\x00"), open[1], []byte{0})
	f.Fuzz(func(t *testing.T, db, log, index []byte) {
		if len(db)+len(log)+len(index) > 256<<10 {
			return
		}
		m := &made{TB: t, dir: t.TempDir()}
		m.leave([3][]byte{db, log, index})
		before, h := m.folder(), m.home(nil)
		found, _ := Store.Sessions(h, nil, 500)
		for _, s := range found {
			_, _, _ = Store.Course(h, nameOf(s.ID), 1<<20)
		}
		if after := m.folder(); !reflect.DeepEqual(before, after) {
			t.Errorf("the folder was\n%v\nand is\n%v", before, after)
		}
	})
}
