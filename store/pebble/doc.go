// Package pebble is the embedded driver of package store: one folder, or
// memory, with Pebble below. It is the only package that imports Pebble.
package pebble
