package styles

// Role is what a piece of text means on the screen. Colours belong to roles,
// never to text, and no role is told apart by its colour alone.
type Role int

// The roles.
const (
	RolePlain     Role = iota
	RoleTitle          // the name of what is shown
	RoleMuted          // details of less weight
	RoleAccent         // what is going on now
	RoleSelected       // the row under the cursor
	RoleGood           // done, approved, safe
	RoleWarn           // needs attention
	RoleBad            // failed, refused, broken
	RoleKey            // a key cap in a hint
	RoleAdded          // a line that a change adds
	RoleRemoved        // a line that a change removes
	RoleHeading        // a heading inside a text
	RoleCode           // code inside a text
	RoleEmphasis       // words inside a text that are stressed
	RoleFrame          // rules and borders
	RoleTab            // a tab that is not open
	RoleTabActive      // the open tab
	RoleMatch          // letters that a search has found
	RoleEscape         // notation tokens, and nothing else

	roleCount
)
