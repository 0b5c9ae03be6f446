package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/project"
	"github.com/keywright/keywright/prove"
)

// proofAttempts is how often a proof sends a request: it would rather wait for
// a throttled table than begin again.
const proofAttempts = 10

// proveRemote proves a design on the embedded engine, and what holds there on
// the DynamoDB that the flags name.
func (a *app) proveRemote(ctx context.Context, p *project.Project, b *design.Bound, f proveFlags, o prove.Options) (rep *prove.Report, err error) {
	c := f.connection.connection()
	c.Attempts = proofAttempts
	db, err := project.Connect(ctx, c)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()

	progress := a.progress("proving " + p.Model.Name + " here first")
	o.Progress = progress.update
	r, err := p.Rehearse(ctx, b, db, o)
	progress.done()
	if err != nil {
		return nil, err
	}
	if len(r.Left) > 0 && !f.clean {
		fmt.Fprintf(a.env.Stderr, "note: %s of proofs that were cut short, or are under way, are there: %s; --clean deletes them\n",
			count(len(r.Left), "table"), strings.Join(r.LeftRuns(), ", "))
	}
	if !r.Report.Proven {
		fmt.Fprintf(a.env.Stderr, "note: the design fails on the embedded engine already; nothing was made on %s\n", db)
		return r.Report, nil
	}
	if err := a.consent(r, db, f); err != nil {
		return nil, err
	}
	if f.clean {
		if err := r.DeleteLeft(ctx, db); err != nil {
			return nil, err
		}
	}
	told := make(chan struct{})
	untold := context.AfterFunc(ctx, func() {
		fmt.Fprintln(a.env.Stderr, "keywright: deleting the tables; a second interrupt leaves them there")
		close(told)
	})
	defer func() {
		if !untold() {
			<-told // before anything else is printed
		}
	}()
	progress = a.progress("proving " + p.Model.Name + " on " + db.String())
	defer progress.done()
	return p.ProveOn(ctx, b, db, r, progress.update)
}

// database is what consent is asked for.
type database interface {
	fmt.Stringer
	Loopback() bool
}

// consent says what a proof is about to do and, away from this machine, asks
// unless the flags have the answer.
func (a *app) consent(r *project.Rehearsal, db database, f proveFlags) error {
	w := a.env.Stderr
	fmt.Fprintf(w, "on %s:\n", db)
	if f.clean && len(r.Left) > 0 {
		fmt.Fprintf(w, "  deleted: %s, %s\n", count(len(r.Left), "table"), strings.Join(r.LeftRuns(), ", "))
	}
	fmt.Fprintf(w, "  made on demand and deleted afterwards: %s, %s to %s\n", count(len(r.Tables), "table"), r.Tables[0], r.Tables[len(r.Tables)-1])
	fmt.Fprintf(w, "  sent: about %s, %s write units and %s read units, more where indexes are slow\n",
		count(r.Requests, "request"), round(r.WriteUnits), round(r.ReadUnits))
	if db.Loopback() {
		return nil
	}
	price := "about " + r.Cost.String()
	if small, ok := strings.CutPrefix(r.Cost.String(), "<"); ok {
		price = "less than " + small
	}
	fmt.Fprintf(w, "  at Amazon's prices: %s (%s)\n", price, r.Prices)
	if f.yes {
		return nil
	}
	no := &usageError{errors.New("nothing was made: making tables away from this machine needs your consent"), "the same with --yes"}
	if !a.env.Interactive {
		return no
	}
	fmt.Fprint(w, "Go on? [y/N] ")
	answer, err := bufio.NewReader(a.env.Stdin).ReadString('\n')
	if answer = strings.ToLower(strings.TrimSpace(answer)); err != nil || answer != "y" && answer != "yes" {
		return no
	}
	return nil
}

// round prints a figure to two digits: more would be a promise.
func round(n float64) string {
	if n < 100 {
		return fmt.Sprintf("%.0f", math.Ceil(n))
	}
	scale := math.Pow(10, math.Floor(math.Log10(n))-1)
	return fmt.Sprintf("%.0f", math.Ceil(n/scale)*scale)
}
