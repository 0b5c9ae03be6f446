package design

import (
	"fmt"
	"hash/crc32"
	"strconv"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// maxShards bounds into how many keys a partition key is spread: a question
// needs a request for each.
const maxShards = model.MaxShards

// shardSlot is the slot of a sharded question's request that is the number of
// the shard.
const shardSlot = "_shard"

// shardOf is the codec shard(n): which of n shards a row belongs to, by a hash
// of a column: CRC-32 (IEEE 802.3) of its value as text, modulo n, so that any
// language can compute it. It spreads a hot partition key over n keys; the
// column cannot be read from it.
type shardOf struct {
	col *model.Column
	n   int
}

func newShard(col *model.Column, call codecCall) (scheme, error) {
	if len(call.args) != 1 {
		return nil, fmt.Errorf("shard names how many: shard(8)")
	}
	n, err := strconv.Atoi(call.args[0])
	if err != nil || n < 2 || n > maxShards {
		return nil, fmt.Errorf("shard(%s): 2 to %d shards are possible", call.args[0], maxShards)
	}
	if call.desc || call.nulls || call.before {
		return nil, fmt.Errorf("shard(%d) has no order and no form for NULL: leave the option out", n)
	}
	return shardOf{col, n}, nil
}

func (s shardOf) encode(v attr.Value) (string, error) {
	return shardText(int(crc32.ChecksumIEEE([]byte(v.Str()))%uint32(s.n)), s.n), nil
}

func (s shardOf) arg(v attr.Value) (string, error) { return s.encode(v) }

// decode checks a shard's number; nothing of the column is in it.
func (s shardOf) decode(text string) (attr.Value, error) {
	if i, err := strconv.Atoi(text); err != nil || i < 0 || i >= s.n {
		return attr.Value{}, nil
	}
	return attr.String(text), nil
}

func (s shardOf) traits() traits {
	w := shardWidth(s.n)
	return traits{width: w, longest: w, bytes: bytesOf("0123456789")}
}

func shardWidth(n int) int { return len(strconv.Itoa(n - 1)) }

// shardText is a shard's number as it stands in keys.
func shardText(i, n int) string { return fmt.Sprintf("%0*d", shardWidth(n), i) }

// shards is into how many shards a key text spreads its rows, 1 for none.
func (k *keyText) shards() int {
	n := 1
	for _, p := range k.parts {
		if p.codec != nil {
			if s, ok := p.codec.scheme.(shardOf); ok {
				n *= s.n
			}
		}
	}
	return n
}

// spread are the columns of a key text whose values make different keys,
// those that only choose a shard left out.
func (k *keyText) spread() []string {
	var out []string
	for _, p := range k.parts {
		if p.codec == nil {
			continue
		}
		if _, ok := p.codec.scheme.(shardOf); !ok {
			out = appendNew(out, p.name)
		}
	}
	return out
}

// Shards returns over how many shards the items of a type are spread by an
// attribute, 1 for none.
func (b *Bound) Shards(item, attribute string) int {
	if t := b.typeOf(item); t != nil {
		for i := range t.keys {
			if t.keys[i].name == attribute {
				return t.keys[i].text.shards()
			}
		}
	}
	return 1
}

// shardColumn stands for the number of a shard in the template of a request.
func shardColumn(n int) *model.Column {
	least, most := attr.NumberFromInt(0), attr.NumberFromInt(int64(n-1))
	return &model.Column{Name: shardSlot, Type: model.Type{Kind: model.KindInt}, NotNull: true, Min: &least, Max: &most}
}
