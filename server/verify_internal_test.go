package server

import (
	"encoding/hex"
	"net/http/httptest"
	"testing"
)

// The worked example of the AWS documentation ("Signature Version 4 signing
// process", IAM ListUsers): hash of the canonical request, signing key and
// signature as published there.
func TestPublishedExample(t *testing.T) {
	const (
		secretKey    = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
		emptyPayload = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
		wantRequest  = "f536975d06c0309214f805bb90ccff089219ecd68b2577efef23edd43b7e1a59"
		wantKey      = "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9"
		wantValue    = "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"
	)
	r := httptest.NewRequest("GET", "https://iam.amazonaws.com/?Version=2010-05-08&Action=ListUsers", nil)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
	r.Header.Set("X-Amz-Date", "20150830T123600Z")
	var sig signature
	err := sig.parseAuthorization("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, "+
		"SignedHeaders=content-type;host;x-amz-date, Signature="+wantValue, headerDate(r.Header))
	if err != nil {
		t.Fatal(err)
	}
	sig.date, sig.region, sig.service = "20150830", "us-east-1", "iam"
	var keys keyCache
	if got := hex.EncodeToString(keys.signing(&sig, secretKey)); got != wantKey {
		t.Errorf("signing key %s", got)
	}
	canonical := canonicalRequest(r, &sig, emptyPayload)
	if got := hash256(canonical); got != wantRequest {
		t.Errorf("canonical request %s of\n%s", got, canonical)
	}
	if got := hex.EncodeToString(sum(keys.signing(&sig, secretKey), stringToSign(&sig, canonical))); got != wantValue {
		t.Errorf("signature %s", got)
	}
}
