package schema

import "slices"

func (d *checker) checkLocalIndexes() error {
	if d.Local == nil {
		return nil
	}
	if len(d.Local) == 0 {
		return refuse(msgNoLocal)
	}
	if len(d.Key) != 2 {
		return refuse(msgLocalNeedsSort)
	}
	for _, ix := range d.Local {
		if err := d.checkDefined(ix.Key); err != nil {
			return err
		}
		if err := checkSimpleKey(ix.Key); err != nil {
			return err
		}
		if len(ix.Key) != 2 {
			return refuse(invalid+"Index KeySchema does not have a range key for index: %s", ix.Name)
		}
		if ix.Key[0].Name != d.Key[0].Name {
			return refuse(invalid+"Index KeySchema does not have the same leading hash key as table KeySchema for index: %s. index hash key: %s, table hash key: %s",
				ix.Name, ix.Key[0].Name, d.Key[0].Name)
		}
		if err := checkProjection(ix.Projection); err != nil {
			return err
		}
		if err := d.checkIndexName(ix.Name); err != nil {
			return err
		}
	}
	if len(d.Local) > Documented().LocalIndexesMax {
		return refuse(msgManyLocal)
	}
	return nil
}

func (d *checker) checkGlobalIndexes() error {
	if d.Global == nil {
		return nil
	}
	if len(d.Global) == 0 {
		return refuse(msgNoGlobal)
	}
	for _, ix := range d.Global {
		if err := d.checkDefined(ix.Key); err != nil {
			return err
		}
		if err := checkGlobalKey(ix.Key); err != nil {
			return err
		}
		if err := checkProjection(ix.Projection); err != nil {
			return err
		}
		if err := d.checkIndexThroughput(ix); err != nil {
			return err
		}
		if err := d.checkIndexName(ix.Name); err != nil {
			return err
		}
	}
	if len(d.Global) > Documented().GlobalIndexesMax {
		return refuse(msgManyGlobal)
	}
	return nil
}

// checkGlobalKey demands one to four HASH attributes, then up to four RANGE
// attributes, none twice.
func checkGlobalKey(key []KeyElement) error {
	ns := names(key)
	for i, n := range ns {
		if slices.Contains(ns[:i], n) {
			return refuse(msgSameKeyNames)
		}
	}
	if key[0].Sort {
		return refuse(msgFirstNotHash)
	}
	partition, sort := 0, 0
	for _, e := range key {
		switch {
		case e.Sort:
			sort++
		case sort > 0:
			return refuse(msgHashAfterRange)
		default:
			partition++
		}
	}
	switch {
	case partition > Documented().GlobalPartitionAttributesMax:
		return refuse(msgManyHash)
	case sort > Documented().GlobalSortAttributesMax:
		return refuse(msgManyRange)
	}
	return nil
}

func checkProjection(p Projection) error {
	switch {
	case p.Kind == "":
		return refuse(msgNoProjection)
	case p.Kind != ProjectInclude && p.Include != nil:
		return refuse(invalid+"ProjectionType is %s, but NonKeyAttributes is specified", p.Kind)
	case p.Kind == ProjectInclude && p.Include == nil:
		return refuse(msgIncludeNothing)
	}
	for i, n := range p.Include {
		if slices.Contains(p.Include[:i], n) {
			return refuse("%s%s", msgDuplicateNonKey, n)
		}
	}
	return nil
}

func (d *checker) checkIndexThroughput(ix IndexDefinition) error {
	switch {
	case d.OnDemand && ix.Throughput != nil:
		return refuse(invalid+"ProvisionedThroughput should not be specified for index: %s when BillingMode is PAY_PER_REQUEST", ix.Name)
	case !d.OnDemand && ix.Throughput == nil:
		return refuse(invalid+"ProvisionedThroughput is not specified for index: %s", ix.Name)
	case ix.Throughput == nil:
		return nil
	case ix.Throughput.Read > Documented().ProvisionedUnitsMax:
		return refuse("Given value %d for ReadCapacityUnits is out of bounds for index %s", ix.Throughput.Read, ix.Name)
	case ix.Throughput.Write > Documented().ProvisionedUnitsMax:
		return refuse("Given value %d for WriteCapacityUnits is out of bounds for index %s", ix.Throughput.Write, ix.Name)
	}
	return nil
}

// checkIndexName refuses a second index of one name, local or global.
func (d *checker) checkIndexName(name string) error {
	if slices.Contains(d.indexNames, name) {
		return refuse(invalid+"Duplicate index name: %s", name)
	}
	d.indexNames = append(d.indexNames, name)
	return nil
}

// checkProjected bounds the attributes named in projections; one that two
// indexes name counts twice.
func (d *checker) checkProjected() error {
	n := 0
	for _, ix := range slices.Concat(d.Local, d.Global) {
		n += len(ix.Projection.Include)
	}
	if n > Documented().ProjectedAttributesMax {
		return refuse(msgManyProjected)
	}
	return nil
}
