package styles

// The palette of high contrast: every text has a contrast of 7 at least (WCAG 2 level
// AAA) on the backgrounds that terminals have. Nothing is grey. The 16 colours of a
// terminal can be anything, so there is none of them: its own colour of text, bold,
// underlined and reversed, is all that is sure to be legible.
var (
	strongAccent = shade{dark: hue{"#A6D8FF", ""}, light: hue{"#003A70", ""}}
	strongGood   = shade{dark: hue{"#A8E6A0", ""}, light: hue{"#0B4A0B", ""}}
	strongAmber  = shade{dark: hue{"#FFD27A", ""}, light: hue{"#5C2E00", ""}}
	strongRed    = shade{dark: hue{"#FFB3AC", ""}, light: hue{"#8A0A0A", ""}}
	strongEscape = shade{dark: hue{"#FFB8FF", ""}, light: hue{"#6E006E", ""}}
)

// reversed draws the row under the cursor in reverse.
var reversed = shade{dark: hue{"", "7"}, light: hue{"", "7"}}

// strongLooks has one look of high contrast for each role.
var strongLooks = [roleCount]look{
	RolePlain:     {},
	RoleTitle:     {bold: true},
	RoleMuted:     {},
	RoleAccent:    {shade: strongAccent},
	RoleSelected:  {bold: true},
	RoleGood:      {shade: strongGood},
	RoleWarn:      {shade: strongAmber},
	RoleBad:       {shade: strongRed, bold: true},
	RoleKey:       {shade: strongAccent, bold: true},
	RoleAdded:     {shade: strongGood},
	RoleRemoved:   {shade: strongRed},
	RoleHeading:   {shade: strongAccent, bold: true},
	RoleCode:      {shade: strongAccent},
	RoleEmphasis:  {italic: true},
	RoleFrame:     {},
	RoleTab:       {},
	RoleTabActive: {shade: strongAccent, bold: true, underline: true},
	RoleEscape:    {shade: strongEscape, underline: true},
}

// look is how a role is drawn with these options.
func (o Options) look(r Role) look {
	if o.Contrast {
		return strongLooks[r]
	}
	return looks[r]
}

// cursorRow is the background of the row under the cursor.
func (o Options) cursorRow() shade {
	if o.Contrast {
		return reversed
	}
	return selectedRow
}
