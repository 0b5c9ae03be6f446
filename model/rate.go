package model

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

const perSecond = 1_000_000 // a Rate of 1/s

// MonthSeconds is what a month is taken to be, here as in the prices: 730 hours.
const MonthSeconds = 730 * 3_600

// rateUnits are the units of a rate, in seconds.
var rateUnits = []struct {
	name    string
	seconds int64
}{{"s", 1}, {"min", 60}, {"h", 3_600}, {"day", 86_400}, {"month", MonthSeconds}}

// maxRate keeps sums of rates within an int64: a billion a second.
const maxRate = Rate(1_000_000_000 * perSecond)

// ParseRate reads 500/s, 0.1/s, 30/min, 2k/h, 5/day, 1M/month, a
// month being MonthSeconds. The rate is rounded to millionths per second; one that is above 0 is
// at least 1 millionth per second, which is 2.6 a month.
func ParseRate(text string) (Rate, error) {
	number, unit, ok := strings.Cut(text, "/")
	if !ok {
		return 0, errors.New("a rate has a unit: /s, /min, /h, /day or /month")
	}
	if strings.HasPrefix(number, "-") {
		return 0, errors.New("a rate is not negative")
	}
	r, ok := scaled(number)
	if !ok {
		return 0, fmt.Errorf("%q is not a number", clip(number))
	}
	if r.Sign() == 0 {
		return 0, errors.New("a rate is above 0")
	}
	for _, u := range rateUnits {
		if u.name == unit {
			return rateOf(r, u.seconds)
		}
	}
	return 0, fmt.Errorf("%q is not a unit of time", clip(unit))
}

func rateOf(r *big.Rat, seconds int64) (Rate, error) {
	r.Mul(r, big.NewRat(perSecond, 1))
	r.Quo(r, big.NewRat(seconds, 1))
	if r.Cmp(big.NewRat(int64(maxRate), 1)) > 0 {
		return 0, errors.New("a rate is at most 1G/s")
	}
	return max(1, Rate(roundRat(r))), nil
}

// String returns the rate per second with no needless digits: "500/s",
// "0.1/s".
func (r Rate) String() string {
	whole, rest := r/perSecond, r%perSecond
	s := strconv.FormatInt(int64(whole), 10)
	if rest != 0 {
		s += "." + strings.TrimRight(fmt.Sprintf("%06d", rest), "0")
	}
	return s + "/s"
}
