// Package plan finds the cheapest key design in which every question of a
// model is one request.
package plan
