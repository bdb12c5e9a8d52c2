package dialect

import "testing"

func TestTheSameAmount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"120", "120.00", true}, {"1,200.00 EUR", "1.200,00 €", true}, {"1,200", "1200 USD", true}, {"1 200", "1'200", true},
		{"$5k", "$5,000", true}, {"₹5 lakh", "₹5,00,000", true}, {"1.5 million", "1,500,000", true}, {"Rs. 500", "500 PKR", true},
		{"$500", "500 USD", true}, {"120 - 150 EUR", "120-150", true}, {"0,50 €", "0.5 EUR", true},
		{"5,00 €", "500 €", false}, {"$5", "$5k", false}, {"5 EUR", "5 million EUR", false}, {"500 INR", "500 USD", false},
		{"$500", "€500", false}, {"120-150", "120150", false}, {"-500", "500", false}, {"$-500", "$500", false},
		{"120-150", "120", false}, {"1.20", "120", false}, {"10", "100", false},
	} {
		if sameAmount(c.a, c.b) != c.same || sameAmount(c.b, c.a) != c.same {
			t.Errorf("%q and %q: want the same %v", c.a, c.b, c.same)
		}
	}
}

func TestTheSameTarget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b           string
		same, together bool
	}{
		{"Ann Lee", "\"ann  lee\"", true, true}, {"Ann <ann@acme.example>", "ann@acme.example", true, true},
		{"Ann (ann@acme.example)", "Ann", true, true}, {"Ann <ann@acme.example>", "A. Lee <Ann@acme.example>", true, true},
		{"+49 170 1234567", "+491701234567", true, true},
		{"Ann", "Ann Mallory-Evil", false, false}, {"billing@acme.example", "billing@acme.example.evil.example", false, false},
		{"Ann Lee", "mallory@evil.example", false, false}, {"Ann <ann@acme.example>", "Ann <ann@evil.example>", false, false},
		{"ann@acme.example", "ann@acme.example, press@evil.example", false, false},
		{"Ann Lee", "ann@acme.example", false, true}, {"Hausverwaltung Nord", "DE00 1111 2222", false, true},
		{"DE00 1111 2222", "DE00 9999 2222", false, false}, {"a-b@acme.example", "ab@acme.example", false, false},
	} {
		if sameTarget(c.a, c.b) != c.same || sameTarget(c.b, c.a) != c.same || goTogether(c.a, c.b) != c.together || goTogether(c.b, c.a) != c.together {
			t.Errorf("%q and %q: got %v and %v, want %v and %v", c.a, c.b, sameTarget(c.a, c.b), goTogether(c.a, c.b), c.same, c.together)
		}
	}
}

func TestPlacesThatDisagreeAreADoubt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"a key and the body", "---\nto: ann@acme.example\n---\n# Pay\n\n**To:** mallory@evil.example\n", `target is "ann@acme.example" in line 2, but "mallory@evil.example" in line 6`},
		{"two names", "# Pay\n\n**To:** Ann\n**Payee:** Mallory\n", `target is "Ann" in line 3, but "Mallory" in line 4`},
		{"two amounts", "# Pay\n\n**Amount:** 5 EUR\n**Total:** 50 EUR\n", `amount is "5 EUR" in line 3, but "50 EUR" in line 4`},
		{"two expiries", "---\nexpires: 2026-03-20\n---\n# Pay\n\n**Valid until:** 2026-05-20\n", `expiry is "2026-03-20" in line 2, but "2026-05-20" in line 6`},
		{"a time after the creation", "---\nexpires: 2026-03-20\nexpires_in: 24 hours\n---\n# Pay\n", ""},
		{"a name and its address", "---\nto: ann@acme.example\n---\n# Pay\n\n**Client:** Ann Lee\n", ""},
		{"a name and both", "---\nto: Ann Lee\n---\n# Pay\n\n**To:** Ann Lee, billing@acme.example\n", ""},
		{"the amount of the invoice", "---\namount: 98 EUR\n---\n# Pay\n\n**Invoice amount:** 100 EUR\n", ""},
		{"what is pasted", "# Pay\n\n**To:** Ann\n\n## Original mail\n\n**To:** Mallory\n", ""},
	} {
		r := requestOf(c.text)
		got := ""
		if len(r.Contests) > 0 {
			got = r.Contests[0].Reason
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
