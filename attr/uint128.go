package attr

import (
	"math/bits"
	"strconv"
)

// uint128 is an unsigned integer of 128 bits: 38 decimal digits fit.
type uint128 struct{ hi, lo uint64 }

func (u uint128) isZero() bool { return u.hi|u.lo == 0 }

func (u uint128) cmp(v uint128) int {
	switch {
	case u == v:
		return 0
	case u.hi < v.hi, u.hi == v.hi && u.lo < v.lo:
		return -1
	}
	return 1
}

func (u uint128) add(v uint128) (uint128, bool) {
	lo, carry := bits.Add64(u.lo, v.lo, 0)
	hi, carry := bits.Add64(u.hi, v.hi, carry)
	return uint128{hi, lo}, carry == 0
}

func (u uint128) sub(v uint128) uint128 {
	lo, borrow := bits.Sub64(u.lo, v.lo, 0)
	hi, _ := bits.Sub64(u.hi, v.hi, borrow)
	return uint128{hi, lo}
}

// muladd returns u×m + a, false where that leaves 128 bits.
func (u uint128) muladd(m, a uint64) (uint128, bool) {
	over, hi := bits.Mul64(u.hi, m)
	mid, lo := bits.Mul64(u.lo, m)
	lo, carry := bits.Add64(lo, a, 0)
	hi, carry = bits.Add64(hi, mid, carry)
	return uint128{hi, lo}, over == 0 && carry == 0
}

func (u uint128) mulPow10(n int) (uint128, bool) {
	ok := true
	for n > 0 && ok {
		step := min(n, 19)
		u, ok = u.muladd(pow10(step), 0)
		n -= step
	}
	return u, ok
}

func (u uint128) divmod10() (uint128, uint64) { return u.divmod(10) }

func (u uint128) divmod(d uint64) (uint128, uint64) {
	hi, r := u.hi/d, u.hi%d
	lo, r := bits.Div64(r, u.lo, d)
	return uint128{hi, lo}, r
}

// digits returns the number of decimal digits, 0 for zero.
func (u uint128) digits() int {
	n := 0
	if u.hi != 0 {
		u, _ = u.divmod(pow10(19)) // at most 20 digits remain
		n = 19
		if u.hi != 0 {
			u.hi, u.lo = 0, 0
			return 39
		}
	}
	for k := 19; k >= 0; k-- {
		if u.lo >= pow10(k) {
			return n + k + 1
		}
	}
	return n
}

// appendDigits appends the decimal digits, "0" for zero.
func (u uint128) appendDigits(dst []byte) []byte {
	if u.hi == 0 {
		return strconv.AppendUint(dst, u.lo, 10)
	}
	q, r := u.divmod(pow10(19))
	dst = q.appendDigits(dst)
	for k := 18; k >= 0; k-- {
		p := pow10(k)
		dst = append(dst, '0'+byte(r/p))
		r %= p
	}
	return dst
}

// pow10 returns 10^n for n from 0 to 19.
func pow10(n int) uint64 { return powersOf10[n] }

var powersOf10 = [...]uint64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}
