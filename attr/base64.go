package attr

import (
	"encoding/base64"
	"fmt"
)

// decodeBase64 reads base64 as DynamoDB's parser does: padded, no white
// space, no bits set behind the last byte. The misspelling is DynamoDB's.
func decodeBase64(text string) (string, error) {
	if len(text)%4 != 0 {
		return "", &SerializationError{fmt.Sprintf("Base64 encoded length is expected a multiple of 4 bytes but found: %d", len(text))}
	}
	for _, c := range []byte(text) {
		if !isBase64(c) {
			return "", &SerializationError{fmt.Sprintf("Invalid Base64 character: '%c'", c)}
		}
	}
	b, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil {
		return "", &SerializationError{"Invalid last non-pad Base64 character dectected"}
	}
	return string(b), nil
}

func isBase64(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '/' || c == '='
}
