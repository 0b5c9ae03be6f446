package partiql

// What follows msgSyntax, a syntax error's prefix; nothing follows it where
// the text has no tokens: an open string, a character of no use (dynoxide).
const (
	msgSyntax = "Statement wasn't well formed, can't be processed: "

	synDataManipulation = "Expected data manipulation"        // reports; dynoxide
	synAfterExpression  = "Unexpected token after expression" // reports; PartiQL parser
	synKeyword          = "Unexpected keyword"                // report PyDynamoDB 26
	synTerm             = "Unexpected term"                   // PartiQL parser, as the rest
	synOperator         = "Unexpected operator"               //
	synRightHand        = "Missing right-hand side expression of infix operator"
	synExpected         = "Expected %s" // a token's type: report of RIGHT_PAREN
	synSimplePath       = "Expected identifier for simple path"
	synPathDot          = "Invalid path dot component"
	synPathIndex        = "Invalid path component for simple path"
	synAssignment       = "Expected '='"
	synFromAfterSelect  = "Expected FROM after SELECT list"
	synFromAfterDelete  = "Expected FROM after DELETE"
	synStarAlone        = "Other expressions may not be present in the select list when '*' is used without dot notation."
	synAnd              = "Expected AND"
	synTypeName         = "Expected type name"
	synAfterSemicolon   = "Unexpected token after semicolon. (Only one query is allowed.)"
)

// Refusals of statements that are well formed; no prefix.
const (
	msgPathComponent  = "Unexpected path component at %s"                                                                     // dynoxide, of COUNT(*)
	msgEmptyComponent = "Path component cannot be an empty string"                                                            // dynoxide
	msgTwoComponents  = "A path may contain at most 2 components in the FROM clause"                                          // dynoxide
	msgInsertSource   = "FROM clause may only contain a single table name in data manipulation statements at %s"              // dynoxide
	msgFromSource     = "Unexpected from source"                                                                              // DynamoDB Local
	msgAliasing       = "Aliasing is not supported"                                                                           // DynamoDB
	msgOnIndex        = "This operation is not supported on an index"                                                         // dynoxide
	msgDeleteReturns  = "Invalid returning clause: RETURNING %s *. Only RETURNING ALL OLD * is allowed in DELETE statements." // dynoxide
	msgParameters     = "Number of parameters in request and statement don't match."                                          // moto, DynamoDB Local
	msgNoValue        = "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"               // as in items
	msgFunction       = "Invalid function name; function: %s"                                                                 // as in expressions
	msgMisused        = "The function is not allowed to be used this way in an expression; function: %s"                      // as in expressions
	msgNotInUpdate    = "The function is not allowed in an update expression; function: %s"                                   // as in expressions
	msgExists         = "EXISTS is only supported in ExecuteTransaction"                                                      // ours
	msgClause         = "Unsupported clause: %s"                                                                              // ours
	msgInsertForm     = "Unsupported INSERT: only VALUE with one item is supported"                                           // ours
	msgInsertItem     = "Unsupported INSERT: the VALUE must be a map"                                                         // ours
	msgIsType         = "Unsupported type of IS: %s. Only NULL and MISSING are supported"                                     // ours
	msgLike           = "Unsupported operator: %s"                                                                            // ours
	msgCondition      = "Unsupported expression in a condition at %s"                                                         // ours
	msgOperand        = "Unsupported operand at %s"                                                                           // ours
	msgSetElements    = "Set elements must be all strings, all numbers or all binary values"                                  // ours
	msgFieldName      = "A map's attribute names must be strings in single quotes"                                            // ours
	msgMissingValue   = "MISSING is not a value that can be stored"                                                           // ours
	msgListIndex      = "List index is not within the allowable range; index: [%s]"                                           // as in expressions
	msgNesting        = "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit"
)

// Refusals on a table.
const (
	msgMandatoryKey  = "Where clause does not contain a mandatory equality on all key attributes"                                               // reports; dynoxide
	msgBatchKey      = "Select statements within BatchExecuteStatement must specify the primary key in the where clause."                       // dynoxide
	msgTransactKey   = "Select statements within ExecuteTransaction must specify the primary key in the where clause."                          // ours, after the former
	msgNoIndex       = "The table does not have the specified index"                                                                            // dynoxide
	msgConsistent    = "Strongly consistent read is not supported on Global Secondary Indexes"                                                  // dynoxide
	msgManyHash      = "The IN operator is provided with too many operands; number of operands: %d"                                             // as in expressions
	msgOrderWhere    = "Must have WHERE clause in the statement when using ORDER BY clause."                                                    // DynamoDB Local
	msgOrderKey      = "Attribute %s in ORDER BY clause must be part of the primary key"                                                        // report
	msgOrderHash     = "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause."                     // DynamoDB Local
	msgOrderManyHash = "Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause."                 // DynamoDB Local
	msgOrderForm     = "Unsupported ORDER BY: hash key attributes come first, sort key attributes in the order of the key and in one direction" // ours
	msgTokenInvalid  = "Invalid NextToken"                                                                                                      // dynoxide
	msgTokenForeign  = "NextToken does not match request"                                                                                       // report aws-sdk-js-v3 4424; dynoxide
)
