package schema

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
)

// checker holds a definition against the rules of CreateTable.
type checker struct {
	Definition
	indexNames []string // of the indexes checked so far
}

// check applies the rules in DynamoDB's order.
func (d *checker) check() error {
	for _, rule := range []func() error{
		d.checkConstraints, d.checkThroughput, d.checkTableKey,
		d.checkLocalIndexes, d.checkGlobalIndexes, d.checkProjected, d.checkUnused,
	} {
		if err := rule(); err != nil {
			return err
		}
	}
	return nil
}

func (d *checker) checkThroughput() error {
	switch {
	case d.OnDemand && d.Throughput != nil:
		return refuse(msgOnDemandUnits)
	case d.OnDemand:
		return nil
	case d.Throughput == nil:
		return refuse(msgNoUnits)
	case d.Throughput.Read > Documented().ProvisionedUnitsMax:
		return refuse("Given value %d for ReadCapacityUnits is out of bounds", d.Throughput.Read)
	case d.Throughput.Write > Documented().ProvisionedUnitsMax:
		return refuse("Given value %d for WriteCapacityUnits is out of bounds", d.Throughput.Write)
	}
	return nil
}

func (d *checker) checkTableKey() error {
	if len(d.Key) > len(d.Attributes) {
		return refuse(msgUndefinedKey)
	}
	if err := d.checkDefined(d.Key); err != nil {
		return err
	}
	if err := checkSimpleKey(d.Key); err != nil {
		return err
	}
	if d.Local == nil && d.Global == nil && len(d.Key) != len(d.Attributes) {
		return refuse(msgCountMismatch)
	}
	return nil
}

// checkDefined demands an attribute definition for each attribute of a key.
func (d *checker) checkDefined(key []KeyElement) error {
	for _, e := range key {
		if d.attributeType(e.Name) == 0 {
			return refuse(invalid+"Some index key attributes are not defined in AttributeDefinitions. Keys: [%s], AttributeDefinitions: [%s]",
				strings.Join(names(key), ", "), strings.Join(d.attributeNames(), ", "))
		}
	}
	return nil
}

// checkSimpleKey demands one HASH attribute and at most one RANGE attribute.
func checkSimpleKey(key []KeyElement) error {
	switch {
	case len(key) > 1 && key[0].Name == key[1].Name:
		return refuse(msgSameKeyNames)
	case key[0].Sort:
		return refuse(msgFirstNotHash)
	case len(key) > 1 && !key[1].Sort:
		return refuse(msgSecondNotRange)
	}
	return nil
}

func names(key []KeyElement) []string {
	out := make([]string, len(key))
	for i, e := range key {
		out[i] = e.Name
	}
	return out
}

func (d *checker) attributeNames() []string {
	out := make([]string, len(d.Attributes))
	for i, a := range d.Attributes {
		out[i] = a.Name
	}
	return out
}

func (d *checker) attributeType(name string) attr.Type {
	return (&Table{Attributes: d.Attributes}).AttributeType(name)
}

// checkUnused refuses attribute definitions that no key uses.
func (d *checker) checkUnused() error {
	var used []string
	keys := [][]KeyElement{d.Key}
	for _, ix := range slices.Concat(d.Local, d.Global) {
		keys = append(keys, ix.Key)
	}
	for _, key := range keys {
		for _, n := range names(key) {
			if !slices.Contains(used, n) {
				used = append(used, n)
			}
		}
	}
	defined := d.attributeNames()
	for i, n := range defined {
		if slices.Contains(defined[:i], n) {
			return refuse("%s%s", msgDuplicateDefinition, n)
		}
		if !slices.Contains(used, n) {
			return refuse(invalid+"Some AttributeDefinitions are not used. AttributeDefinitions: [%s], keys used: [%s]",
				strings.Join(defined, ", "), strings.Join(used, ", "))
		}
	}
	return nil
}
