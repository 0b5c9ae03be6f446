package bill

import (
	"fmt"
	"math/big"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/traffic"
)

// storage bills what is stored in one Region.
func (w *writer) storage(list *cost.PriceList, global bool, part Part, suffix string) {
	over := list.ItemOverheadBytes
	text := fmt.Sprint(over)
	for i := range w.Traffic.Stored {
		s := &w.Traffic.Stored[i]
		extra := over
		if global && s.Place.Index == "" {
			extra += cost.Conventions().ReplicaOverheadBytes
			text = fmt.Sprintf("%d + %d", over, cost.Conventions().ReplicaOverheadBytes)
		}
		q := times(rat(s.Count, 1), rat(s.Bytes+extra, list.GigabyteBytes))
		w.line(Line{Part: part, Place: s.Place, Item: s.Item, What: "storage of " + s.Item + suffix}, list, cost.Storage, q, "",
			fmt.Sprintf("%s x (%s + %s bytes) / %s bytes = %s GB", count(s.Count), count(s.Bytes), text, count(list.GigabyteBytes), show(q)))
	}
}

// replicas bills the other Regions of a global table: every write of an item
// again, its index entries, the storage, and the transfer there. Reads are
// the application's own, and are not multiplied.
func (w *writer) replicas() {
	for _, region := range w.Options.Replicas {
		list, err := w.Options.Prices.Prices(cost.ListName(region, w.Options.Mode == OnDemand, w.Options.Class))
		if err != nil {
			w.fail(err)
			return
		}
		w.replicaWrites(list)
		w.storage(list, true, Replicas, " in "+region)
		w.transfer(region)
	}
}

func (w *writer) replicaWrites(list *cost.PriceList) {
	seconds := rat(list.MonthSeconds, 1)
	for _, op := range w.Traffic.Ops {
		for i := range op.Touches {
			t := &op.Touches[i]
			if t.Reads || t.Kind == traffic.Doubled { // a transaction is one of its own Region
				continue
			}
			item, q := w.replicaItem(t), times(perSecond(op, t), seconds)
			step := fmt.Sprintf("%s x %s s = %s write units", load(op, t), count(list.MonthSeconds), show(q))
			if w.Options.Mode != OnDemand {
				q = times(perSecond(op, t), rat(w.Options.Peak.Times, 1000), rat(100, w.Options.TargetUse), rat(list.MonthSeconds, 3600))
				step = fmt.Sprintf("%s x %s / %d%% x %s hours = %s unit hours", load(op, t), thousandths(w.Options.Peak.Times),
					w.Options.TargetUse, count(list.MonthSeconds/3600), show(q))
			}
			l := lineOf(op, t)
			l.Part, l.What = Replicas, l.What+" in "+list.Region
			w.line(l, list, item, q, "leave the replica out", step)
		}
	}
}

func (w *writer) replicaItem(t *traffic.Touch) cost.Item {
	base := partOf(t) == Writes
	switch {
	case w.Options.Mode == OnDemand && base:
		return cost.ReplicatedWriteRequest
	case w.Options.Mode == OnDemand:
		return cost.WriteRequest
	case base:
		return cost.ReplicatedWriteCapacityHour
	}
	return cost.WriteCapacityHour
}

// transfer bills the items that are written, once for each replica.
func (w *writer) transfer(region string) {
	q, text := w.written(rat(1, 1))
	q = times(q, rat(1, w.List.GigabyteBytes))
	w.line(Line{Part: Replicas, What: "transfer to " + region}, w.List, cost.TransferBetweenRegions, q, "leave --replicas out",
		fmt.Sprintf("%s / %s bytes = %s GB", text, count(w.List.GigabyteBytes), show(q)))
}

// written is how many bytes of items are written in a month, in blocks.
func (w *writer) written(block *big.Rat) (*big.Rat, string) {
	sum := new(big.Rat)
	for _, op := range w.Traffic.Ops {
		for i := range op.Touches {
			t := &op.Touches[i]
			if t.Reads || partOf(t) != Writes || t.Kind == traffic.Doubled {
				continue
			}
			bytes := rat(ceil(times(rat(t.Bytes, 1), new(big.Rat).Inv(block))), 1)
			sum.Add(sum, times(rat(int64(op.Rate), million), rat(t.Times, million), bytes, rat(w.List.MonthSeconds, 1)))
		}
	}
	return sum, show(sum) + " bytes of items written in a month"
}

// features bills what is switched on beside the table: backups, exports,
// streams.
func (w *writer) features() {
	o := &w.Options
	if o.PITR {
		w.copies(Backups, "point-in-time recovery", cost.PointInTimeRecovery, 1, "leave --pitr out")
	}
	if o.WarmBackups > 0 {
		w.copies(Backups, "backups kept warm", cost.BackupWarm, o.WarmBackups, "leave --backups out")
	}
	if o.ColdBackups > 0 {
		w.copies(Backups, "backups kept cold", cost.BackupCold, o.ColdBackups, "leave --cold-backups out")
	}
	if o.Exports > 0 {
		w.copies(Exports, "exports to S3", cost.Export, o.Exports, "leave --exports out")
	}
	if o.StreamCalls > 0 {
		q := times(rat(int64(o.StreamCalls), million), rat(w.List.MonthSeconds, 1))
		w.line(Line{Part: Streams, What: "GetRecords of stream readers"}, w.List, cost.StreamsRead, q, "leave --streams out",
			fmt.Sprintf("%s x %s s = %s calls", model.Rate(o.StreamCalls), count(w.List.MonthSeconds), show(q)))
	}
	if o.ChangeCapture {
		q, _ := w.written(rat(1024, 1))
		w.line(Line{Part: Streams, What: "change capture to Kinesis"}, w.List, cost.ChangeCapture, q, "leave --kinesis out",
			fmt.Sprintf("%s started KB of items written in a month", show(q)))
	}
}

// copies bills whole copies of the tables: their items and local indexes.
func (w *writer) copies(part Part, what string, item cost.Item, n int64, without string) {
	bytes := new(big.Rat)
	for i := range w.Traffic.Stored {
		s := &w.Traffic.Stored[i]
		if s.Place.Capacity.Index == "" {
			bytes.Add(bytes, times(rat(s.Count, 1), rat(s.Bytes+w.List.ItemOverheadBytes, 1)))
		}
	}
	q := times(rat(n, 1), bytes, rat(1, w.List.GigabyteBytes))
	w.line(Line{Part: part, What: what}, w.List, item, q, without,
		fmt.Sprintf("%s x %s bytes of tables and local indexes / %s bytes = %s GB", count(n), show(bytes), count(w.List.GigabyteBytes), show(q)))
}
