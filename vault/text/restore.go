package text

// Region is a part of a file's new text, with what stood there before.
type Region struct {
	Was      []byte
	From, To int
}

// RegionsOf gives the regions of the new text that splices make.
func RegionsOf(b []byte, splices []Splice) []Region {
	var regions []Region
	shift := 0
	for _, s := range InOrder(splices) {
		from := s.From + shift
		regions = append(regions, Region{b[s.From:s.To], from, from + len(s.Text)})
		shift += len(s.Text) - (s.To - s.From)
	}
	return regions
}

// AddedBehind is the region of a text that was added to the end of another.
func AddedBehind(was, next []byte) []Region {
	if len(next) == len(was) {
		return nil
	}
	return []Region{{nil, len(was), len(next)}}
}
