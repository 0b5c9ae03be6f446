package report

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/keywright/keywright/prove"
)

// JUnit renders a proof as JUnit XML, the format that CI systems read: a test
// case for each obligation of each part of the design.
func JUnit(w io.Writer, rep *prove.Report) error {
	suite := junitSuite{Name: "keywright prove " + rep.Model, Tests: len(rep.Obligations)}
	texts := map[string]string{}
	for i := range rep.Failures {
		f := &rep.Failures[i]
		texts[string(f.Rule)+"/"+f.Subject] = f.Format()
	}
	for _, ob := range rep.Obligations {
		c := junitCase{Class: string(ob.Rule), Name: ob.Subject}
		if !ob.Held {
			suite.Failures++
			c.Failure = &junitFailure{Message: ob.Detail, Text: texts[string(ob.Rule)+"/"+ob.Subject]}
		}
		suite.Cases = append(suite.Cases, c)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(junitSuites{Suites: []junitSuite{suite}}); err != nil {
		return fmt.Errorf("report: junit: %w", err)
	}
	_, err := io.WriteString(w, "\n")
	return err
}

type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}
