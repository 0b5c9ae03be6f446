package bill

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/keywright/keywright/cost"
)

const million = 1_000_000

// rat is n/d.
func rat(n, d int64) *big.Rat { return big.NewRat(n, d) }

// times multiplies fractions.
func times(list ...*big.Rat) *big.Rat {
	out := rat(1, 1)
	for _, x := range list {
		out.Mul(out, x)
	}
	return out
}

// money is an amount times a fraction, to the nearest step of Money, halves
// away from zero.
func money(m cost.Money, q *big.Rat) (cost.Money, error) {
	x := times(rat(int64(m), 1), q)
	n, d := new(big.Int).Abs(x.Num()), x.Denom()
	n.Lsh(n, 1).Add(n, d).Quo(n, new(big.Int).Lsh(d, 1))
	if !n.IsInt64() {
		return 0, cost.ErrRange
	}
	if x.Sign() < 0 {
		return -cost.Money(n.Int64()), nil
	}
	return cost.Money(n.Int64()), nil
}

// ceil is a fraction rounded up.
func ceil(x *big.Rat) int64 {
	q, r := new(big.Int).QuoRem(x.Num(), x.Denom(), new(big.Int))
	if r.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	if !q.IsInt64() {
		return int64(1) << 62
	}
	return q.Int64()
}

// show prints a fraction with thousands separated and at most six decimals,
// "about" before one that has more.
func show(x *big.Rat) string {
	s := x.FloatString(6)
	exact := new(big.Rat)
	if _, ok := exact.SetString(s); !ok {
		return s
	}
	whole, fraction, _ := strings.Cut(s, ".")
	fraction = strings.TrimRight(fraction, "0")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if exact.Cmp(x) != 0 {
		return "about " + sign + whole
	}
	return sign + whole
}

func count(n int64) string { return show(rat(n, 1)) }

// exact prints an amount as the arithmetic has it.
func exact(m cost.Money) string {
	if m < 0 {
		return "-$" + (-m).Decimal()
	}
	return "$" + m.Decimal()
}

func percent(millionths int64) string { return show(rat(millionths, 10_000)) + "%" }

func thousandths(n int64) string { return show(rat(n, 1000)) }

func cutSuffix(s, suffix string) (string, bool) { return strings.CutSuffix(s, suffix) }

// errNoPrice says that a list lacks what an option asks for.
func errNoPrice(l *cost.PriceList, item cost.Item, without string) error {
	return fmt.Errorf("the price list of %s (%s, %s) has no price of %s: %s, or give a list that has it with --prices FILE",
		l.Region, l.Class, l.Date, item, without)
}

// writer writes the lines of a bill; the first error ends it.
type writer struct {
	*Bill
	err error
}

func (w *writer) fail(err error) {
	if w.err == nil && err != nil {
		w.err = err
		if errors.Is(err, cost.ErrRange) {
			w.err = fmt.Errorf("the bill is beyond 922 million dollars a month: are the rates right? (%w)", err)
		}
	}
}

// line prices a quantity and adds the line. steps say how the quantity came
// about; the price's own step is added.
func (w *writer) line(l Line, list *cost.PriceList, item cost.Item, quantity *big.Rat, without string, steps ...string) {
	if w.err != nil {
		return
	}
	p, ok := list.Price(item)
	if !ok {
		w.fail(errNoPrice(list, item, without))
		return
	}
	amount, err := money(p.Amount, times(quantity, rat(1, p.Per)))
	if err != nil {
		w.fail(err)
		return
	}
	l.Amount = amount
	if p.Confidence != "high" {
		l.Confidence = p.Confidence
	}
	l.Steps = append(l.Steps, steps...)
	per := ""
	if p.Per != 1 {
		per = " / " + count(p.Per)
	}
	l.Steps = append(l.Steps, fmt.Sprintf("%s %s%s x %s = %s", show(quantity), p.Of, per, exact(p.Amount), exact(amount)))
	w.Lines = append(w.Lines, l)
}
