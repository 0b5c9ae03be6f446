package attr

import "strconv"

// Number is DynamoDB's exact decimal number: zero, or up to 38 significant
// digits with a magnitude from 1E-130 to 9.9999999999999999999999999999999999999E+125
// (source: "Supported data types and naming rules"). The zero Number is 0.
// Two Numbers are equal exactly when == says so.
type Number struct {
	coef uint128 // without trailing zeros in base 10; 0 only for zero
	exp  int16   // value = ±coef × 10^exp
	neg  bool    // never set for zero
}

const (
	maxDigits   = 38
	maxExponent = 125  // of the first significant digit
	minExponent = -130 // of the first significant digit
)

// NumberFromInt returns i.
func NumberFromInt(i int64) Number {
	u := uint64(i)
	if i < 0 {
		u = -u
	}
	return trimmed(i < 0, uint128{lo: u}, 0)
}

// trimmed moves the trailing zeros of a coefficient into the exponent.
func trimmed(neg bool, coef uint128, exp int) Number {
	if coef.isZero() {
		return Number{}
	}
	for coef.hi != 0 {
		q, r := coef.divmod10()
		if r != 0 {
			return Number{coef, int16(exp), neg}
		}
		coef, exp = q, exp+1
	}
	for coef.lo%10 == 0 {
		coef.lo /= 10
		exp++
	}
	return Number{coef, int16(exp), neg}
}

// top returns the exponent of n's first significant digit: 2 for 123.
func (n Number) top() int { return int(n.exp) + n.coef.digits() - 1 }

// Sign returns -1, 0 or 1.
func (n Number) Sign() int {
	switch {
	case n.coef.isZero():
		return 0
	case n.neg:
		return -1
	}
	return 1
}

// Neg returns -n.
func (n Number) Neg() Number {
	n.neg = !n.neg && !n.coef.isZero()
	return n
}

// Cmp returns -1, 0 or 1 as n is less than, equal to or greater than m.
func (n Number) Cmp(m Number) int {
	s, t := n.Sign(), m.Sign()
	if s != t {
		if s < t {
			return -1
		}
		return 1
	}
	if s == 0 {
		return 0
	}
	return s * n.cmpMagnitude(m)
}

func (n Number) cmpMagnitude(m Number) int {
	if a, b := n.top(), m.top(); a != b {
		if a < b {
			return -1
		}
		return 1
	}
	// Same first exponent: exponents differ by at most 37 and the scaled
	// coefficient keeps at most 38 digits, so it cannot overflow.
	a, b := n.coef, m.coef
	if d := int(n.exp) - int(m.exp); d > 0 {
		a, _ = a.mulPow10(d)
	} else {
		b, _ = b.mulPow10(-d)
	}
	return a.cmp(b)
}

// Add returns n + m, exactly. A sum of more than 38 significant digits or
// beyond the largest magnitude is a *ValidationError that says "Number overflow"
// (for both, measured by others on AWS: 1e50 + 1), one below the smallest
// magnitude says "Number underflow".
func (n Number) Add(m Number) (Number, error) {
	if n.coef.isZero() {
		return m, nil
	}
	if m.coef.isZero() {
		return n, nil
	}
	if n.exp < m.exp {
		n, m = m, n
	}
	// n has the larger exponent and is scaled to m's. Where that leaves 128
	// bits, n's scaled coefficient exceeds m's and the last digit of the sum,
	// m's, is not zero: the sum has more than 38 digits.
	scaled, ok := n.coef.mulPow10(int(n.exp) - int(m.exp))
	if !ok {
		return Number{}, errOverflow
	}
	neg, coef := n.neg, scaled
	switch {
	case n.neg == m.neg:
		if coef, ok = scaled.add(m.coef); !ok {
			return Number{}, errOverflow
		}
	case scaled.cmp(m.coef) >= 0:
		coef = scaled.sub(m.coef)
	default:
		neg, coef = m.neg, m.coef.sub(scaled)
	}
	sum := trimmed(neg, coef, int(m.exp))
	switch {
	case sum.coef.isZero():
		return Number{}, nil
	case sum.top() < minExponent:
		return Number{}, errUnderflow
	case sum.top() > maxExponent, sum.coef.digits() > maxDigits:
		return Number{}, errOverflow
	}
	return sum, nil
}

// Sub returns n - m, with the errors of Add.
func (n Number) Sub(m Number) (Number, error) { return n.Add(m.Neg()) }

// Int64 returns n as an integer, false where n has a fraction or leaves the
// range of int64.
func (n Number) Int64() (int64, bool) {
	if n.exp < 0 || n.exp > 18 {
		return 0, false
	}
	c, ok := n.coef.mulPow10(int(n.exp))
	if !ok || c.hi != 0 {
		return 0, false
	}
	if n.neg {
		return -int64(c.lo), c.lo <= 1<<63
	}
	return int64(c.lo), c.lo < 1<<63
}

// String returns the normal form in which DynamoDB gives numbers back: plain
// decimal digits without exponent, without needless zeros ("150", "0.5",
// "1" and 125 zeros for 1E125).
func (n Number) String() string {
	if n.exp == 0 && n.coef.hi == 0 && !n.neg {
		return strconv.FormatUint(n.coef.lo, 10)
	}
	var buf [maxDigits + maxExponent + 16]byte
	return string(n.append(buf[:0]))
}

func (n Number) append(dst []byte) []byte {
	if n.neg {
		dst = append(dst, '-')
	}
	var buf [maxDigits + 2]byte
	digits := n.coef.appendDigits(buf[:0])
	return appendDecimal(dst, digits, len(digits)-1+int(n.exp))
}

// appendDecimal appends the plain decimal form of digits, the first of which
// has the exponent top.
func appendDecimal(dst, digits []byte, top int) []byte {
	point := top + 1 // digits before the decimal point
	switch {
	case point <= 0:
		dst = append(dst, '0', '.')
		dst = appendZeros(dst, -point)
		return append(dst, digits...)
	case point >= len(digits):
		return appendZeros(append(dst, digits...), point-len(digits))
	}
	dst = append(dst, digits[:point]...)
	dst = append(dst, '.')
	return append(dst, digits[point:]...)
}

func appendZeros(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, '0')
	}
	return dst
}
