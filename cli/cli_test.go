package cli_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/keywright/keywright/cli"
)

// Scripts run the program in process: `keywright` is cli.Main. Each starts in
// a folder of its own that has a copy of examples/.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"keywright": func() { os.Exit(cli.Main(context.Background(), os.Args[1:], cli.System())) },
	})
}

func TestScripts(t *testing.T) {
	examples, err := filepath.Abs("../examples")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		Cmds:          serverCommands(),
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			return os.CopyFS(filepath.Join(env.WorkDir, "examples"), os.DirFS(examples))
		},
	})
}
