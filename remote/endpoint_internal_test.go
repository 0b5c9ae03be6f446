package remote

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
)

// The SDK's own rules are the oracle for every kind of region and endpoint.
func TestAmazonEndpoints(t *testing.T) {
	regions := []string{
		"us-east-1", "eu-west-1", "eu-south-2", "ap-southeast-7", "mx-central-1", "il-central-1", "sa-east-1", "af-south-1", "me-central-1", "ca-west-1",
		"cn-north-1", "cn-northwest-1", "us-gov-west-1", "us-gov-east-1", "eusc-de-east-1",
		"us-iso-east-1", "us-isob-east-1", "eu-isoe-west-1", "us-isof-south-1", "us-new-9",
	}
	for _, region := range regions {
		for _, v := range []variant{{}, {fips: true}, {dualStack: true}, {true, true}} {
			got, err := amazon(region, v)
			if err != nil {
				t.Fatal(err)
			}
			main, err := dynamodb.NewDefaultEndpointResolverV2().ResolveEndpoint(t.Context(),
				dynamodb.EndpointParameters{Region: &region, UseFIPS: &v.fips, UseDualStack: &v.dualStack})
			if err != nil {
				t.Fatal(err)
			}
			streams, err := dynamodbstreams.NewDefaultEndpointResolverV2().ResolveEndpoint(t.Context(),
				dynamodbstreams.EndpointParameters{Region: &region, UseFIPS: &v.fips, UseDualStack: &v.dualStack})
			if err != nil {
				t.Fatal(err)
			}
			if got.dynamodb.Host != main.URI.Host || got.streams.Host != streams.URI.Host {
				t.Errorf("%s %+v: %s and %s, want %s and %s", region, v, got.dynamodb.Host, got.streams.Host, main.URI.Host, streams.URI.Host)
			}
			if regionOf(got.dynamodb) != region || regionOf(got.streams) != region {
				t.Errorf("%s %+v: region %q and %q", region, v, regionOf(got.dynamodb), regionOf(got.streams))
			}
		}
	}
	for _, region := range []string{"", "europe", "local", "eu-west"} {
		if _, err := amazon(region, variant{}); err == nil {
			t.Errorf("%q is a region", region)
		}
	}
}

func TestIsLoopback(t *testing.T) {
	for endpoint, want := range map[string]bool{
		"http://127.0.0.1:8000": true, "http://127.8.9.1": true, "http://[::1]:8000": true, "http://localhost:8000": true, "https://LOCALHOST": true,
		"http://[::ffff:127.0.0.1]": true, "http://0.0.0.0:8000": false, "http://10.0.0.1": false, "http://localhost.example": false,
		"http://127.0.0.1.example": false, "http://db.localhost": false, "https://dynamodb.eu-west-1.amazonaws.com": false,
	} {
		u, err := parseEndpoint(endpoint)
		if err != nil {
			t.Fatal(err)
		}
		if isLoopback(u) != want {
			t.Errorf("%s is of this machine: %t", endpoint, !want)
		}
	}
}
