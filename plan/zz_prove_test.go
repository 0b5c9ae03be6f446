package plan_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/plan"
	"github.com/keywright/keywright/prove"
)

func TestZZProve(t *testing.T) {
	file := os.Getenv("MODEL")
	if file == "" {
		t.Skip()
	}
	m := parseFile(t, file)
	start := time.Now()
	r, err := plan.Search(context.Background(), m, plan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("plan", time.Since(start))
	b, err := design.Bind(m, r.Design)
	if err != nil {
		t.Fatal(err)
	}
	db, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	worlds := 20
	fmt.Sscan(os.Getenv("WORLDS"), &worlds)
	start = time.Now()
	rep, err := prove.Check(context.Background(), b, db, prove.Options{Worlds: worlds, Partial: true})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("prove", time.Since(start), rep.Proven, rep.Worlds, rep.Requests)
	for i, f := range rep.Failures {
		if i < 5 {
			fmt.Printf("%+v\n", f)
		}
	}
}
