package server

import (
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what GET /metrics shows, in Prometheus's format.
type metrics struct {
	handler  http.Handler
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	units    *prometheus.CounterVec
	inFlight prometheus.Gauge
	conns    prometheus.Gauge
}

func newMetrics() *metrics {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "keywright_requests_total", Help: "Requests to the API, by operation and by error code, OK for none.",
		}, []string{"operation", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "keywright_request_duration_seconds", Help: "Time from the headers of a request to the end of its answer.",
			Buckets: prometheus.ExponentialBuckets(0.00005, 2, 18), // 50 µs to 6.5 s
		}, []string{"operation"}),
		units: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "keywright_consumed_capacity_units_total", Help: "Capacity units used, by operation.",
		}, []string{"operation"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "keywright_requests_in_flight", Help: "Requests to the API under way.",
		}),
		conns: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "keywright_connections", Help: "Open connections.",
		}),
	}
	r := prometheus.NewRegistry()
	r.MustRegister(m.requests, m.seconds, m.units, m.inFlight, m.conns,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.handler = promhttp.HandlerFor(r, promhttp.HandlerOpts{})
	return m
}

// meter are the metrics of one operation, found once.
type meter struct {
	operation string
	seconds   prometheus.Observer
	units     prometheus.Counter
	requests  *prometheus.CounterVec

	mu    sync.RWMutex
	codes map[string]prometheus.Counter
}

func (m *metrics) meter(operation string) *meter {
	return &meter{
		operation: operation,
		seconds:   m.seconds.WithLabelValues(operation),
		units:     m.units.WithLabelValues(operation),
		requests:  m.requests,
		codes:     map[string]prometheus.Counter{},
	}
}

func (m *meter) count(code string, took time.Duration, units float64) {
	m.mu.RLock()
	c := m.codes[code]
	m.mu.RUnlock()
	if c == nil { // codes are a closed set
		c = m.requests.WithLabelValues(m.operation, code)
		m.mu.Lock()
		m.codes[code] = c
		m.mu.Unlock()
	}
	c.Inc()
	m.seconds.Observe(took.Seconds())
	m.units.Add(units)
}
