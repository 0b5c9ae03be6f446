package cost

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

//go:embed us-east-1.json
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

	MonthSeconds      int64 // what a month is taken to be, see the data file
	GigabyteBytes     int64
	ItemOverheadBytes int64 // billed with every stored item and index entry

	Prices []Price

	// The prices that the cost of a design is made of, exact.
	WriteUnitMonth Money // one write unit a second through a month
	HalfReadMonth  Money // half a read unit a second through a month
	GigabyteMonth  Money // a stored gigabyte through a month
}

// priceFile is the form of the data files.
type priceFile struct {
	Region            string
	Date              string
	MonthSeconds      int64 `json:"month_seconds"`
	GigabyteBytes     int64 `json:"gigabyte_bytes"`
	ItemOverheadBytes int64 `json:"item_overhead_bytes"`
	Prices            []struct {
		Price
		Standard   string
		StandardIA string `json:"standard-ia"`
	}
}

var priceLists = sync.OnceValues(readPriceLists)

// Names returns the names of all price lists.
func Names() []string {
	lists, err := priceLists()
	if err != nil {
		panic(err) // the data files are part of the program
	}
	names := make([]string, len(lists))
	for i, l := range lists {
		names[i] = l.Name
	}
	return names
}

// Prices returns a price list by name: Region, then on-demand or provisioned,
// then, for the infrequent access table class, standard-ia. The list must not
// be changed.
func Prices(name string) (*PriceList, error) {
	lists, err := priceLists()
	if err != nil {
		return nil, err
	}
	for _, l := range lists {
		if l.Name == name {
			return l, nil
		}
	}
	return nil, fmt.Errorf("no price list %q; there are %s", name, strings.Join(Names(), ", "))
}

func readPriceLists() ([]*PriceList, error) {
	files, err := priceFiles.ReadDir(".")
	if err != nil {
		return nil, fmt.Errorf("cost: price files: %w", err)
	}
	var lists []*PriceList
	for _, f := range files {
		text, err := priceFiles.ReadFile(f.Name())
		if err != nil {
			return nil, fmt.Errorf("cost: price file: %w", err)
		}
		var file priceFile
		if err := json.Unmarshal(text, &file); err != nil {
			return nil, fmt.Errorf("cost: %s: %w", f.Name(), err)
		}
		for _, class := range []string{"standard", "standard-ia"} {
			for _, onDemand := range []bool{true, false} {
				l, err := file.list(onDemand, class)
				if err != nil {
					return nil, fmt.Errorf("cost: %s: %w", f.Name(), err)
				}
				lists = append(lists, l)
			}
		}
	}
	return lists, nil
}

// list makes the price list of one capacity mode and table class.
func (f *priceFile) list(onDemand bool, class string) (*PriceList, error) {
	l := &PriceList{
		Name:              f.Region + "/provisioned",
		Region:            f.Region,
		OnDemand:          onDemand,
		Class:             class,
		Date:              f.Date,
		MonthSeconds:      f.MonthSeconds,
		GigabyteBytes:     f.GigabyteBytes,
		ItemOverheadBytes: f.ItemOverheadBytes,
	}
	if onDemand {
		l.Name = f.Region + "/on-demand"
	}
	if class != "standard" {
		l.Name += "/" + class
	}
	for _, row := range f.Prices {
		text := row.Standard
		if class != "standard" {
			text = row.StandardIA
		}
		amount, err := ParseMoney(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", row.Item, err)
		}
		row.Price.Amount = amount
		l.Prices = append(l.Prices, row.Price)
	}
	return l, l.derive()
}

// derive works out the monthly prices of the units.
func (l *PriceList) derive() error {
	write, read, times := WriteRequest, ReadRequest, l.MonthSeconds
	if !l.OnDemand {
		write, read, times = WriteCapacityHour, ReadCapacityHour, l.MonthSeconds/3600
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
