// Package storetest is the conformance suite of package store: what every
// driver does, whatever is below it. A driver's test calls Run; expected
// results come from the contract in package store and from arithmetic or a
// sorted map in memory, never from the driver.
//
// Checks that need two transactions to meet between read and commit make them
// meet (see meeting), so that a fast driver does not pass by luck.
package storetest

import (
	"testing"

	"github.com/keywright/keywright/store"
)

// check is one property of a driver.
type check struct {
	name string
	run  func(t testing.TB, s store.Store)
}

// checks are all of them, from simple to concurrent.
var checks = []check{
	{"GetSetDelete", checkGetSetDelete},
	{"GetOne", checkGetOne},
	{"LastWriteCounts", checkLastWriteCounts},
	{"EmptyKeyOrValueRefused", checkEmptyRefused},
	{"SlicesReused", checkSlicesReused},
	{"SlicesOwned", checkSlicesOwned},
	{"ScanBothWays", checkScanBothWays},
	{"ScanEmpty", checkScanEmpty},
	{"ScanStops", checkScanStops},
	{"ScanHints", checkScanHints},
	{"ScanNested", checkScanNested},
	{"KeyOrder", checkKeyOrder},
	{"KeyLengths", checkKeyLengths},
	{"TooLarge", checkTooLarge},
	{"LargeTransaction", checkLargeTransaction},
	{"DeleteRange", checkDeleteRange},
	{"DeleteRangeUnbounded", checkDeleteRangeUnbounded},
	{"Split", checkSplit},
	{"RandomAgainstMap", checkRandom},
	{"OwnWritesNotSeen", checkOwnWritesNotSeen},
	{"ErrorWritesNothing", checkErrorWritesNothing},
	{"PanicWritesNothing", checkPanicWritesNothing},
	{"Cancelled", checkCancelled},
	{"CancelledInside", checkCancelledInside},
	{"SnapshotOfView", checkSnapshotOfView},
	{"SnapshotOfUpdate", checkSnapshotOfUpdate},
	{"PlainReadsNotChecked", checkPlainReadsNotChecked},
	{"LostUpdate", checkLostUpdate},
	{"LostUpdateMeeting", checkLostUpdateMeeting},
	{"LostUpdateAgainstBlindWrite", checkBlindWriteSeen},
	{"CreateOnce", checkCreateOnce},
	{"WriteSkewAbsent", checkWriteSkewAbsent},
	{"WriteSkewPresent", checkWriteSkewPresent},
	{"ManyKeysAnyOrder", checkManyKeysAnyOrder},
	{"ConflictIsBounded", checkConflictIsBounded},
	{"BankSum", checkBankSum},
	{"ReadersDuringWrites", checkReadersDuringWrites},
	{"StampGrows", checkStampGrows},
	{"StampOfBlindWrites", checkStampOfBlindWrites},
	{"SafeWaits", checkSafeWaits},
	{"Safe", checkSafe},
	{"Close", checkClose},
	{"CloseDuringWork", checkCloseDuringWork},
}

// Run checks a driver. open returns a new, empty store for each check; Run
// closes it. Whatever else open makes, it removes with TB.Cleanup.
func Run(t *testing.T, open func(testing.TB) store.Store) {
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Errorf("Close: %v", err)
				}
			})
			c.run(t, s)
		})
	}
}
