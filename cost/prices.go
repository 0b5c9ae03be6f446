package cost

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed prices/*-*-*.json
var priceFiles embed.FS

// Item names what a price is for, as the data files do.
type Item string

// The items of a price list.
const (
	WriteRequest                Item = "write-request"
	ReadRequest                 Item = "read-request"
	WriteCapacityHour           Item = "write-capacity-hour"
	ReadCapacityHour            Item = "read-capacity-hour"
	Storage                     Item = "storage"
	ReplicatedWriteRequest      Item = "replicated-write-request"
	ReplicatedWriteCapacityHour Item = "replicated-write-capacity-hour"
	VectorWrite                 Item = "vector-write"
	VectorSearch                Item = "vector-search"
	PointInTimeRecovery         Item = "point-in-time-recovery"
	BackupWarm                  Item = "backup-warm"
	BackupCold                  Item = "backup-cold"
	RestoreWarm                 Item = "restore-warm"
	RestoreCold                 Item = "restore-cold"
	StreamsRead                 Item = "streams-read"
	Export                      Item = "export"
	Import                      Item = "import"
	ChangeCapture               Item = "change-capture"
	TransferBetweenRegions      Item = "transfer-between-regions"
)

// Price is what an item costs.
type Price struct {
	Item       Item
	Amount     Money  // for Per of the unit
	Per        int64  // 1,000,000 for requests
	Of         string // the unit: "write request units"
	Free       int64  // units free each month, over the whole account; never subtracted here
	Source     string
	Confidence string // high, medium or low
	Note       string
}

// PriceList is what tables of one Region, capacity mode and table class cost.
type PriceList struct {
	Name     string // "us-east-1/on-demand"
	Region   string
	OnDemand bool
	Class    string // standard or standard-ia
	Date     string // the day of the data

	// What all lists count in, from Conventions.
	MonthSeconds      int64
	GigabyteBytes     int64
	ItemOverheadBytes int64 // billed with every stored item and index entry

	Prices []Price

	// The prices that the cost of a design is made of, exact.
	WriteUnitMonth Money // one write unit a second through a month
	HalfReadMonth  Money // half a read unit a second through a month
	GigabyteMonth  Money // a stored gigabyte through a month
}

// ListName is the name of a price list: Region, then on-demand or provisioned,
// then, for the infrequent access table class, standard-ia.
func ListName(region string, onDemand bool, class string) string {
	name := region + "/provisioned"
	if onDemand {
		name = region + "/on-demand"
	}
	if class != Standard {
		name += "/" + class
	}
	return name
}

var builtin = sync.OnceValue(func() *Catalog {
	files, err := priceFiles.ReadDir("prices")
	if err != nil {
		panic(fmt.Sprintf("cost: price files: %v", err)) // they are part of the program
	}
	c := &Catalog{}
	for _, f := range files {
		text, err := priceFiles.ReadFile(path.Join("prices", f.Name()))
		if err == nil {
			err = c.add(f.Name(), text)
		}
		if err != nil {
			panic(fmt.Sprintf("cost: %v", err))
		}
	}
	return c
})

// Names returns the names of the program's own price lists.
func Names() []string { return builtin().Names() }

// Prices returns one of the program's own price lists by name; see Catalog.
func Prices(name string) (*PriceList, error) { return builtin().Prices(name) }

// Catalog is the price lists that there are: the program's own, and those
// that were given to it.
type Catalog struct{ lists []*PriceList }

// NewCatalog returns the program's own price lists.
func NewCatalog() *Catalog { return &Catalog{slices.Clone(builtin().lists)} }

// Add adds the price list of a Region; name is the file's in messages. It
// takes the place of the lists that there are of that Region.
func (c *Catalog) Add(name string, data []byte) error { return c.add(name, data) }

func (c *Catalog) add(name string, data []byte) error {
	lists, err := ParsePrices(name, data)
	if err != nil {
		return err
	}
	c.lists = slices.DeleteFunc(c.lists, func(l *PriceList) bool { return l.Region == lists[0].Region })
	c.lists = append(c.lists, lists...)
	return nil
}

// Names returns the names of all price lists.
func (c *Catalog) Names() []string {
	names := make([]string, len(c.lists))
	for i, l := range c.lists {
		names[i] = l.Name
	}
	return names
}

// NoPricesError says that there is no price list of a name.
type NoPricesError struct {
	Name  string
	Known []string
	Gap   string // what the Region's list lacks; "" where there is no list of the Region
}

// Error names the cure: a list of one's own.
func (e *NoPricesError) Error() string {
	if e.Gap != "" {
		return fmt.Sprintf("no price list %q: that of the Region has no price of %s; give one with --prices FILE", e.Name, e.Gap)
	}
	return fmt.Sprintf("no price list %q: there are %s; give another with --prices FILE", e.Name, strings.Join(e.Known, ", "))
}

// Prices returns a price list by name (ListName). The list must not be
// changed. The error is of type *NoPricesError.
func (c *Catalog) Prices(name string) (*PriceList, error) {
	e := &NoPricesError{Name: name, Known: c.Names()}
	for _, l := range c.lists {
		if l.Name == name {
			return l, nil
		}
		if region, mode, ok := strings.Cut(name, "/"); ok && l.Region == region {
			switch mode {
			case "provisioned":
				e.Gap = string(WriteCapacityHour) + " and " + string(ReadCapacityHour)
			case "on-demand":
				e.Gap = string(WriteRequest) + " and " + string(ReadRequest)
			case "on-demand/" + StandardIA, "provisioned/" + StandardIA:
				e.Gap = "the standard-ia class"
			}
		}
	}
	return nil, e
}

// throughput are the items that this list pays writes and reads by.
func (l *PriceList) throughput() (write, read Item) {
	if l.OnDemand {
		return WriteRequest, ReadRequest
	}
	return WriteCapacityHour, ReadCapacityHour
}

// derive works out the monthly prices of the units.
func (l *PriceList) derive() error {
	write, read := l.throughput()
	times := l.MonthSeconds
	if !l.OnDemand {
		times = l.MonthSeconds / 3600
	}
	for _, d := range []struct {
		to     *Money
		item   Item
		times  int64
		pieces int64
	}{
		{&l.WriteUnitMonth, write, times, 1},
		{&l.HalfReadMonth, read, times, 2},
		{&l.GigabyteMonth, Storage, 1, 1},
	} {
		p, ok := l.Price(d.item)
		if !ok {
			return fmt.Errorf("no price of %s", d.item)
		}
		var err error
		if *d.to, err = p.Amount.Times(d.times, p.Per*d.pieces); err != nil {
			return fmt.Errorf("%s: %w", d.item, err)
		}
	}
	return nil
}

// Price returns the price of an item, false where the list has none.
func (l *PriceList) Price(item Item) (Price, bool) {
	for _, p := range l.Prices {
		if p.Item == item {
			return p, true
		}
	}
	return Price{}, false
}

const millionth = 1_000_000

// Writes returns what writing costs a month at a rate in millionths of write
// units a second. With provisioned capacity it is the price of exactly that
// capacity. The error is ErrRange.
func (l *PriceList) Writes(microUnits int64) (Money, error) {
	return l.WriteUnitMonth.Times(microUnits, millionth)
}

// Reads returns what reading costs a month at a rate in millionths of half
// read units a second. The error is ErrRange.
func (l *PriceList) Reads(microHalves int64) (Money, error) {
	return l.HalfReadMonth.Times(microHalves, millionth)
}

// Stored returns what storing the given number of bytes costs a month, free
// gigabytes not subtracted. The caller adds ItemOverheadBytes for each item
// and index entry. The error is ErrRange.
func (l *PriceList) Stored(bytes int64) (Money, error) {
	return l.GigabyteMonth.Times(bytes, l.GigabyteBytes)
}
