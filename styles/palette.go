package styles

// hue is one colour: as #rrggbb, which is brought down to 256 colours where
// need be, and as the SGR parameters for a terminal of 16 colours. Those are
// chosen by hand, because the nearest match would often be unreadable (bright
// black is the background itself in one widespread scheme). Empty is the
// terminal's own colour.
type hue struct {
	full, basic string
}

// shade is a colour for dark and for light backgrounds.
type shade struct {
	dark, light hue
}

// The palette: one accent hue, amber, red and green for what they mean
// everywhere, two greys, and magenta for escapes alone. The greys are
// neutral: brought down to 256 colours, tinted ones turn to teal and violet.
var (
	accent = shade{dark: hue{"#7CB7E8", "36"}, light: hue{"#17588F", "34"}}
	good   = shade{dark: hue{"#8CC685", "32"}, light: hue{"#2B6A2B", "32"}}
	amber  = shade{dark: hue{"#E3B155", "33"}, light: hue{"#855300", "1"}}
	red    = shade{dark: hue{"#F28B82", "31"}, light: hue{"#AE1F1F", "31"}}
	muted  = shade{dark: hue{"#A8A8A8", "2"}, light: hue{"#585858", "2"}}
	frame  = shade{dark: hue{"#6C6C6C", "2"}, light: hue{"#A8A8A8", "2"}}
	escape = shade{dark: hue{"#E79AE7", "35"}, light: hue{"#8E1F8E", "35"}}
)

// selectedRow is the background of the row under the cursor. With 16 colours
// the row is drawn in reverse.
var selectedRow = shade{dark: hue{"#303030", "7"}, light: hue{"#E4E4E4", "7"}}

// indexed are the colours whose nearest of 256, as the library finds it, would leave
// the text on it illegible.
var indexed = map[string]string{"#E4E4E4": "254"}

// look is how a role is drawn.
type look struct {
	shade     shade
	bold      bool
	italic    bool
	underline bool
}

// looks has one look for each role.
var looks = [roleCount]look{
	RolePlain:     {},
	RoleTitle:     {bold: true},
	RoleMuted:     {shade: muted},
	RoleAccent:    {shade: accent},
	RoleSelected:  {bold: true},
	RoleGood:      {shade: good},
	RoleWarn:      {shade: amber},
	RoleBad:       {shade: red},
	RoleKey:       {shade: accent, bold: true},
	RoleAdded:     {shade: good},
	RoleRemoved:   {shade: red},
	RoleHeading:   {shade: accent, bold: true},
	RoleCode:      {shade: accent},
	RoleEmphasis:  {italic: true},
	RoleFrame:     {shade: frame},
	RoleTab:       {shade: muted},
	RoleTabActive: {shade: accent, bold: true, underline: true},
	RoleMatch:     {shade: accent, bold: true, underline: true},
	RoleEscape:    {shade: escape, underline: true},
}
