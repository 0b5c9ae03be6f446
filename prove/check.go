package prove

import (
	"context"
	"fmt"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// Options say how hard to try. The zero value is for a laptop: 300 worlds on
// all processors.
type Options struct {
	Seed     uint64 // worlds are a function of it; 0 is a seed like any other
	Worlds   int    // 300 by default
	Parallel int    // worlds at a time, each on tables of its own; the number of processors by default, 8 at most
	// Prefix begins the names of the tables that are made and dropped;
	// "kw-prove-" by default. Existing tables of such names are dropped.
	Prefix string
	// Settle is how long a database may be behind itself: indexes are waited for
	// before they are asked, and an answer that was not read consistently may
	// stay wrong for so long before it counts. 0, the default, is right for the
	// embedded engine.
	Settle time.Duration
	// OnDemand makes the tables on demand, whatever the design has.
	OnDemand bool
	// Minimise is how many worlds are run at most to make one failure small:
	// 1500 by default. Less is quicker on a database far away, and the
	// counter-example larger.
	Minimise int
	// Progress is called after each round of worlds, from one goroutine at a
	// time; nil for none.
	Progress func(done, total int)
	// Partial lets questions be missing that the planner refuses: they are
	// listed as Unanswered and do not stand against the proof.
	Partial bool
}

const defaultWorlds = 300

func (o Options) withDefaults() Options {
	if o.Worlds <= 0 {
		o.Worlds = defaultWorlds
	}
	if o.Parallel <= 0 {
		o.Parallel = processors()
	}
	if o.Prefix == "" {
		o.Prefix = "kw-prove-"
	}
	if o.Minimise <= 0 {
		o.Minimise = runsOfMinimiser
	}
	if o.Progress == nil {
		o.Progress = func(int, int) {}
	}
	return o
}

// Check proves a design against its model, or finds counter-examples. It makes
// tables of its own on db, runs worlds of rows through the design's writes and
// questions, and drops the tables again. What it reports is the same for the
// same model, design, seed and number of worlds; an error is returned only
// where the database fails or the context ends. A *LeftError may come with a
// report: all is proven or refuted, and tables could not be dropped.
func Check(ctx context.Context, b *design.Bound, db api.DB, o Options) (*Report, error) {
	o = o.withDefaults()
	s := newSubject(b)
	rep := &Report{
		Model: b.Model.Name, Seed: o.Seed,
		Assumptions: append(assumptions(b.Model), s.manyCopies()...),
		Obligations: s.static(),
	}
	s.missing(rep, o)
	for _, ob := range rep.Obligations {
		if !ob.Held {
			rep.Failures = append(rep.Failures, s.staticFailure(ob))
		}
	}
	runs, err := s.worlds(ctx, db, o)
	if runs == nil {
		return nil, err
	}
	for _, f := range runs.failures {
		rep.Failures = append(rep.Failures, s.failure(f))
	}
	rep.Worlds, rep.Writes, rep.Requests, rep.Questions = runs.worlds, runs.writes, runs.requests, runs.stats
	rep.Obligations = append(rep.Obligations, s.tested(runs)...)
	rep.Unstable = runs.unstable
	s.unexercised(rep)
	rep.Proven = len(rep.Failures) == 0
	return rep, err
}

// missing lists the questions without a request. One that the model itself
// refuses is no fault of the design.
func (s *subject) missing(rep *Report, o Options) {
	for _, q := range s.m.Questions {
		if len(q.Refusals) > 0 {
			rep.Unanswered = append(rep.Unanswered, q.Name)
		}
	}
	for _, name := range s.b.Missing {
		if o.Partial {
			rep.Unanswered = append(rep.Unanswered, name)
			continue
		}
		rep.Obligations = append(rep.Obligations, broken(Answered, name, "the design has no request for the question"))
	}
	for _, in := range s.inquiries {
		rep.Obligations = append(rep.Obligations, held(Answered, in.q.Name, "%s on %s", in.d.Operation, where(in.d)))
	}
}

func where(q *design.Question) string {
	if q.Request.IndexName != "" {
		return q.Request.TableName + "." + q.Request.IndexName
	}
	return q.Request.TableName
}

func (s *subject) staticFailure(ob Obligation) Failure {
	f := Failure{Rule: ob.Rule, Subject: ob.Subject, Message: ob.Detail, Trap: staticTraps[ob.Rule]}
	for _, in := range s.inquiries {
		if ob.Rule == Once && in.q.Name == ob.Subject {
			f.Trap = filterTrap(in.d.Request)
		}
	}
	return f
}

// tested lists the obligations that hold in every world, with figures of how
// hard they were tried, and those that do not.
func (s *subject) tested(runs *outcome) []Obligation {
	broke := make(map[findingKey]string)
	for _, f := range runs.failures {
		broke[f.findingKey] = f.message
	}
	var out []Obligation
	add := func(r Rule, subject, figures string) {
		k := findingKey{r, subject}
		if msg, bad := broke[k]; bad {
			figures = msg
		}
		_, bad := broke[k]
		delete(broke, k)
		out = append(out, Obligation{r, subject, Tested, !bad, figures})
	}
	worlds := fmt.Sprintf("in %d worlds", runs.worlds)
	for i, in := range s.inquiries {
		s.testedQuestion(in, runs.stats[i], add)
	}
	for _, w := range s.allWrites() {
		add(Accepted, w.Name, worlds)
		if w.Kind != model.Delete {
			add(Unique, w.Name, worlds)
			add(Refused, w.Name, worlds)
		}
	}
	for _, it := range s.d.Items {
		add(Current, it.Name, worlds)
		add(Gone, it.Name, worlds)
		add(Apart, it.Name, worlds)
	}
	for _, f := range runs.failures { // what is left: rules that are not listed where they hold
		if _, left := broke[f.findingKey]; left {
			add(f.rule, f.subject, "")
		}
	}
	return out
}

func (s *subject) testedQuestion(in *inquiry, st QuestionStats, add func(r Rule, subject, figures string)) {
	name := in.q.Name
	add(Asked, name, fmt.Sprintf("asked %d times", st.Asked))
	add(Rows, name, fmt.Sprintf("%d answers with rows, at most %d", st.Found, st.MostRows))
	add(Values, name, fmt.Sprintf("%d answers with rows", st.Found))
	add(Once, name, fmt.Sprintf("asked %d times", st.Asked))
	for _, stmt := range in.q.Statements {
		if len(stmt.OrderBy) > 0 {
			add(Order, name, fmt.Sprintf("%d answers with rows, %d with ties", st.Found, st.Ties))
			break
		}
	}
	if in.d.Operation != "Query" {
		return
	}
	add(Pages, name, fmt.Sprintf("%d answers read again in small pages", st.Paged))
	if in.limit > 0 || in.maxLimit > 0 {
		add(Limits, name, fmt.Sprintf("%d answers cut by LIMIT", st.Cut))
	}
}

// unexercised turns questions that never found a row into failures: nothing
// is proven of them.
func (s *subject) unexercised(rep *Report) {
	if len(rep.Failures) > 0 {
		return // worlds may have stopped early
	}
	for _, st := range rep.Questions {
		ob := Obligation{Exercised, st.Question, Tested, st.Found > 0, fmt.Sprintf("asked %d times, %d times with rows, %d times cut by LIMIT", st.Asked, st.Found, st.Cut)}
		rep.Obligations = append(rep.Obligations, ob)
		if !ob.Held {
			rep.Failures = append(rep.Failures, Failure{Rule: Exercised, Subject: st.Question, Question: st.Question, Message: "in no world did the question find a row, so nothing is proven of it: " + ob.Detail})
		}
	}
}
