package dialect
import ("testing";"os";"fmt";"path/filepath";"io/fs")
func TestTmp(t *testing.T){
 for _, root := range []string{shared, "../../testdata/demo"} {
 filepath.WalkDir(root, func(n string, e fs.DirEntry, err error) error { if e.IsDir(){return nil}; b,_:=os.ReadFile(n); r,_:=filepath.Rel(root,n); fmt.Print(describe(Open(r,b))); return nil})
 }
}
