package draw

import (
	"coldstart/model/view"
	"coldstart/styles"
)

// toneRoles are the roles of tones; plain is none of its own.
var toneRoles = map[view.Tone]styles.Role{
	view.Plain: styles.RolePlain, view.Muted: styles.RoleMuted, view.Strong: styles.RoleEmphasis, view.Accent: styles.RoleAccent,
	view.Good: styles.RoleGood, view.Warn: styles.RoleWarn, view.Bad: styles.RoleBad, view.Head: styles.RoleTitle,
}

// Toned is the role of a tone.
func Toned(t view.Tone) styles.Role { return toneRoles[t] }
