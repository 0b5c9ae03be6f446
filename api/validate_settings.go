package api

import "github.com/keywright/keywright/schema"

// ValidateSettings checks what a CreateTable request says besides keys,
// indexes and capacity. Messages: see UpdateTableRequest.Validate.
func (r *CreateTableRequest) ValidateSettings() error {
	s := r.StreamSpecification
	switch {
	case s.Enabled() && s.StreamViewType == "":
		return invalid(invalidParameter + "Table is being created with a stream enabled, UpdateViewType is required")
	case s != nil && !s.Enabled() && s.StreamViewType != "":
		return invalid(invalidParameter + "Table is being created with a stream disabled, UpdateViewType should not be specified")
	}
	if err := checkTableClass(r.TableClass); err != nil {
		return err
	}
	if err := r.SSESpecification.validate(); err != nil {
		return err
	}
	if err := r.validateCapacity(); err != nil {
		return err
	}
	return ValidateTags(r.Tags)
}

// validateCapacity checks on-demand bounds and warm throughput, of the table
// and of its indexes.
func (r *CreateTableRequest) validateCapacity() error {
	onDemand := r.BillingMode == "PAY_PER_REQUEST"
	if err := validateNewCapacity("", onDemand, r.OnDemandThroughput, r.WarmThroughput, r.ProvisionedThroughput); err != nil {
		return err
	}
	for _, ix := range r.GlobalSecondaryIndexes {
		if err := validateNewCapacity(ix.IndexName, onDemand, ix.OnDemandThroughput, ix.WarmThroughput, ix.ProvisionedThroughput); err != nil {
			return err
		}
	}
	return nil
}

// ValidateNewIndex checks the capacity of an index that UpdateTable creates.
func ValidateNewIndex(ix *GlobalSecondaryIndex, onDemand bool) error {
	return validateNewCapacity(ix.IndexName, onDemand, ix.OnDemandThroughput, ix.WarmThroughput, ix.ProvisionedThroughput)
}

func validateNewCapacity(index string, onDemand bool, o *OnDemandThroughput, w *WarmThroughput, p *ProvisionedThroughput) error {
	if err := o.Validate(index, onDemand, 1); err != nil {
		return err
	}
	of := "table"
	if index != "" {
		of = "index " + index
	}
	least, than := WarmBaseline(onDemand, p), "initial throughput for OnDemand"
	if w == nil {
		return nil
	}
	if v := w.ReadUnitsPerSecond; v != nil && *v < *least.ReadUnitsPerSecond {
		if !onDemand {
			than = "ReadCapacityUnits of ProvisionedThroughput"
		}
		return invalid(invalidParameter + "Requested ReadUnitsPerSecond for WarmThroughput for " + of + " is lower than " + than)
	}
	if v := w.WriteUnitsPerSecond; v != nil && *v < *least.WriteUnitsPerSecond {
		if !onDemand {
			than = "WriteCapacityUnits of ProvisionedThroughput"
		}
		return invalid(invalidParameter + "Requested WriteUnitsPerSecond for WarmThroughput for " + of + " is lower than " + than)
	}
	return nil
}

// WarmBaseline is the warm throughput that a table or index has by its
// capacity mode alone: what a new on-demand table can serve, or what is
// provisioned (measured, 2026-10: a table of 5 and 5 is warm to 5 and 5).
func WarmBaseline(onDemand bool, p *ProvisionedThroughput) WarmThroughput {
	read, write := schema.Documented().OnDemandInitialReadUnits, schema.Documented().OnDemandInitialWriteUnits
	if !onDemand {
		read, write = 0, 0
		if p != nil {
			read, write = p.ReadCapacityUnits, p.WriteCapacityUnits
		}
	}
	return WarmThroughput{ReadUnitsPerSecond: &read, WriteUnitsPerSecond: &write}
}

// Validate checks bounds of the table, or of an index where index is not "".
// least is the smallest bound: 1, or -1 where that takes a bound away.
func (o *OnDemandThroughput) Validate(index string, onDemand bool, least int64) error {
	if o == nil {
		return nil
	}
	of, other := "for table ", ""
	if index != "" {
		of, other = "for index : "+index+" ", "for index: "+index+" "
	}
	for _, m := range []struct {
		name  string
		value *int64
	}{{"MaxReadRequestUnits", o.MaxReadRequestUnits}, {"MaxWriteRequestUnits", o.MaxWriteRequestUnits}} {
		switch {
		case m.value == nil:
		case !onDemand:
			return invalid(invalidParameter + m.name + " for OnDemandThroughput " + other + "cannot be specified when table BillingMode is PROVISIONED.")
		case *m.value < least || *m.value == 0:
			return invalid(invalidParameter + "Requested " + m.name + " for OnDemandThroughput " + of + "is outside of valid range")
		}
	}
	return nil
}

// validate checks an encryption setting, which may be nil.
func (s *SSESpecification) validate() error {
	if s == nil {
		return nil
	}
	if s.SSEType != "" && s.SSEType != "KMS" && s.SSEType != "AES256" {
		return invalid("1 validation error detected: " + schema.Violation(s.SSEType, "sSESpecification.sSEType", schema.RuleEnum("AES256", "KMS")))
	}
	enabled := s.Enabled != nil && *s.Enabled
	switch {
	case !enabled && s.SSEType != "":
		return invalid(invalidParameter + "SSEType can not be specified if Enabled is false")
	case !enabled && s.KMSMasterKeyId != "":
		return invalid(invalidParameter + "KMSMasterKeyId can not be specified if Enabled is false")
	case s.SSEType == "AES256":
		return invalid(invalidParameter + "SSEType AES256 is not supported")
	case s.KMSMasterKeyId != "" && s.SSEType == "":
		return invalid(invalidParameter + "SSEType KMS is required if KMSMasterKeyId is specified")
	}
	return nil
}
