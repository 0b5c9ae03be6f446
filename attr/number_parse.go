package attr

// DynamoDB's messages for numbers. Sources: measured by others on AWS
// (test suites of dynalite and of ScyllaDB Alternator).
var (
	errOverflow   error = &ValidationError{"Number overflow. Attempting to store a number with magnitude larger than supported range"}
	errUnderflow  error = &ValidationError{"Number underflow. Attempting to store a number with magnitude smaller than supported range"}
	errManyDigits error = &ValidationError{"Attempting to store more than 38 significant digits in a Number"}
)

func errNotNumber(s string) error {
	if s == "" {
		return &ValidationError{"The parameter cannot be converted to a numeric value"}
	}
	return &ValidationError{"The parameter cannot be converted to a numeric value: " + s}
}

// ParseNumber reads a number as DynamoDB does: an optional sign, digits with
// an optional point, an optional exponent; no spaces, no NaN, no infinity.
// The error is a *ValidationError: not a number, too large, too small, or
// more than 38 significant digits (leading and trailing zeros do not count).
func ParseNumber(s string) (Number, error) {
	sc := numberScanner{text: s}
	if !sc.scan() {
		return Number{}, errNotNumber(s)
	}
	if sc.digits == 0 {
		return Number{}, nil
	}
	// The order of these checks is DynamoDB's.
	top := sc.exponent + sc.digits - 1
	switch {
	case top > maxExponent:
		return Number{}, errOverflow
	case top < minExponent:
		return Number{}, errUnderflow
	case sc.digits > maxDigits:
		return Number{}, errManyDigits
	}
	return Number{sc.coef, int16(sc.exponent), sc.neg}, nil
}

// ParseNum is ParseNumber for a value of type N.
func ParseNum(s string) (Value, error) {
	n, err := ParseNumber(s)
	if err != nil {
		return Value{}, err
	}
	return numFromText(n, s), nil
}

// numFromText returns the value of n, whose text was s, and keeps s where it
// is the normal form already.
func numFromText(n Number, s string) Value {
	if isNormalForm(s) {
		return Value{typ: TypeNumber, str: s}
	}
	return Num(n)
}

// isNormalForm says whether s, not empty, not a lone sign and of no more than
// 38 digits, is a number in normal form.
func isNormalForm(s string) bool {
	negative := s[0] == '-'
	if negative {
		s = s[1:]
	}
	if s == "0" {
		return !negative
	}
	point := -1
	for i := range len(s) {
		switch c := s[i]; {
		case c == '.' && point < 0:
			point = i
		case c < '0' || c > '9':
			return false
		}
	}
	if point < 0 {
		return s[0] != '0'
	}
	return point > 0 && (s[0] != '0' || point == 1) && s[len(s)-1] != '0' && s[len(s)-1] != '.'
}

// maxScanExponent bounds exponents while scanning, far beyond any that is
// allowed and any that the digits of a request could balance.
const maxScanExponent = 1 << 30

// numberScanner reads the text of a number.
type numberScanner struct {
	text string
	pos  int

	neg      bool
	coef     uint128 // the significant digits, meaningful up to 38 of them
	digits   int     // significant digits, 0 for zero
	exponent int     // value = ±coef × 10^exponent
}

func (sc *numberScanner) scan() bool {
	switch sc.peek() {
	case '-':
		sc.neg = true
		sc.pos++
	case '+':
		sc.pos++
	}
	return sc.scanMantissa() && sc.scanExponent() && sc.pos == len(sc.text)
}

func (sc *numberScanner) peek() byte {
	if sc.pos < len(sc.text) {
		return sc.text[sc.pos]
	}
	return 0
}

func (sc *numberScanner) scanMantissa() bool {
	point := -1 // position after the point
	seen, zeros := 0, 0
scan:
	for ; sc.pos < len(sc.text); sc.pos++ {
		c := sc.text[sc.pos]
		switch {
		case c == '0':
			seen++
			if sc.digits > 0 {
				zeros++ // significant only if another digit follows
			}
		case '1' <= c && c <= '9':
			seen++
			sc.digits += zeros + 1
			if sc.digits <= maxDigits {
				sc.coef, _ = sc.coef.mulPow10(zeros)
				sc.coef, _ = sc.coef.muladd(10, uint64(c-'0'))
			}
			zeros = 0
		case c == '.' && point < 0:
			point = sc.pos + 1
		default:
			break scan
		}
	}
	sc.exponent = zeros
	if point >= 0 {
		sc.exponent -= sc.pos - point
	}
	return seen > 0
}

func (sc *numberScanner) scanExponent() bool {
	if c := sc.peek(); c != 'e' && c != 'E' {
		return true
	}
	sc.pos++
	negative := sc.peek() == '-'
	if negative || sc.peek() == '+' {
		sc.pos++
	}
	exponent, start := 0, sc.pos
	for ; sc.pos < len(sc.text); sc.pos++ {
		c := sc.text[sc.pos]
		if c < '0' || c > '9' {
			break
		}
		if exponent < maxScanExponent {
			exponent = exponent*10 + int(c-'0')
		}
	}
	if negative {
		exponent = -exponent
	}
	sc.exponent += exponent
	return sc.pos > start
}
