package main

// firm is somebody to write to.
type firm struct{ name, mail string }

var firms = []firm{
	{"Brindle Bikes", "orders@brindle-bikes.example"},
	{"Tallow & Pine", "office@tallow-pine.example"},
	{"Quillon", "ops@quillon.example"},
	{"Harbour Rope Works", "desk@harbour-rope.example"},
	{"Ostrava Glass", "sales@ostrava-glass.example"},
	{"Mirela Bakery", "mirela@mirela-bakery.example"},
	{"Fernhill School", "secretary@fernhill.example"},
	{"Kestrel Cargo", "freight@kestrel-cargo.example"},
	{"Lindqvist Textil", "info@lindqvist.example"},
	{"Sable Press", "print@sable-press.example"},
	{"Nordlicht Optik", "kontakt@nordlicht.example"},
	{"Amberley Seeds", "hello@amberley-seeds.example"},
}

// owner is whose vault it is.
var owner = firm{"Robin Vale", "robin@vale-studio.example"}

var months = []string{"January", "February", "March", "April", "May", "June", "July", "September", "October", "November"}

// deeds are titles. None speaks of plans, approvals or states.
var deeds = []string{
	"Send the MONTH invoice to FIRM",
	"Renew the insurance with FIRM",
	"Answer the complaint of FIRM",
	"Prepare the MONTH newsletter for FIRM",
	"Order packing paper from FIRM",
	"Settle account NUMBER of FIRM",
	"Book the visit to FIRM in MONTH",
	"Translate the leaflet of FIRM",
	"Compare the MONTH prices of FIRM",
	"Move the pages of FIRM to the new host",
	"Refund order NUMBER to FIRM",
	"Collect the MONTH figures from FIRM",
	"Repair the scanner at FIRM",
	"Register FIRM for the MONTH fair",
	"Sort the MONTH receipts from FIRM",
	"Find a driver for delivery NUMBER to FIRM",
	"Rechnung NUMBER an FIRM schicken",
	"Enviar la factura NUMBER a FIRM",
	"Préparer le devis NUMBER pour FIRM",
	"FIRM کو رسید NUMBER بھیجیں",
}

// ordinary are steps that an agent takes alone.
var ordinary = []string{
	"Read the letter", "Collect the figures", "Write a first version", "Look up the address", "File the receipt",
	"Update the price list", "Compare with last month", "Attach the drawing", "Note the result on the dashboard",
	"Tell the driver the date", "Measure the shelf", "Count the boxes in the store", "Look for older letters",
	"Sort the attachments", "Check the spelling", "Convert the sheet to PDF", "Move the letter to the Approved folder",
	"Translate the second page", "Ask the printer for a price", "Enter the hours", "Rename the pictures", "Check the bank details",
	"Unterlagen sortieren", "Llamar al cliente", "Relire la lettre", "رسید کی جانچ کریں",
}

// sure are steps that need a human, one for each way to say so; asking are those that may.
var (
	sure = []string{
		"✋ Send the letter", "🔒 Pay the bill", "Send the letter [REQUIRES APPROVAL]", "Send the letter (requires approval)",
		"Wait for approval of the text", "Get human approval for the sum", "**[NEEDS APPROVAL]** Send the letter",
		"Human review of the text", "HITL: send the letter", "Send the letter - REQUIRES APPROVAL", "Request approval from the owner",
		"Obtain approval before the letter goes out", "Send the letter (needs approval)", "Await human approval",
		"Seek approval for the price", "Submit the text for human review",
	}
	asking = []string{
		"Execute the action or request approval", "Request approval if needed", "Send the letter if approved",
		"Ask for approval when the sum is above 500", "Check if approval is required", "Send it or wait for approval",
		"Request approval where required", "Send the letter, or get approval first", "Get approval unless the sum is small",
		"May require approval: send the letter",
	}
)

// criteria and tools are boxes that are no steps.
var (
	criteria = []string{
		"The customer has an answer", "All sums agree", "Nothing is left in the inbox", "The file opens on a phone", "No page is missing",
		"The date is right", "Both addresses are on it",
	}
	tools = []string{"filesystem", "mail-server", "browser", "calendar", "ledger-api"}
)

// asides are sentences of contexts and notes, in several languages.
var asides = []string{
	"They wrote twice since last week and want to hear from us soon.",
	"The sheet is in the usual place.",
	"Bitte die Zahlen mit dem Vorjahr vergleichen, die Unterlagen liegen bei.",
	"El cliente espera una respuesta antes del viernes.",
	"Le dossier complet se trouve chez le comptable.",
	"براہ کرم تمام رسیدیں ترتیب دیں۔",
	"There were three changes to the price since autumn.",
	"Robin will be away on Thursday.",
}

// stages are names of phases.
var stages = []string{"Preparation", "Research", "Writing", "Delivery", "Wrap-up"}
