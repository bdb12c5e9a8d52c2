package list

import (
	"fmt"
	"testing"

	"coldstart/model"
)

func TestALongListFoldsWhatIsAlike(t *testing.T) {
	t.Parallel()
	var rows []Row
	for i := range 40 {
		group := "payment to Velmora"
		if i%2 == 1 {
			group = fmt.Sprint("alone ", i)
		}
		rows = append(rows, Row{Ref: model.Ref{Path: fmt.Sprint(i)}, Group: Group{Key: group}})
	}
	folded := Fold(Of(rows), nil)
	if len(folded) != 21 || folded[0].More != 19 || folded[1].More != 0 || folded[1].Group != (Group{}) {
		t.Errorf("%d rows, the first stands for %d more", len(folded), folded[0].More)
	}
	if opened := Fold(Of(rows), map[string]bool{"payment to Velmora": true}); len(opened) != 40 || opened[0].More != 0 {
		t.Errorf("an opened group has %d rows", len(opened))
	}
	if short := Fold(Of(rows[:20]), nil); len(short) != 20 {
		t.Errorf("a short list is folded to %d rows", len(short))
	}
}
