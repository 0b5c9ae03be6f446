package design

// byteSet is a set of bytes.
type byteSet [4]uint64

func (s byteSet) has(b byte) bool { return s[b>>6]&(1<<(b&63)) != 0 }

func (s *byteSet) add(b byte) { s[b>>6] |= 1 << (b & 63) }

// meets says whether two sets have a byte in common.
func (s byteSet) meets(t byteSet) bool {
	return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0
}

func bytesOf(chars string) (s byteSet) {
	for i := range len(chars) {
		s.add(chars[i])
	}
	return s
}

// bytesAbove is every byte greater than b.
func bytesAbove(b byte) (s byteSet) {
	for c := int(b) + 1; c < 256; c++ {
		s.add(byte(c))
	}
	return s
}

func allBytes() byteSet {
	s := bytesAbove(0)
	s.add(0)
	return s
}

// allAbove says whether every byte of the set is greater than b.
func (s byteSet) allAbove(b byte) bool {
	for c := range int(b) + 1 {
		if s.has(byte(c)) {
			return false
		}
	}
	return true
}
