package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/keywright/keywright/store"
)

// checkBankSum: money moves between accounts, and every snapshot and the end
// hold the same sum.
func checkBankSum(t testing.TB, s store.Store) {
	ctx := context.Background()
	const accounts, each, sum = 8, 40, 8 * 100
	var pairs []string
	for i := range accounts {
		pairs = append(pairs, fmt.Sprintf("acc%d", i), "100")
	}
	put(t, s, pairs...)
	stop := make(chan struct{})
	auditor := make(chan error, 1)
	go func() { auditor <- audit(ctx, s, sum, stop) }()
	together(t, 6, func(i int) error {
		rnd := rand.New(rand.NewPCG(uint64(i), 2))
		for range each {
			from, to := rnd.IntN(accounts), rnd.IntN(accounts-1)
			if to >= from {
				to++
			}
			if err := transfer(ctx, s, fmt.Sprintf("acc%d", from), fmt.Sprintf("acc%d", to), rnd.IntN(30)); err != nil {
				return err
			}
		}
		return nil
	})
	close(stop)
	if err := <-auditor; err != nil {
		t.Error(err)
	}
	if got, err := total(scan(t, s, store.Range{})); got != sum || err != nil {
		t.Errorf("the sum is %d at the end (%v), want %d", got, err, sum)
	}
}

// transfer moves an amount if it is there; no account goes below zero.
func transfer(ctx context.Context, s store.Store, from, to string, amount int) error {
	return retrying(ctx, s, func(tx store.Txn) error {
		a, err := number(ctx, tx, from)
		if err != nil {
			return err
		}
		b, err := number(ctx, tx, to)
		if err != nil {
			return err
		}
		if a < 0 || b < 0 {
			return fmt.Errorf("%s has %d and %s has %d", from, a, to, b)
		}
		if a < amount {
			return nil
		}
		tx.Set([]byte(from), []byte(strconv.Itoa(a-amount)))
		tx.Set([]byte(to), []byte(strconv.Itoa(b+amount)))
		return nil
	})
}

func audit(ctx context.Context, s store.Store, sum int, stop chan struct{}) error {
	for {
		select {
		case <-stop:
			return nil
		default:
		}
		err := s.View(ctx, func(r store.Reader) error {
			pairs, err := list(r, store.Range{})
			if err != nil {
				return err
			}
			if got, err := total(pairs); got != sum || err != nil {
				return fmt.Errorf("a snapshot holds the sum %d (%v), want %d: %v", got, err, sum, pairs)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// total adds the values of "key=value" pairs.
func total(pairs []string) (int, error) {
	sum := 0
	for _, p := range pairs {
		_, v, _ := strings.Cut(p, "=")
		n, err := strconv.Atoi(v)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}
