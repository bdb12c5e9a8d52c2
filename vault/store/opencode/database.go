package opencode

import (
	"bytes"
	"context"
	_ "embed" // the queries
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"coldstart/vault/disk"
	"coldstart/vault/store"
	"coldstart/vault/text"
)

const (
	// mostTime is how long the database is read at once, patience how long for a lock.
	mostTime = 2 * time.Second
	patience = 200 * time.Millisecond
	// mostListed is how many sessions are looked at to find the newest of a repository.
	mostListed = 20_000
	// mostParts is how many parts of a message are read, the last ones.
	mostParts = 200
	// mostMessages is how many messages of a session are read, the last ones.
	mostMessages = 5000
	// mostValue is the largest value of a row that is taken, in bytes.
	mostValue = 32 << 10
	// mostRow is the largest row that the library takes at all.
	mostRow = 64 << 20
)

// reader reads the database.
type reader struct{ *sqlite.Conn }

// withDatabase opens the database as it is for a while. A panic of the library, as a hostile file may cause one, is an
// error.
func withDatabase(ctx context.Context, h *store.Home, do func(db *reader) error) (err error) {
	at, err := address(h)
	if err != nil {
		return err
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("the database cannot be read")
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	db, err := sqlite.OpenConn(at, sqlite.OpenReadOnly, sqlite.OpenURI)
	if err != nil {
		return plain(err)
	}
	defer func() { _ = db.Close() }()
	db.SetBusyTimeout(patience)
	db.SetInterrupt(ctx.Done())
	db.Limit(sqlite.LimitLength, mostRow)
	for _, setting := range []string{"PRAGMA trusted_schema=0", "PRAGMA cell_size_check=1", "PRAGMA query_only=1", "BEGIN"} {
		if err := sqlitex.ExecuteTransient(db, setting, nil); err != nil {
			return plain(err)
		}
	}
	return plain(do(&reader{db}))
}

// errLocked says that opencode is beginning or ending.
var errLocked = errors.New("another program holds its lock")

// plain says what the library says of a fault, without the query.
func plain(err error) error {
	switch code := sqlite.ErrCode(err); {
	case err == nil || errors.Is(err, fs.ErrNotExist):
		return err
	case code == sqlite.ResultError:
		return errors.New("its tables are not those of opencode 1.18")
	case code.ToPrimary() == sqlite.ResultInterrupt:
		return fmt.Errorf("reading it takes longer than %s", mostTime)
	case slices.Contains([]sqlite.ResultCode{sqlite.ResultBusy, sqlite.ResultLocked, sqlite.ResultProtocol, sqlite.ResultReadOnly}, code.ToPrimary()):
		return errLocked
	default:
		return errors.New(code.ToPrimary().Message())
	}
}

// address says how the database is opened so that nothing is written or created beside it. The library would create
// a missing log, and the index of one.
func address(h *store.Home) (string, error) {
	size := map[string]int64{database: -1, log: -1, index: -1}
	for name := range size {
		info, err := os.Lstat(h.File(h.Path(name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return "", disk.FileError("opening", h.Path(name), err)
		case !info.Mode().IsRegular():
			return "", fmt.Errorf("%s is not a regular file", name)
		default:
			size[name] = info.Size()
		}
	}
	query := "mode=ro&readonly_shm=1"
	switch {
	case size[database] < 0:
		return "", fs.ErrNotExist
	case size[log] <= 0 || !isLog(firstOf(h, log)):
		query = "mode=ro&immutable=1"
	case size[index] < 0:
		return "", fmt.Errorf("%s is missing, and only opencode may create it", index)
	}
	at := filepath.ToSlash(h.File(h.Path(database)))
	if at[0] != '/' {
		at = "/" + at
	}
	return "file://" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(at) + "?" + query, nil
}

// firstOf are the first bytes of a file.
func firstOf(h *store.Home, name string) (head [logHead]byte) {
	if f, err := os.Open(h.File(h.Path(name))); err == nil {
		defer f.Close()
		_, _ = io.ReadFull(f, head[:])
	}
	return head
}

// logHead is how long the head of a log is.
const logHead = 32

// isLog reports whether a log has a head, by https://sqlite.org/fileformat2.html#walformat. Without one nothing in it
// counts, and the library would wait ten seconds for a better one.
func isLog(head [logHead]byte) bool {
	big := binary.BigEndian
	magic := big.Uint32(head[:])
	var order binary.ByteOrder = binary.LittleEndian
	if magic&1 == 1 {
		order = big
	}
	var one, two uint32
	for i := 0; i < 24; i += 8 {
		one += order.Uint32(head[i:]) + two
		two += order.Uint32(head[i+4:]) + one
	}
	return magic&^1 == 0x377f0682 && big.Uint32(head[4:]) == 3007000 && one == big.Uint32(head[24:]) && two == big.Uint32(head[28:])
}

// session is the row of a session. The times are in milliseconds, archived 0 for one that is not, and helped is when
// its sub-agents wrote last.
type session struct {
	id, parent, dir, title, version, revert string
	created, updated, archived, helped      int64
}

// columns selects those of a session, bounded.
//
//go:embed session.sql
var columns string

// sessions are the sessions that were written last, the newest first.
func (r *reader) sessions() (all []session, err error) {
	return all, r.each(columns+"ORDER BY time_updated DESC, id LIMIT ?", []any{mostListed}, func(row *sqlite.Stmt) error {
		all = append(all, sessionIn(row))
		return nil
	})
}

// session is the one with an id. It fails with fs.ErrNotExist where there is none.
func (r *reader) session(id string) (s session, err error) {
	err = r.each(columns+"WHERE id = ? AND coalesce(parent_id,'') = ''", []any{id}, func(row *sqlite.Stmt) error {
		s = sessionIn(row)
		return nil
	})
	if err == nil && s.id == "" {
		err = fs.ErrNotExist
	}
	return s, err
}

func sessionIn(row *sqlite.Stmt) session {
	return session{
		id: row.ColumnText(0), parent: row.ColumnText(1), dir: row.ColumnText(2), title: row.ColumnText(3), version: row.ColumnText(4), revert: row.ColumnText(5),
		created: row.ColumnInt64(6), updated: row.ColumnInt64(7), archived: row.ColumnInt64(8), helped: row.ColumnInt64(9),
	}
}

func (r *reader) each(query string, args []any, do func(row *sqlite.Stmt) error) error {
	return sqlitex.Execute(r.Conn, query, &sqlitex.ExecOptions{Args: args, ResultFunc: do})
}

// value selects the data of a message or a part: of one longer than 16 KiB what is shown, nothing of one that is longer than
// 4 MiB or broken. Of an output that is the last whole lines, since half of a key is not known for one. What is cut
// at its end is cut again where it is shown, before a word.
//
//go:embed value.sql
var value string

// errEnough ends a query.
var errEnough = errors.New("enough")

// lines are a session and its last messages as lines, of at most about so many bytes; where some in between were left
// out, also the message to which the first of these replies.
func (r *reader) lines(s session, tail int64) (e disk.Ends, err error) {
	var all [][]byte
	size, last, parent := int64(0), s.updated, ""
	err = r.each("SELECT id, time_created, time_updated, "+value+" FROM message WHERE session_id = ? ORDER BY time_created DESC, id DESC", []any{s.id}, func(row *sqlite.Stmt) error {
		if size >= tail || len(all) >= mostMessages {
			return errEnough
		}
		line, wrote, err := r.message(row)
		all, size, last = append(all, line), size+int64(len(line)), max(last, wrote)
		parent = store.Member(store.Pick(line, "data")[0], "parentID")
		return err
	})
	if more := errors.Is(err, errEnough); more {
		e.Gap, err = 1, nil
		if tail > listedTail {
			err = r.each("SELECT total(octet_length(data)) FROM part WHERE session_id = ?", []any{s.id}, func(row *sqlite.Stmt) error {
				e.Gap = max(1, row.ColumnInt64(0)-size)
				return nil
			})
		}
		if err == nil && parent != "" {
			err = r.each("SELECT id, time_created, time_updated, "+value+" FROM message WHERE id = ? AND session_id = ?", []any{parent, s.id}, func(row *sqlite.Stmt) error {
				line, _, err := r.message(row)
				all = append(all, line)
				return err
			})
		}
	}
	slices.Reverse(all)
	e.First, e.Last = s.line(), bytes.Join(all, nil)
	if e.Head = e.First; e.Gap > 0 {
		e.Tail = e.Last
	} else {
		e.Head = slices.Concat(e.First, e.Last)
	}
	e.Size, e.Changed = int64(len(e.First)+len(e.Last))+e.Gap, time.UnixMilli(last)
	return e, err
}

// line is the first line of a session.
func (s session) line() []byte {
	var b bytes.Buffer
	put := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, `,%q:%s`, key, text.QuoteJSON(value))
		}
	}
	fmt.Fprintf(&b, `{"session":%s`, text.QuoteJSON(s.id))
	put("parent", s.parent)
	put("directory", s.dir)
	put("title", s.title)
	put("version", s.version)
	put("created", stamp(s.created))
	put("archived", stamp(s.archived))
	put("revert", s.revert)
	put("helped", stamp(s.helped))
	b.WriteString("}\n")
	return b.Bytes()
}

// stamp is a time in milliseconds as text, "" for none.
func stamp(ms int64) string {
	if ms <= 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z07:00")
}

// message is the line of a message with its last parts, and when something of it was written last. The limit is no
// parameter: the library would prepare the query anew for each message.
func (r *reader) message(row *sqlite.Stmt) (line []byte, wrote int64, err error) {
	id, at := row.ColumnText(0), row.ColumnInt64(1)
	wrote = max(at, row.ColumnInt64(2))
	data, parts := dataOf(row, 3), [][]byte{}
	err = r.each("SELECT time_created, time_updated, "+value+" FROM part WHERE message_id = ? ORDER BY id DESC LIMIT "+strconv.Itoa(mostParts), []any{id}, func(row *sqlite.Stmt) error {
		wrote = max(wrote, row.ColumnInt64(0), row.ColumnInt64(1))
		parts = append(parts, fmt.Appendf(nil, `{"at":%q,"data":%s}`, stamp(row.ColumnInt64(0)), dataOf(row, 2)))
		return nil
	})
	slices.Reverse(parts)
	line = fmt.Appendf(nil, `{"message":%s,"at":%q,"last":%q,"data":%s,"parts":[%s]}`+"\n",
		text.QuoteJSON(id), stamp(at), stamp(wrote), data, bytes.Join(parts, []byte(",")))
	return line, wrote, err
}

// dataOf is the JSON in a column in one line, null for anything else.
func dataOf(row *sqlite.Stmt, column int) []byte {
	b := make([]byte, min(row.ColumnLen(column), mostValue))
	b = bytes.ReplaceAll(b[:row.ColumnBytes(column, b)], []byte("\n"), []byte(" "))
	if !store.Whole(b) {
		return []byte("null")
	}
	return bytes.TrimSpace(b)
}
