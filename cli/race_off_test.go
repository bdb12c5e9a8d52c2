package cli

import ()

const underRace = false
