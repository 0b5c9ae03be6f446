package design

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// timeText is UTC text with p fraction digits: 2026-05-28T19:05:33.123Z.
type timeText struct {
	col *model.Column
	p   int
}

// newTime reads time, time(p) and either with desc; p is the column's
// precision where it is not given.
func newTime(col *model.Column, call codecCall) (scheme, error) {
	if err := wants(col, "time", model.KindTimestamp); err != nil {
		return nil, err
	}
	p, err := precision(call, col.Type.Precision)
	if err != nil {
		return nil, err
	}
	if call.desc {
		return newCount(col, p), nil
	}
	return timeText{col, p}, nil
}

func precision(call codecCall, otherwise int) (int, error) {
	if len(call.args) == 0 {
		return otherwise, nil
	}
	p, err := strconv.Atoi(call.args[0])
	if err != nil || p < 0 || p > 9 || len(call.args) > 1 {
		return 0, fmt.Errorf("%s(p) takes a number of fraction digits from 0 to 9", call.name)
	}
	return p, nil
}

func (t timeText) encode(v attr.Value) (string, error) {
	at, err := parseTime(t.col, v)
	if err != nil {
		return "", err
	}
	at, _ = cutTime(at, t.p)
	return model.FormatTimestamp(at, t.p), nil
}

func (t timeText) arg(v attr.Value) (string, error) {
	at, err := parseTime(t.col, v)
	if err != nil {
		return "", err
	}
	_, rest := cutTime(at, t.col.Type.Precision)
	at, _ = cutTime(at, t.p)
	if rest {
		return model.FormatTimestamp(at, t.p) + gap, nil
	}
	return model.FormatTimestamp(at, t.p), nil
}

func (t timeText) prefix(v attr.Value) (string, error) { return v.Str(), nil }

func (t timeText) decode(s string) (attr.Value, error) {
	at, err := parseTime(t.col, attr.String(s))
	if err != nil || model.FormatTimestamp(at, t.p) != s {
		return attr.Value{}, nil
	}
	return stored(t.col, at)
}

// stored returns a time in the column's normal form, nothing where it has more
// digits than the column.
func stored(col *model.Column, at time.Time) (attr.Value, error) {
	if _, rest := cutTime(at, col.Type.Precision); rest {
		return attr.Value{}, nil
	}
	return attr.String(model.FormatTimestamp(at, col.Type.Precision)), nil
}

func (t timeText) traits() traits {
	w := len(model.FormatTimestamp(time.Time{}, t.p))
	return traits{
		ordered: true, injective: t.p >= t.col.Type.Precision,
		width: w, longest: w, bytes: bytesOf("0123456789-:.TZ"),
	}
}

// localTime is the codec local: text as handed in, offset kept, which is not
// in the order of time.
type localTime struct{ col *model.Column }

func newLocal(col *model.Column) (scheme, error) {
	return localTime{col}, wants(col, "local", model.KindTimestamp)
}

func (localTime) encode(v attr.Value) (string, error)   { return v.Str(), nil }
func (localTime) arg(v attr.Value) (string, error)      { return v.Str(), nil }
func (localTime) prefix(v attr.Value) (string, error)   { return v.Str(), nil }
func (l localTime) decode(s string) (attr.Value, error) { return normal(l.col, attr.String(s)) }
func (localTime) traits() traits {
	return traits{longest: len("2026-05-28T19:05:33.123456789+02:00"), bytes: bytesOf("0123456789-+:.TZ")}
}

// dateText is YYYY-MM-DD: a date, or the UTC day of a timestamp.
type dateText struct{ col *model.Column }

func newDate(col *model.Column, call codecCall) (scheme, error) {
	if err := wants(col, "date", model.KindDate, model.KindTimestamp); err != nil {
		return nil, err
	}
	if call.desc {
		return newCount(col, days), nil
	}
	return dateText{col}, nil
}

// day returns the day of a value of the column, and whether a time of day was
// cut off.
func day(col *model.Column, v attr.Value) (at time.Time, rest bool, err error) {
	if col.Type.Kind == model.KindTimestamp {
		at, err = parseTime(col, v)
	} else if at, err = time.Parse(time.DateOnly, v.Str()); err != nil {
		err = refuse(col, v, "is no date; write YYYY-MM-DD")
	}
	cut := at.Truncate(24 * time.Hour)
	return cut, !cut.Equal(at), err
}

func (d dateText) encode(v attr.Value) (string, error) {
	at, _, err := day(d.col, v)
	return at.Format(time.DateOnly), err
}
func (d dateText) arg(v attr.Value) (string, error)    { return d.encode(v) }
func (d dateText) prefix(v attr.Value) (string, error) { return v.Str(), nil }

func (d dateText) decode(s string) (attr.Value, error) {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return attr.Value{}, nil
	}
	if d.col.Type.Kind == model.KindTimestamp {
		s += "T00:00:00Z"
	}
	return normal(d.col, attr.String(s))
}

func (d dateText) traits() traits {
	w := len(time.DateOnly)
	return traits{
		ordered: true, injective: d.col.Type.Kind == model.KindDate,
		width: w, longest: w, bytes: bytesOf("0123456789-"),
	}
}

// days is the precision of a timeCount that counts days.
const days = -1

// timeCount is the descending form of times and dates: how many units (10^-p
// seconds, or days) lie between the value and the end of the year 9999.
type timeCount struct {
	col   *model.Column
	p     int
	last  *big.Int
	width int
}

func newCount(col *model.Column, p int) scheme {
	c := timeCount{col: col, p: p}
	c.last, _ = c.count(time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC))
	c.width = len(c.last.String())
	return c
}

// count returns the whole units since the year 0 and whether a rest was cut.
func (c timeCount) count(t time.Time) (units *big.Int, rest bool) {
	zero := time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)
	seconds := t.Unix() - zero.Unix()
	if c.p == days {
		return big.NewInt(seconds / 86400), seconds%86400 != 0 || t.Nanosecond() != 0
	}
	units = big.NewInt(seconds)
	units.Mul(units, big.NewInt(pow10(c.p)))
	fraction := int64(t.Nanosecond())
	unit := pow10(9 - c.p)
	return units.Add(units, big.NewInt(fraction/unit)), fraction%unit != 0
}

func (c timeCount) text(units *big.Int) string {
	s := new(big.Int).Sub(c.last, units).String()
	return strings.Repeat("0", c.width-len(s)) + s
}

func (c timeCount) parse(v attr.Value) (time.Time, error) {
	if c.col.Type.Kind == model.KindTimestamp {
		return parseTime(c.col, v)
	}
	t, _, err := day(c.col, v)
	return t, err
}

func (c timeCount) encode(v attr.Value) (string, error) {
	t, err := c.parse(v)
	if err != nil {
		return "", err
	}
	units, _ := c.count(t)
	return c.text(units), nil
}

func (c timeCount) arg(v attr.Value) (string, error) {
	t, err := c.parse(v)
	if err != nil {
		return "", err
	}
	units, _ := c.count(t)
	if _, rest := cutTime(t, c.col.Type.Precision); !rest || c.p == days {
		return c.text(units), nil
	}
	// Between two codes: downward, after the code of the later time. After the
	// very last time there is none.
	units.Add(units, big.NewInt(1))
	if units.Cmp(c.last) > 0 {
		return belowAll, nil
	}
	return c.text(units) + gap, nil
}

func (c timeCount) decode(s string) (attr.Value, error) {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok || len(s) != c.width || strings.Trim(s, "0123456789") != "" || n.Cmp(c.last) > 0 {
		return attr.Value{}, nil
	}
	n.Sub(c.last, n)
	zero := time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)
	if c.p == days {
		at := zero.AddDate(0, 0, int(n.Int64()))
		if c.col.Type.Kind == model.KindDate {
			return attr.String(at.Format(time.DateOnly)), nil
		}
		return attr.String(model.FormatTimestamp(at, c.col.Type.Precision)), nil
	}
	seconds, fraction := new(big.Int).DivMod(n, big.NewInt(pow10(c.p)), new(big.Int))
	return stored(c.col, time.Unix(zero.Unix()+seconds.Int64(), fraction.Int64()*pow10(9-c.p)).UTC())
}

func (c timeCount) traits() traits {
	exact := c.p >= c.col.Type.Precision
	if c.col.Type.Kind == model.KindDate {
		exact = true
	}
	return traits{
		ordered: true, injective: exact, descending: true,
		width: c.width, longest: c.width, bytes: bytesOf("0123456789"), number: true,
	}
}

// epochTime is the codec epoch(p): units of 10^-p seconds since 1970, in an
// attribute of type N. Time to live wants epoch(0).
type epochTime struct {
	col *model.Column
	p   int
}

func newEpoch(col *model.Column, call codecCall) (scheme, error) {
	p, err := precision(call, 0)
	if err != nil {
		return nil, err
	}
	return epochTime{col, p}, wants(col, "epoch", model.KindTimestamp)
}

func (e epochTime) encode(v attr.Value) (string, error) {
	t, err := parseTime(e.col, v)
	if err != nil {
		return "", err
	}
	n := new(big.Int).Mul(big.NewInt(t.Unix()), big.NewInt(pow10(e.p)))
	return n.Add(n, big.NewInt(int64(t.Nanosecond())/pow10(9-e.p))).String(), nil
}

func (e epochTime) arg(v attr.Value) (string, error) { return e.encode(v) }

func (e epochTime) decode(s string) (attr.Value, error) {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok || n.String() != s {
		return attr.Value{}, nil
	}
	seconds, fraction := new(big.Int).DivMod(n, big.NewInt(pow10(e.p)), new(big.Int))
	if !seconds.IsInt64() {
		return attr.Value{}, nil
	}
	t := time.Unix(seconds.Int64(), fraction.Int64()*pow10(9-e.p)).UTC()
	if t.Year() < 0 || t.Year() > 9999 {
		return attr.Value{}, nil
	}
	return stored(e.col, t)
}

func (e epochTime) traits() traits {
	return traits{
		injective: e.p >= e.col.Type.Precision, number: true, numberOnly: true,
		longest: len("-62167219200") + e.p, bytes: bytesOf("-0123456789"),
	}
}
