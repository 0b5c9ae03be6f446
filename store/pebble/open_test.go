package pebble_test

import (
	"context"
	"testing"

	"github.com/keywright/keywright/store"
	"github.com/keywright/keywright/store/pebble"
)

func TestZeroOptionsIsMemory(t *testing.T) {
	s, err := pebble.Open(pebble.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := context.Background()
	err = s.Update(ctx, func(tx store.Txn) error {
		if _, err := tx.GetForUpdate(ctx, []byte("k")); err != nil {
			return err
		}
		tx.Set([]byte("k"), []byte("v"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = s.GetOne(ctx, []byte("k"), func(v []byte) error {
		if string(v) != "v" {
			t.Errorf("got %q", v)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
