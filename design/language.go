package design

// Which texts a template can make is a small regular language: a chain of
// steps, each one byte of a set, or any number of bytes of a set. Two
// templates can be told apart where no text is in both languages.

// step is one link of the chain.
type step struct {
	bytes byteSet
	loop  bool // any number of bytes, none too
}

// maxSteps bounds the chain: longer fixed texts are treated as open ones,
// which only makes templates harder to tell apart.
const maxSteps = 256

func (k *keyText) steps() []step {
	var out []step
	for _, p := range k.parts {
		for i := range len(p.literal) {
			out = append(out, step{bytes: bytesOf(p.literal[i : i+1])})
		}
		if p.codec == nil {
			continue
		}
		t := p.codec.traits
		set := t.bytes
		if p.codec.nulls {
			for _, b := range []byte(p.codec.nullForm() + valueMarker) {
				set.add(b)
			}
		}
		w := p.codec.Width()
		open := w == 0 || len(out)+w > maxSteps
		if w == 0 && len(out)+t.shortest <= maxSteps {
			w = t.shortest
		}
		for range min(w, maxSteps-len(out)) {
			out = append(out, step{bytes: set})
		}
		if open {
			out = append(out, step{bytes: set, loop: true})
		}
	}
	return out
}

// meet says whether some text can come from both templates.
func meet(a, b *keyText) bool {
	if a.typ != b.typ {
		return false
	}
	s, t := a.steps(), b.steps()
	seen := make([]bool, (len(s)+1)*(len(t)+1))
	queue := [][2]int{{0, 0}}
	visit := func(i, j int) {
		if at := i*(len(t)+1) + j; !seen[at] {
			seen[at] = true
			queue = append(queue, [2]int{i, j})
		}
	}
	for len(queue) > 0 {
		i, j := queue[0][0], queue[0][1]
		queue = queue[1:]
		if i == len(s) && j == len(t) {
			return true
		}
		if i < len(s) && s[i].loop {
			visit(i+1, j)
		}
		if j < len(t) && t[j].loop {
			visit(i, j+1)
		}
		if i < len(s) && j < len(t) && s[i].bytes.meets(t[j].bytes) {
			visit(after(s, i), after(t, j))
		}
	}
	return false
}

// after is the step that follows once a byte was taken.
func after(s []step, i int) int {
	if s[i].loop {
		return i
	}
	return i + 1
}
