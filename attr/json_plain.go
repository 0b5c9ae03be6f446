package attr

import "encoding/binary"

// plainBytes returns how many bytes at the beginning of text stand for
// themselves in a JSON string: ASCII, no control characters, no quote, no
// backslash. It looks at eight bytes at a time, for most of what goes over the
// wire is such text.
func plainBytes[T string | []byte](text T) int {
	const (
		ones = 0x0101010101010101
		tops = 0x8080808080808080
	)
	i := 0
	for ; i+8 <= len(text); i += 8 {
		w := binary.LittleEndian.Uint64([]byte(text[i : i+8]))
		quote := w ^ ones*'"'
		backslash := w ^ ones*'\\'
		// A byte's top bit is set where the subtraction borrows: below the
		// bound, or zero after the xor. Borrows run only upwards, into bytes
		// that are looked at one by one then.
		if (w|(w-ones*' ')|(quote-ones)|(backslash-ones))&tops != 0 {
			break
		}
	}
	for i < len(text) && ' ' <= text[i] && text[i] < 0x80 && text[i] != '"' && text[i] != '\\' {
		i++
	}
	return i
}
