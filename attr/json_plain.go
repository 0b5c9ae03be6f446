package attr

import "encoding/binary"

const (
	ones = 0x0101010101010101
	tops = 0x8080808080808080
)

// plainBytes returns how many bytes at the beginning of text stand for
// themselves in a JSON string: ASCII, no control characters, no quote, no
// backslash. It looks at 32 and at eight bytes at a time, for most of what goes
// over the wire is such text.
func plainBytes[T string | []byte](text T) int {
	i := 0
	for ; i+32 <= len(text); i += 32 {
		if special(word(text, i))|special(word(text, i+8))|special(word(text, i+16))|special(word(text, i+24)) != 0 {
			break
		}
	}
	for i+8 <= len(text) && special(word(text, i)) == 0 {
		i += 8
	}
	for i < len(text) && ' ' <= text[i] && text[i] < 0x80 && text[i] != '"' && text[i] != '\\' {
		i++
	}
	return i
}

func word[T string | []byte](text T, i int) uint64 {
	return binary.LittleEndian.Uint64([]byte(text[i : i+8]))
}

// special is 0 if none of eight bytes is a special one. A byte's top bit is
// set where the subtraction borrows: below the bound, or zero after the xor.
// Borrows run only upwards, into bytes that are looked at one by one then.
func special(w uint64) uint64 {
	return (w | (w - ones*' ') | ((w ^ ones*'"') - ones) | ((w ^ ones*'\\') - ones)) & tops
}
