package plan

import (
	"fmt"
	"math/bits"

	"github.com/keywright/keywright/cost"
)

// prices are what the search pays, in 1e-10 dollars a month: sums of int64,
// exact and free of floating point.
type prices struct {
	write    int64 // one write unit a second, for a month
	half     int64 // half a read unit a second, for a month
	gigabyte int64 // a gigabyte stored for a month
	bytes    int64 // in a gigabyte
	index    int64 // floor of each global index (provisioned capacity only)
	overhead int64 // bytes that each item and entry is billed beside its own
}

// targetUse is the percentage of provisioned capacity that is planned to be
// used: the room between the rates of the model and throttling.
const targetUse = 70

// pricesOf takes the prices of the model's price list, nil being a catalog of
// the program's own.
func pricesOf(name string, catalog *cost.Catalog) (prices, *cost.PriceList, error) {
	if catalog == nil {
		catalog = cost.NewCatalog()
	}
	l, err := catalog.Prices(name)
	if err != nil {
		return prices{}, nil, fmt.Errorf("plan: %w", err)
	}
	p := prices{
		write: int64(l.WriteUnitMonth), half: int64(l.HalfReadMonth), gigabyte: int64(l.GigabyteMonth),
		bytes: l.GigabyteBytes, overhead: l.ItemOverheadBytes,
	}
	if !l.OnDemand {
		p.write, p.half = p.write*100/targetUse, p.half*100/targetUse
		p.index = int64(l.WriteUnitMonth) + 2*int64(l.HalfReadMonth)
	}
	return p, l, nil
}

// mulDiv is a*b/c rounded down, without overflow in between. It saturates.
func mulDiv(a, b, c int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi >= uint64(c) {
		return never
	}
	q, _ := bits.Div64(hi, lo, uint64(c))
	if q > uint64(never) {
		return never
	}
	return int64(q)
}

// never is the price of what cannot be. Sums of a few of them do not overflow.
const never = int64(1) << 58

// writes is the price of n write units a second (in millionths).
func (p *prices) writes(n int64) int64 { return mulDiv(n, p.write, million) }

// reads is the price of n half read units a second (in millionths).
func (p *prices) reads(n int64) int64 { return mulDiv(n, p.half, million) }

// storage is the price of n things of the given size.
func (p *prices) storage(n, size int64) int64 {
	return mulDiv(n*(size+p.overhead), p.gigabyte, p.bytes)
}

// stored is the price of bytes more in items that are there anyway.
func (p *prices) stored(bytes int64) int64 { return mulDiv(bytes, p.gigabyte, p.bytes) }

// units are the write units of an item of the given size.
func units(size int64) int64 { return cost.WriteUnits(int(size)) }

// halves are the half read units of reading size bytes.
func halves(size int64, strong bool) int64 { return int64(cost.ReadUnits(int(size), strong)) }
