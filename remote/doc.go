// Package remote is api.DB on an endpoint: Amazon DynamoDB of a region, or a
// URL that speaks its protocol.
//
// Where credentials and settings come from, how a request is signed and when
// it is tried again are the AWS SDK's: environment, shared files, profiles,
// SSO, roles, instance metadata; Signature Version 4; the standard or adaptive
// retryer with DynamoDB's figures. What goes over the wire is ours: requests
// and answers are read and written by api, so that numbers keep their 38
// digits, and errors are the api.Error that the embedded engine returns.
//
// Errors that are no api.Error are of four kinds: *CredentialsError, no
// credentials were found; *ConnectionError, no answer came; *AnswerError, an
// answer came that is none of DynamoDB's; *UncertainError, a write may have
// been made or not. A *ReadOnlyError is a refusal of this package's own. None
// of them holds a secret.
//
// open.go puts a DB together, call.go and retry.go take a request through its
// attempts, send.go makes one attempt. It was not tested against Amazon
// itself, but against package server with signatures verified.
package remote
