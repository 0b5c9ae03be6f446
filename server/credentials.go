package server

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Credentials are the keys that a server lets in.
type Credentials struct {
	byAccessKey map[string]secret
}

type secret struct {
	key   string // the secret access key
	token string // the session token that has to come with it, "" for none
}

// Len is the number of keys.
func (c *Credentials) Len() int { return len(c.byAccessKey) }

// NewCredentials returns one key, for tests and programs.
func NewCredentials(accessKey, secretKey string) *Credentials {
	return &Credentials{byAccessKey: map[string]secret{accessKey: {key: secretKey}}}
}

// ReadCredentials reads keys in the form of ~/.aws/credentials: a section for
// each profile with aws_access_key_id, aws_secret_access_key and, for
// temporary ones, aws_session_token. The names of the profiles do not matter.
// Errors name the line and never a secret.
func ReadCredentials(r io.Reader) (*Credentials, error) {
	c := &Credentials{byAccessKey: map[string]secret{}}
	var profile string
	var started bool
	var accessKey string
	var sec secret
	end := func() error {
		if !started {
			return nil
		}
		if accessKey == "" || sec.key == "" {
			return fmt.Errorf("profile %q needs aws_access_key_id and aws_secret_access_key", profile)
		}
		if _, twice := c.byAccessKey[accessKey]; twice {
			return fmt.Errorf("profile %q: access key %s is there twice", profile, accessKey)
		}
		c.byAccessKey[accessKey] = sec
		return nil
	}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		if line[0] == '[' {
			if err := end(); err != nil {
				return nil, err
			}
			profile, started = strings.TrimSpace(strings.Trim(line, "[]")), true
			accessKey, sec = "", secret{}
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if !ok || !started {
			return nil, fmt.Errorf("line %d is neither [profile] nor name = value within one", n)
		}
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "aws_access_key_id":
			accessKey = value
		case "aws_secret_access_key":
			sec.key = value
		case "aws_session_token":
			sec.token = value
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if err := end(); err != nil {
		return nil, err
	}
	if len(c.byAccessKey) == 0 {
		return nil, errors.New("there is no profile in it")
	}
	return c, nil
}
