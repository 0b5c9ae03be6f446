// Package server is the wire protocol of DynamoDB over HTTP, on any api.DB:
// AWS JSON 1.0 as the SDKs speak it, DynamoDB and DynamoDB Streams on one
// port, with a page for browsers, a health line and, on request, metrics.
//
// The way of a request: guard.go asks whether it may come at all (Host,
// Origin), body.go reads and unpacks it, signature.go and verify.go look at
// its signature, call.go runs the operation, answer.go writes what came back.
// Order and texts of the refusals are DynamoDB's.
//
// A Server is an http.Handler. Serve runs it on a listener with the limits
// that a handler cannot set itself (listen.go, crowd.go); Transport runs it under an AWS
// SDK client in the same process, without a socket.
package server
