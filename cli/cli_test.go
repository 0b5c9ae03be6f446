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
	clients, err := filepath.Abs("../server/testdata/clients/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	commands := serverCommands()
	commands["block"], commands["need"] = block, need
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		Cmds:          commands,
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("CLIENTS", clients)
			env.Values[testKey{}] = env.T()
			return os.CopyFS(filepath.Join(env.WorkDir, "examples"), os.DirFS(examples))
		},
	})
}
