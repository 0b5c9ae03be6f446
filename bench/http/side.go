package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// side is a server under measurement, in a process of its own.
type side struct {
	name string
	cmd  *exec.Cmd
	addr string
}

// start starts every side.
func start(o options) ([]*side, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var sides []*side
	add := func(name string, cmd *exec.Cmd) error {
		s := &side{name: name, cmd: cmd}
		if err := s.start(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		sides = append(sides, s)
		return nil
	}
	if err := add("floor", exec.Command(self, "floor")); err != nil {
		return sides, err
	}
	if err := add("keywright", exec.Command(o.keywright, "serve", "--listen", "127.0.0.1:0")); err != nil {
		return sides, err
	}
	if o.dynalite != "" {
		return sides, add("dynalite", exec.Command("node", o.dynalite, "--host", "127.0.0.1", "--port", "0", "--createTableMs", "0"))
	}
	return sides, nil
}

var address = regexp.MustCompile(`(?i)listening (?:on|at:?) https?://(\S+?)/?\s*$`)

// start runs the command and waits for the line that tells its address.
func (s *side) start() error {
	out, w, err := os.Pipe()
	if err != nil {
		return err
	}
	s.cmd.Stdout, s.cmd.Stderr = w, w
	if err := s.cmd.Start(); err != nil {
		return err
	}
	w.Close()
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if m := address.FindStringSubmatch(lines.Text()); m != nil {
			s.addr = m[1]
			go func() {
				for lines.Scan() {
				}
			}()
			return s.ready()
		}
	}
	return fmt.Errorf("ended without an address")
}

// ready waits until the side takes connections.
func (s *side) ready() error {
	var err error
	for range 100 {
		var c net.Conn
		if c, err = net.Dial("tcp", s.addr); err == nil {
			return c.Close()
		}
		time.Sleep(20 * time.Millisecond)
	}
	return err
}

func (s *side) stop() error {
	if err := s.cmd.Process.Kill(); err != nil {
		return err
	}
	_ = s.cmd.Wait() // it says that it was killed
	return nil
}

// cpu is the processor time that the side has used, from /proc: user and
// system time in ticks of 10 ms.
func (s *side) cpu() (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, fmt.Errorf("cannot read the processor time of %s", s.name)
	}
	user, err1 := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	if err1 != nil || err2 != nil {
		return 0, fmt.Errorf("cannot read the processor time of %s", s.name)
	}
	return time.Duration(user+system) * 10 * time.Millisecond, nil
}
