package project

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// rowsPerEntity is how many rows inventRows makes of each entity: enough to
// show order and several children of one parent, few enough for one look.
const rowsPerEntity = 4

// sampleEpoch is the first time stamp of made-up rows.
var sampleEpoch = time.Date(2026, 5, 28, 19, 5, 33, 123456789, time.UTC)

// inventor makes rows up, the same on every run. Values follow each column's
// type and checks; references point to rows that exist, most of them to the
// first parent, so that collections have several members.
type inventor struct {
	model *model.Model
	rows  map[*model.Entity][]model.Row
	busy  map[*model.Entity]bool // entities whose rows are being made
}

func inventRows(m *model.Model) Sample {
	inv := &inventor{model: m, rows: map[*model.Entity][]model.Row{}, busy: map[*model.Entity]bool{}}
	var out Sample
	for _, e := range m.Entities {
		out = append(out, SampleRows{Entity: e, Rows: inv.entity(e)})
	}
	return out
}

func (inv *inventor) entity(e *model.Entity) []model.Row {
	if rows, ok := inv.rows[e]; ok || inv.busy[e] {
		return rows
	}
	inv.busy[e] = true
	var rows []model.Row
	for i := range rowsPerEntity {
		row := inv.row(e, i)
		if !sameKey(e, rows, row) {
			rows = append(rows, row)
		}
	}
	inv.busy[e] = false
	inv.rows[e] = rows
	return rows
}

func (inv *inventor) row(e *model.Entity, i int) model.Row {
	row := model.Row{}
	parent := 0 // three rows of the first parent, then one of the second
	if i == rowsPerEntity-1 {
		parent = 1
	}
	fk := 0
	for _, c := range e.Columns {
		switch {
		case c.Computed != nil:
			continue
		case c.References != nil:
			row[c.Name] = inv.reference(c, choose(fk, parent, i))
			fk++
		case !c.NotNull && i == 1 && !inKey(e, c.Name):
			row[c.Name] = attr.Null()
		default:
			row[c.Name] = inventValue(e, c, i)
		}
	}
	return row
}

// choose spreads the second and further references of an entity, so that rows
// of a link entity (a, b) differ.
func choose(fk, parent, i int) int {
	if fk == 0 {
		return parent
	}
	return i
}

func (inv *inventor) reference(c *model.Column, i int) attr.Value {
	rows := inv.entity(inv.model.Entity(c.References.Entity))
	if len(rows) == 0 { // a row that references its own kind
		if c.NotNull {
			return inventValue(inv.model.Entity(c.References.Entity), c, i)
		}
		return attr.Null()
	}
	return rows[i%len(rows)][c.References.Column]
}

func sameKey(e *model.Entity, rows []model.Row, row model.Row) bool {
	for _, r := range rows {
		same := true
		for _, k := range e.Key {
			same = same && attr.Equal(r[k], row[k])
		}
		if same {
			return true
		}
	}
	return false
}

func inKey(e *model.Entity, column string) bool {
	for _, k := range e.Key {
		if k == column {
			return true
		}
	}
	for _, u := range e.Unique {
		for _, k := range u {
			if k == column {
				return true
			}
		}
	}
	return false
}

// inventValue returns the i-th value of a column. Where the text that it makes
// up fails a check, plainer ones are tried, then the column's lower bound.
func inventValue(e *model.Entity, c *model.Column, i int) attr.Value {
	v := rawValue(e, c, i)
	if c.CheckValue(v) == nil || v.Type() != attr.TypeString {
		return v
	}
	letters := strings.ReplaceAll(strings.ReplaceAll(v.Str(), "-", ""), "_", "")
	digits := fmt.Sprintf("%0*d", max(1, c.Type.Length), i+1)
	for _, s := range []string{letters, strings.ToUpper(letters), strings.ToLower(letters), digits, c.MinText, c.MaxText} {
		if t := attr.String(s); c.CheckValue(t) == nil {
			return t
		}
	}
	return v
}

func rawValue(e *model.Entity, c *model.Column, i int) attr.Value {
	switch c.Type.Kind {
	case model.KindInt, model.KindNumeric:
		return inventNumber(c, i)
	case model.KindTimestamp:
		t := sampleEpoch.Add(time.Duration(i) * 47 * time.Minute).Truncate(fraction(c.Type.Precision))
		return attr.String(t.Format(timeLayout(c.Type.Precision)))
	case model.KindDate:
		return attr.String(sampleEpoch.AddDate(0, 0, i).Format(time.DateOnly))
	case model.KindBool:
		return attr.Bool(i%2 == 0)
	case model.KindBlob:
		return attr.Binary([]byte{0xC0, 0xDE, byte(i)})
	case model.KindJSON:
		return attr.Map(attr.NewItem(attr.Field{Name: "note", Value: attr.String(fmt.Sprintf("sample %d", i+1))}))
	case model.KindULID:
		return attr.String(inventULID(e.Name+"."+c.Name, i))
	case model.KindUUID:
		return attr.String(inventUUID(e.Name+"."+c.Name, i))
	}
	return attr.String(inventText(c, i))
}

func fraction(digits int) time.Duration {
	d := time.Second
	for range digits {
		d /= 10
	}
	return d
}

func timeLayout(digits int) string {
	if digits == 0 {
		return "2006-01-02T15:04:05Z"
	}
	return "2006-01-02T15:04:05." + strings.Repeat("0", digits) + "Z"
}

// inventNumber spreads the declared range so that numbers of different digit
// counts and signs stand side by side: what an unpadded key would sort wrong.
func inventNumber(c *model.Column, i int) attr.Value {
	plain := []int64{1842, 9, 1000, 137}[i%rowsPerEntity]
	if c.Min == nil || c.Max == nil {
		return attr.Int(plain)
	}
	lo, okLo := c.Min.Int64()
	hi, okHi := c.Max.Int64()
	if !okLo || !okHi || (plain >= lo && plain <= hi) {
		return attr.Int(plain)
	}
	span := new(big.Int).Sub(big.NewInt(hi), big.NewInt(lo))
	step := span.Mul(span, big.NewInt(int64(i)))
	step.Div(step, big.NewInt(rowsPerEntity))
	return attr.Int(lo + step.Int64())
}

// crockford is the alphabet of ULIDs.
var crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

func inventULID(seed string, i int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", seed, i))
	return "01JWC" + crockford.EncodeToString(sum[:14])[:21]
}

func inventUUID(seed string, i int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", seed, i))
	sum[6] = sum[6]&0x0f | 0x40 // version 4
	sum[8] = sum[8]&0x3f | 0x80 // RFC 9562 variant
	h := hex.EncodeToString(sum[:16])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// inventText names the column and counts, cut to the declared length.
func inventText(c *model.Column, i int) string {
	if len(c.Values) > 0 {
		return c.Values[i%len(c.Values)]
	}
	name := strings.ReplaceAll(c.Name, "_", "-")
	switch c.Type.Kind {
	case model.KindChar:
		s := strings.ToUpper(strings.ReplaceAll(c.Name, "_", "")) + strings.Repeat("X", c.Type.Length)
		return s[:c.Type.Length-1] + string(rune('A'+i))
	case model.KindVarchar:
		if n := len(name) + 2; n > c.Type.Length {
			return string(rune('a'+i)) + name[:max(0, c.Type.Length-1)]
		}
	}
	return fmt.Sprintf("%s-%d", name, i+1)
}
