package remote

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync"
)

//go:embed partitions.json
var partitionsFile []byte

// partition is a part of Amazon's cloud with names of its own.
type partition struct {
	Name            string
	Regions         string // a regular expression
	Suffix          string // of hosts
	DualStackSuffix string // of hosts that have IPv6 addresses, too

	regions *regexp.Regexp
}

var partitions = sync.OnceValue(func() []partition {
	var file struct{ Partitions []partition }
	if err := json.Unmarshal(partitionsFile, &file); err != nil {
		panic(fmt.Sprintf("remote: partitions.json: %v", err)) // it is part of the program
	}
	for i := range file.Partitions {
		p := &file.Partitions[i]
		p.regions = regexp.MustCompile(p.Regions)
	}
	return file.Partitions
})

// variant is which of a region's endpoints is meant.
type variant struct{ fips, dualStack bool }

// endpoints are where the two services are.
type endpoints struct{ dynamodb, streams *url.URL }

// amazon returns the endpoints of a region (AWS General Reference, Amazon
// DynamoDB endpoints and quotas; compared with the SDK's own in tests).
func amazon(region string, v variant) (endpoints, error) {
	for _, p := range partitions() {
		if !p.regions.MatchString(region) {
			continue
		}
		suffix, dynamodb, streams := p.Suffix, "dynamodb", "streams.dynamodb"
		if v.dualStack {
			suffix, streams = p.DualStackSuffix, p.dualStackStreams()
		}
		if v.fips && !(p.Name == "aws-us-gov" && !v.dualStack) { // where every endpoint is one
			dynamodb, streams = dynamodb+"-fips", streams+"-fips"
		}
		host := "." + region + "." + suffix
		return endpoints{amazonURL(dynamodb + host), amazonURL(streams + host)}, nil
	}
	return endpoints{}, fmt.Errorf("remote: %q is no region of Amazon's, such as eu-west-1", region)
}

func amazonURL(host string) *url.URL { return &url.URL{Scheme: "https", Host: host, Path: "/"} }

// dualStackStreams is the name of DynamoDB Streams under the dual-stack suffix.
func (p *partition) dualStackStreams() string {
	switch p.Name {
	case "aws", "aws-cn", "aws-us-gov":
		return "streams-dynamodb"
	}
	return "streams.dynamodb"
}

// amazonHost matches the hosts of amazon, with the region as its group.
var amazonHost = regexp.MustCompile(`^(?:streams[.-])?dynamodb(?:-fips)?\.([a-z0-9-]+)\.[a-z0-9.-]+$`)

// regionOf returns the region that an endpoint's own name tells, or "".
func regionOf(u *url.URL) string {
	m := amazonHost.FindStringSubmatch(strings.ToLower(u.Hostname()))
	if m == nil {
		return ""
	}
	for _, p := range partitions() {
		if p.regions.MatchString(m[1]) {
			return m[1]
		}
	}
	return ""
}

// isLoopback says whether a URL is one of this machine itself, beyond what a
// resolver or a proxy could make of its name.
func isLoopback(u *url.URL) bool {
	host := u.Hostname()
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.Unmap().IsLoopback()
	}
	return strings.EqualFold(host, "localhost")
}
