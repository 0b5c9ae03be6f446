package enginetest

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

//go:embed testdata
var files embed.FS

// Transcript is one parsed transcript.
type Transcript struct {
	Name   string // subject/case
	About  string // the prose on top
	Source string
	// Differs says, where set, what the embedded engine does instead and why:
	// a known difference, which has to fail.
	Differs string
	// Simulation, where set, is the behaviour of production that the endpoint
	// is to simulate, in the engine's own JSON.
	Simulation string
	Tables     []string // bodies of CreateTable requests
	Steps      []Step
}

// Step is one request and what has to come back.
type Step struct {
	Number    int
	Operation string
	Request   string
	Response  string // a JSON body, or "" where Error is set
	Error     string // "Code" or "Code: message"
	Unordered bool
	Wait      time.Duration // of a step that is no request but lets time pass
}

// differences is the subject of the known differences.
const differences = "differences/"

// Transcripts returns the transcripts of this package, ordered by name.
func Transcripts() ([]Transcript, error) {
	var out []Transcript
	err := fs.WalkDir(files, "testdata", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(file) != ".txtar" {
			return err
		}
		src, err := files.ReadFile(file)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(file, "testdata/"), ".txtar")
		tr, err := Parse(name, src)
		out = append(out, tr)
		return err
	})
	return out, err
}

// Parse reads one transcript.
func Parse(name string, src []byte) (Transcript, error) {
	ar := txtar.Parse(src)
	tr := Transcript{Name: name, About: strings.TrimSpace(string(ar.Comment))}
	for _, f := range ar.Files {
		if err := tr.section(f.Name, strings.TrimSpace(string(f.Data))); err != nil {
			return tr, fmt.Errorf("enginetest: %s: section %q: %w", name, f.Name, err)
		}
	}
	switch last := len(tr.Steps) - 1; {
	case tr.About == "":
		return tr, fmt.Errorf("enginetest: %s: no prose on top", name)
	case tr.Source == "":
		return tr, fmt.Errorf("enginetest: %s: no source", name)
	case (tr.Differs != "") != strings.HasPrefix(name, differences):
		return tr, fmt.Errorf("enginetest: %s: the section differs belongs to the files in %s, and to all of them", name, differences)
	case tr.Simulation == "" && slices.ContainsFunc(tr.Steps, func(s Step) bool { return s.Wait != 0 }):
		return tr, fmt.Errorf("enginetest: %s: to wait needs a simulation, which has a clock", name)
	case last < 0 || tr.Steps[last].unanswered():
		return tr, fmt.Errorf("enginetest: %s: the last request has no response", name)
	}
	return tr, nil
}

func (tr *Transcript) section(name, text string) error {
	switch name {
	case "source":
		tr.Source = text
		return nil
	case "differs":
		tr.Differs = text
		return nil
	case "simulation":
		tr.Simulation = text
		return nil
	case "tables":
		var err error
		tr.Tables, err = splitJSON(text)
		return err
	}
	words := strings.Fields(name)
	number, err := strconv.Atoi(words[0])
	if err != nil || len(words) < 2 {
		return fmt.Errorf("is neither source, differs, simulation, tables nor a numbered step")
	}
	last := len(tr.Steps) - 1
	open := last >= 0 && tr.Steps[last].unanswered()
	switch kind := strings.Join(words[1:], " "); kind {
	case "response", "response unordered", "error":
		if !open || tr.Steps[last].Number != number {
			return fmt.Errorf("does not follow request %d", number)
		}
		if kind == "error" {
			tr.Steps[last].Error = text
		} else {
			tr.Steps[last].Response = text
			tr.Steps[last].Unordered = kind != "response"
		}
	default:
		if open || number != last+2 {
			return fmt.Errorf("is not the next request")
		}
		step := Step{Number: number, Operation: kind, Request: text}
		if kind == "wait" {
			if step.Wait, err = time.ParseDuration(text); err != nil {
				return err
			}
		}
		tr.Steps = append(tr.Steps, step)
	}
	return nil
}

func (s *Step) unanswered() bool { return s.Response == "" && s.Error == "" && s.Wait == 0 }
