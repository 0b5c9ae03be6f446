package cost

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
)

// items are all that a price may be for.
var items = []Item{
	WriteRequest, ReadRequest, WriteCapacityHour, ReadCapacityHour, Storage,
	ReplicatedWriteRequest, ReplicatedWriteCapacityHour, VectorWrite, VectorSearch,
	PointInTimeRecovery, BackupWarm, BackupCold, RestoreWarm, RestoreCold,
	StreamsRead, Export, Import, ChangeCapture, TransferBetweenRegions,
}

// The table classes, as the data files and the names of lists have them.
const (
	Standard   = "standard"
	StandardIA = "standard-ia"
)

// priceFile is the form of the data files.
type priceFile struct {
	Region   string
	Currency string
	Date     string
	Note     string
	Prices   []priceRow
}

type priceRow struct {
	Item       Item
	Per        int64
	Of         string
	Free       int64
	Standard   *string
	StandardIA *string `json:"standard-ia"`
	Source     string
	Confidence string
	Note       string
}

// ParsePrices reads a price list of one Region from JSON: the form of the
// program's own files, cost/prices in its source. It returns a list for each
// capacity mode and table class that has all prices it needs; at least one has.
// The error tells every fault, each with its place.
func ParsePrices(name string, data []byte) ([]*PriceList, error) {
	var f priceFile
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, fmt.Errorf("%s:%s: %w", name, place(data, err, dec.InputOffset()), friendly(err))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s:%s: something follows the price list", name, lineOf(data, dec.InputOffset()))
	}
	faults := f.check()
	var lists []*PriceList
	if len(faults) == 0 {
		lists, faults = f.lists()
	}
	if len(faults) > 0 {
		for i := range faults {
			faults[i] = fmt.Errorf("%s: %w", name, faults[i])
		}
		return nil, errors.Join(faults...)
	}
	return lists, nil
}

// friendly says in the words of price files what encoding/json refuses.
func friendly(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Errorf("%s is not a %s; amounts of money are texts: \"0.625\"", kind.Field, kind.Type)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file ends before the price list does")
	}
	const unknown = `json: unknown field "`
	if s, ok := strings.CutPrefix(err.Error(), unknown); ok {
		field := strings.TrimSuffix(s, `"`)
		if strings.HasPrefix(field, "month") || strings.HasPrefix(field, "gigabyte") || strings.HasPrefix(field, "item_overhead") {
			return fmt.Errorf("%s: what a month and a gigabyte are is stated once for all lists; leave it out", field)
		}
		return fmt.Errorf("there is no member %q in a price list", field)
	}
	return err
}

func place(data []byte, err error, offset int64) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	return lineOf(data, offset)
}

// lineOf is the line of an offset, counted from 1.
func lineOf(data []byte, offset int64) string {
	return fmt.Sprint(1 + bytes.Count(data[:min(offset, int64(len(data)))], []byte("\n")))
}

var regionName = regexp.MustCompile(`^[a-z]{2}(-[a-z]+)+-[0-9]+$`)

// check finds what is wrong with the file itself.
func (f *priceFile) check() []error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if !regionName.MatchString(f.Region) {
		fault("region: %q is no Region such as eu-central-1", f.Region)
	}
	if f.Currency != "" && f.Currency != "USD" {
		fault("currency: amounts are in US dollars, not in %s", f.Currency)
	}
	if _, err := time.Parse(time.DateOnly, f.Date); err != nil {
		fault("date: %q is no day such as 2026-11-30; a price list is of a day", f.Date)
	}
	if len(f.Prices) == 0 {
		fault("prices: there are none")
	}
	seen := map[Item]bool{}
	for i := range f.Prices {
		p := &f.Prices[i]
		at := fmt.Sprintf("prices[%d] (%s)", i, p.Item)
		switch {
		case !slices.Contains(items, p.Item):
			fault("%s: a price is for one of %s", at, itemNames())
		case seen[p.Item]:
			fault("%s: there is a price of it already", at)
		}
		seen[p.Item] = true
		faults = append(faults, p.check(at)...)
	}
	return faults
}

func (p *priceRow) check(at string) []error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(at+": "+format, args...)) }
	if p.Per <= 0 {
		fault("per: %d units; a price is for at least 1", p.Per)
	}
	if p.Of == "" {
		fault("of: the unit is missing, such as \"write request units\"")
	}
	if p.Free < 0 {
		fault("free: %d is negative", p.Free)
	}
	if p.Source == "" {
		fault("source: where the price was read is missing; a price without a source is not taken")
	}
	if !slices.Contains([]string{"high", "medium", "low"}, p.Confidence) {
		fault("confidence: %q is not high, medium or low", p.Confidence)
	}
	if p.Standard == nil && p.StandardIA == nil {
		fault("neither standard nor standard-ia has an amount")
	}
	for class, text := range map[string]*string{Standard: p.Standard, StandardIA: p.StandardIA} {
		if text == nil {
			continue
		}
		if m, err := ParseMoney(*text); err != nil {
			fault("%s: %w", class, err)
		} else if m < 0 {
			fault("%s: %s is negative", class, *text)
		}
	}
	slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return faults
}

func itemNames() string {
	names := make([]string, len(items))
	for i, it := range items {
		names[i] = string(it)
	}
	return strings.Join(names, ", ")
}

// lists makes the lists of each mode and class that has prices of its own.
func (f *priceFile) lists() (lists []*PriceList, faults []error) {
	for _, class := range []string{Standard, StandardIA} {
		for _, onDemand := range []bool{true, false} {
			l, gaps := f.list(onDemand, class)
			switch {
			case l == nil:
			case len(gaps) > 0:
				faults = append(faults, fmt.Errorf("%s: no price of %s, which the other prices are of no use without", l.Name, strings.Join(gaps, ", ")))
			default:
				if err := l.derive(); err != nil {
					faults = append(faults, fmt.Errorf("%s: %w", l.Name, err))
				}
				lists = append(lists, l)
			}
		}
	}
	if len(lists) == 0 && len(faults) == 0 {
		faults = append(faults, errors.New("no price of reading and writing, neither on demand nor provisioned"))
	}
	return lists, faults
}

// list makes the price list of one capacity mode and table class, nil where
// the file has no price of its reads and writes; gaps are what it then lacks.
func (f *priceFile) list(onDemand bool, class string) (l *PriceList, gaps []string) {
	t := Conventions()
	l = &PriceList{
		Name:              ListName(f.Region, onDemand, class),
		Region:            f.Region,
		OnDemand:          onDemand,
		Class:             class,
		Date:              f.Date,
		MonthSeconds:      t.MonthSeconds(),
		GigabyteBytes:     t.GigabyteBytes,
		ItemOverheadBytes: t.ItemOverheadBytes,
	}
	for _, row := range f.Prices {
		text := row.Standard
		if class != Standard {
			text = row.StandardIA
		}
		if text == nil {
			continue
		}
		amount, err := ParseMoney(*text)
		if err != nil {
			continue // check reported it
		}
		l.Prices = append(l.Prices, Price{Item: row.Item, Amount: amount, Per: row.Per, Of: row.Of, Free: row.Free,
			Source: row.Source, Confidence: row.Confidence, Note: row.Note})
	}
	write, read := l.throughput()
	_, writes := l.Price(write)
	_, reads := l.Price(read)
	if !writes && !reads {
		return nil, nil
	}
	for _, it := range []Item{write, read, Storage} {
		if _, ok := l.Price(it); !ok {
			gaps = append(gaps, string(it))
		}
	}
	return l, gaps
}
