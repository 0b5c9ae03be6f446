package storetest

import (
	"context"

	"github.com/keywright/keywright/store"
)

// broken is a store with some of its methods replaced; nil is the original.
type broken struct {
	store.Store
	noContext bool // calls get a context that is never done

	get    func(r store.Reader, ctx context.Context, keys [][]byte) ([][]byte, error)
	lock   func(tx store.Txn, ctx context.Context, keys [][]byte) ([][]byte, error)
	scan   func(r store.Reader, ctx context.Context, rg store.Range, fn func(k, v []byte) bool) error
	set    func(tx store.Txn, k, v []byte)
	stamp  func(tx store.Txn) uint64
	atEnd  func(ctx context.Context) error // when the function of Update succeeded
	getOne func(ctx context.Context, key []byte, fn func([]byte) error) error
	view   func(ctx context.Context, fn func(store.Reader) error) error
	update func(ctx context.Context, fn func(store.Txn) error) error
	split  func(ctx context.Context, keys [][]byte) error
	safe   func(ctx context.Context) (uint64, error)
	close  func() error

	deleteRange func(ctx context.Context, start, end []byte) error
}

// fresh reads the newest values, in a View of its own.
func (b *broken) fresh(ctx context.Context, keys [][]byte) (values [][]byte, err error) {
	err = b.Store.View(ctx, func(r store.Reader) (err error) {
		values, err = r.Get(ctx, keys...)
		return err
	})
	return values, err
}

func (b *broken) context(ctx context.Context) context.Context {
	if b.noContext {
		return context.Background()
	}
	return ctx
}

func (b *broken) GetOne(ctx context.Context, key []byte, fn func([]byte) error) error {
	if b.getOne != nil {
		return b.getOne(ctx, key, fn)
	}
	return b.Store.GetOne(b.context(ctx), key, fn)
}

func (b *broken) View(ctx context.Context, fn func(store.Reader) error) error {
	view := b.Store.View
	if b.view != nil {
		view = b.view
	}
	return view(b.context(ctx), func(r store.Reader) error { return fn(brokenReader{r, b}) })
}

func (b *broken) Update(ctx context.Context, fn func(store.Txn) error) error {
	update := b.Store.Update
	if b.update != nil {
		update = b.update
	}
	return update(b.context(ctx), func(tx store.Txn) error {
		err := fn(brokenTxn{brokenReader{tx, b}, tx})
		if err == nil && b.atEnd != nil {
			err = b.atEnd(ctx)
		}
		return err
	})
}

func (b *broken) DeleteRange(ctx context.Context, start, end []byte) error {
	if b.deleteRange != nil {
		return b.deleteRange(ctx, start, end)
	}
	return b.Store.DeleteRange(b.context(ctx), start, end)
}

func (b *broken) Split(ctx context.Context, keys ...[]byte) error {
	if b.split != nil {
		return b.split(ctx, keys)
	}
	return b.Store.Split(b.context(ctx), keys...)
}

func (b *broken) Safe(ctx context.Context) (uint64, error) {
	if b.safe != nil {
		return b.safe(ctx)
	}
	return b.Store.Safe(b.context(ctx))
}

func (b *broken) Close() error {
	if b.close != nil {
		return b.close()
	}
	return b.Store.Close()
}

// brokenReader hands the reader, or the transaction, below it to the
// replacements.
type brokenReader struct {
	r store.Reader
	b *broken
}

func (r brokenReader) Get(ctx context.Context, keys ...[]byte) ([][]byte, error) {
	if r.b.get != nil {
		return r.b.get(r.r, ctx, keys)
	}
	return r.r.Get(r.b.context(ctx), keys...)
}

func (r brokenReader) Scan(ctx context.Context, rg store.Range, fn func(k, v []byte) bool) error {
	if r.b.scan != nil {
		return r.b.scan(r.r, ctx, rg, fn)
	}
	return r.r.Scan(r.b.context(ctx), rg, fn)
}

type brokenTxn struct {
	brokenReader
	tx store.Txn
}

func (t brokenTxn) GetForUpdate(ctx context.Context, keys ...[]byte) ([][]byte, error) {
	if t.b.lock != nil {
		return t.b.lock(t.tx, ctx, keys)
	}
	return t.tx.GetForUpdate(t.b.context(ctx), keys...)
}

func (t brokenTxn) Set(key, value []byte) {
	if t.b.set != nil {
		t.b.set(t.tx, key, value)
		return
	}
	t.tx.Set(key, value)
}

func (t brokenTxn) Delete(key []byte) { t.tx.Delete(key) }

func (t brokenTxn) Stamp() uint64 {
	if t.b.stamp != nil {
		return t.b.stamp(t.tx)
	}
	return t.tx.Stamp()
}
