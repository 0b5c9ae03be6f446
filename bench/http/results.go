package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"
)

// sample is what one side did in one round of one case.
type sample struct {
	perSecond float64
	cpu       float64 // µs of the server's processor for each request
	p50, p99  time.Duration
}

// results collects samples by case and side.
type results struct {
	sides   []*side
	order   []string
	samples map[string]map[string][]sample // case, side
}

func newResults(sides []*side) *results {
	return &results{sides: sides, samples: map[string]map[string][]sample{}}
}

// measure runs every side once. The floor answers as many bytes as keywright.
func (r *results) measure(ctx context.Context, c testCase, o options) error {
	if r.samples[c.name] == nil {
		r.samples[c.name] = map[string][]sample{}
		r.order = append(r.order, c.name)
	}
	size, err := r.sides[1].call(c.operation, c.bodies[0])
	if err != nil {
		return err
	}
	requests := make([][]byte, len(c.bodies))
	for i, body := range c.bodies {
		requests[i] = request(c.operation, body, size)
	}
	for _, s := range r.sides {
		before, err := s.cpu()
		if err != nil {
			return err
		}
		took, err := load(ctx, s, requests, o.conns, o.each)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		after, err := s.cpu()
		if err != nil {
			return err
		}
		n := len(took)
		r.samples[c.name][s.name] = append(r.samples[c.name][s.name], sample{
			perSecond: float64(n) / o.each.Seconds(),
			cpu:       float64((after - before).Microseconds()) / float64(n),
			p50:       took[n/2], p99: took[n*99/100],
		})
	}
	return nil
}

// print writes a table of medians, and of keywright's ratios to the others.
func (r *results) print(w io.Writer) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "case\tside\trequests/s\tserver CPU µs\tp50\tp99\tkeywright's rate / its CPU against this side")
	for _, name := range r.order {
		ours := median(r.samples[name]["keywright"])
		for _, s := range r.sides {
			m := median(r.samples[name][s.name])
			fmt.Fprintf(tw, "%s\t%s\t%.0f\t%.1f\t%v\t%v\t%.2f / %.2f\n", name, s.name, m.perSecond, m.cpu,
				m.p50.Round(time.Microsecond), m.p99.Round(time.Microsecond), ours.perSecond/m.perSecond, ours.cpu/m.cpu)
		}
	}
	tw.Flush()
}

// median takes each figure's median over the rounds.
func median(list []sample) sample {
	mid := func(get func(sample) float64) float64 {
		values := make([]float64, len(list))
		for i, s := range list {
			values[i] = get(s)
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	return sample{
		perSecond: mid(func(s sample) float64 { return s.perSecond }),
		cpu:       mid(func(s sample) float64 { return s.cpu }),
		p50:       time.Duration(mid(func(s sample) float64 { return float64(s.p50) })),
		p99:       time.Duration(mid(func(s sample) float64 { return float64(s.p99) })),
	}
}
