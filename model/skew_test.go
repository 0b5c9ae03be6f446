package model_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/keywright/keywright/model"
	"pgregory.net/rapid"
)

// TestSkewShares: by hand. 1 + 1/2 + 1/3 + 1/4 = 25/12; 1 + 1/4 + 1/9 = 49/36.
func TestSkewShares(t *testing.T) {
	for _, c := range []struct {
		skew string
		n    int64
		k    int
		want string
	}{
		{"uniform", 4, 2, "[250000000 250000000]"},
		{"zipf", 4, 4, "[480000000 240000000 160000000 120000000]"},
		{"zipf:2", 3, 2, "[734693878 183673469]"},
		{"hot:40%", 4, 3, "[400000000 200000000 200000000]"},
		{"sizes:50%,25%", 3, 5, "[500000000 250000000 250000000]"},
		{"sizes:60%,40%", 2, 2, "[600000000 400000000]"},
		{"latest", 5, 2, "[1000000000 0]"},
	} {
		s, err := model.ParseSkew(c.skew)
		if err != nil {
			t.Errorf("%s: %v", c.skew, err)
			continue
		}
		if got := fmt.Sprint(s.Top(c.n, c.k)); got != c.want {
			t.Errorf("%s of %d: %s, want %s", c.skew, c.n, got, c.want)
		}
	}
	var even *model.Skew
	if got := fmt.Sprint(even.Top(2, 3)); got != "[500000000 500000000]" {
		t.Errorf("no skew: %s", got)
	}
}

// TestSkewLaw: shares fall, and are at most the whole; of few values they are
// all of it; a Zipf distribution's harmonic sum is right to what shares are rounded to.
func TestSkewLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := float64(rapid.IntRange(1, 30).Draw(t, "exponent")) / 10
		n := rapid.Int64Range(1, 200_000).Draw(t, "values")
		s, err := model.ParseSkew(fmt.Sprintf("zipf:%v", e))
		if err != nil {
			t.Fatal(err)
		}
		if back, err := model.ParseSkew(s.String()); err != nil || back.Exponent != s.Exponent {
			t.Fatalf("%s read back: %v", s, err)
		}
		top := s.Top(n, 50)
		sum, last := int64(0), int64(math.MaxInt64)
		for _, v := range top {
			if sum += v; v > last {
				t.Fatalf("shares rise: %v", top)
			}
			last = v
		}
		if sum > 1_000_000_050 || n <= 50 && sum < 999_999_950 {
			t.Fatalf("%s of %d: the shares are %d together", s, n, sum)
		}
		exact := 0.0
		for i := int64(1); i <= n; i++ {
			exact += math.Pow(float64(i), -e)
		}
		if off := float64(top[0])/1e9 - 1/exact; math.Abs(off) > 2e-9 {
			t.Fatalf("%s of %d: first share off by %v", s, n, off)
		}
	})
}

// TestSkewErrors: impossible distributions are told with place and cure.
func TestSkewErrors(t *testing.T) {
	const src = `-- model skewed
CREATE TABLE thing ( -- rows=1k
  id ulid PRIMARY KEY,
  tenant char(4) NOT NULL, -- distinct=3 SKEW
  at timestamp(3) NOT NULL);
-- question q rate=1/s QSKEW
SELECT id FROM thing WHERE tenant = :t ORDER BY at DESC LIMIT 5;
-- write w rate=1/s WSKEW
INSERT INTO thing;
`
	for _, c := range []struct{ column, question, write, want string }{
		{"skew=zipf", "skew=hot:5%", "skew=uniform", ""},
		{"skew=normal", "", "", `model.sql:4:47: skew=normal: "normal" is no distribution`},
		{"skew=zipf:9", "", "", "from 0.1 to 3, not 9"},
		{"skew=zipf:x", "", "", `"x" is no exponent`},
		{"skew=hot:120%", "", "", "the shares are more than 100%"},
		{"skew=hot:0%", "", "", `"0%" is no share`},
		{"skew=hot:5", "", "", `"5" is no share`},
		{"skew=hot:5%,4%", "", "", "write sizes: for several"},
		{"skew=sizes:60%,50%", "", "", "more than 100%"},
		{"skew=sizes:10%,50%", "", "", "write the largest first"},
		{"skew=sizes:40%,30%,20%,10%", "", "", "tells 4 values of column tenant, which has 3"},
		{"skew=hot:10%", "", "", "has a larger share than 10%"},
		{"skew=latest", "", "", "values of tenant do not come in order"},
		{"top=50% skew=zipf", "", "", "has top= and skew="},
		{"", "skew=-1", "", "model.sql:6:29: skew=-1"},
		{"", "", "skew=sizes:", "is no share"},
	} {
		text := strings.NewReplacer("QSKEW", c.question, "WSKEW", c.write, "SKEW", c.column).Replace(src)
		m, err := model.Parse("model.sql", []byte(text))
		if c.want == "" {
			if err != nil || m.Entity("thing").Column("tenant").Top != 545_454 || m.Question("q").Skew.Kind != model.Sizes || m.Writes[0].Skew.Kind != model.Uniform {
				t.Errorf("%v: %v, %+v", c, err, m)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s%s%s: error %v, want %q", c.column, c.question, c.write, err, c.want)
		}
	}
}
