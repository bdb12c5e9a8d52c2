package load

import (
	"bytes"
	"image"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"testing"
)

func TestTheSizeOfAPictureIsThatOfTheLibrary(t *testing.T) {
	t.Parallel()
	for kind, encode := range map[string]func(io.Writer, image.Image) error{
		"png":  png.Encode,
		"gif":  func(w io.Writer, m image.Image) error { return gif.Encode(w, m, nil) },
		"jpeg": func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, nil) },
	} {
		for _, size := range [][2]int{{1, 1}, {640, 48}, {3, 1025}} {
			frame := image.Rect(0, 0, size[0], size[1])
			for _, m := range []image.Image{image.NewGray(frame), image.NewRGBA(frame), image.NewPaletted(frame, palette.Plan9)} {
				var out bytes.Buffer
				if err := encode(&out, m); err != nil {
					t.Fatal(err)
				}
				b := out.Bytes()
				if is, w, h := pictureSize(b); is != kind || w != size[0] || h != size[1] {
					t.Errorf("a %s of %v: got %q %d × %d", kind, size, is, w, h)
				}
				for n := range min(len(b), 700) {
					is, w, h := pictureSize(b[:n])
					if config, _, err := image.DecodeConfig(bytes.NewReader(b[:n])); err == nil && (is != kind || w != config.Width || h != config.Height) {
						t.Errorf("the first %d bytes of a %s: got %q %d × %d", n, kind, is, w, h)
					}
				}
			}
		}
	}
}

func TestWhatIsNoPictureHasNoSize(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "GIF", "\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "\xff\xd8\xff\xe0\x00\x02\xff\xda\x00\x08\x00\x00\x00\x00\x00\x00", "\xff\xd8\xff\xe0\xff\xff\x00\x00\x00\x00\x00",
		"\xff\xd8\xff\xc0\x00\x0b\x08\x00\x00\x00\x00\x01", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\xff\xff\xff\xff\x00\x00\x00\x01\x08\x00\x00\x00\x00\x00\x00\x00\x00",
	} {
		if kind, w, h := pictureSize([]byte(text)); kind != "" {
			t.Errorf("%q: got %q %d × %d", text, kind, w, h)
		}
	}
}
