package expr

// DynamoDB's messages, by the moment they come up. Those of the first four
// groups follow "Invalid <kind>: ". The words are DynamoDB's, measured by
// others on AWS: by dynalite unless another source stands beside them.

// The text of an expression.
const (
	msgEmpty          = "The expression can not be empty;"
	msgTooLong        = "Expression size has exceeded the maximum allowed size; expression size: %d" // report pynamodb/PynamoDB 979
	msgSyntax         = `Syntax error; token: "%s", near: "%s"`
	msgRedundant      = "The expression has redundant parentheses;"
	msgReserved       = "Attribute name is a reserved keyword; reserved keyword: %s"
	msgListIndex      = "List index is not within the allowable range; index: [%s]" // floci
	msgNoFunction     = "Invalid function name; function: %s"
	msgNotInCondition = "The function is not allowed in a condition expression; function: %s"
	msgNotInUpdate    = "The function is not allowed in an update expression; function: %s"
	msgMisused        = "The function is not allowed to be used this way in an expression; function: %s"
	msgSectionTwice   = `The "%s" section can only be used once in an update expression;`
)

// Placeholders and paths.
const (
	msgNameUndefined  = "An expression attribute name used in the document path is not defined; attribute name: %s"
	msgValueUndefined = "An expression attribute value used in expression is not defined; attribute value: %s"
	msgTooDeep        = "The document path has too many nesting levels; nesting levels: %d" // scylladb
	msgOverlap        = "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: %s, path two: %s"
	msgConflict       = "Two document paths conflict with each other; must remove or rewrite one of these paths; path one: %s, path two: %s"
)

// Operands.
const (
	msgOperandCount = "Incorrect number of operands for operator or function; operator or function: %s, number of operands: %d"
	msgOperandType  = "Incorrect operand type for operator or function; operator or function: %s, operand type: %s"
	msgActionType   = "Incorrect operand type for operator or function; operator: %s, operand type: %s, typeSet: ALLOWED_FOR_%[1]s_OPERAND" // the last part: reports since 2021, zio-dynamodb
	msgNeedsPath    = "Operator or function requires a document path; operator or function: %s"
	msgNotDistinct  = "The first operand must be distinct from the remaining operands for this operator or function; operator: %s, first operand: %s"
	msgTypeName     = "Invalid attribute type name found; type: %s, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"
	msgBetweenOrder = "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: %s, upper bound operand: %s"
	msgBetweenTypes = "The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: %s, upper bound operand: %s"
	anyType         = "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}" // the "operand type" of a path; DynamoDB's order varies
)

// Size.
const (
	msgManyOperators = "The expression contains too many operators; operator count: %d"             // report aws/aws-sdk-js 3721
	msgManyOperands  = "The IN operator is provided with too many operands; number of operands: %d" // report; nubo-db
)

// Maps of placeholders; no prefix.
const (
	msgMapEmpty     = "%s must not be empty"
	msgMapKey       = `%s contains invalid key: Syntax error; key: "%s"`
	msgMapKeyLong   = "%s contains invalid key: The expression attribute map contains a key that is too long;"
	msgMapNameEmpty = "ExpressionAttributeNames contains invalid value: Empty attribute name for key %s"
	msgMapValue     = "ExpressionAttributeValues contains invalid value: %s for key %s"
	msgMapSize      = "%s exceeds max size" // the two: Amazon's client for DAX
	msgMapsSize     = "Combined size of ExpressionAttributeNames and ExpressionAttributeValues exceeds max size"
	msgUnused       = "Value provided in %s unused in expressions: keys: {%s}"
)

// Key conditions; no prefix.
const (
	msgKeyOperator = "Invalid operator used in KeyConditionExpression: %s"
	msgKeyFirst    = "Invalid condition in KeyConditionExpression: %s operator must have the key attribute as its first operand"
	msgKeyTwoNames = "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition"
	msgKeyNoName   = "Invalid condition in KeyConditionExpression: No key attribute specified"
	msgKeyNested   = "KeyConditionExpressions cannot contain nested operations"
	msgKeyPath     = "KeyConditionExpressions cannot have conditions on nested attributes"
	msgKeyTwice    = "KeyConditionExpressions must only contain one condition per key"
)

// Applying an update; no prefix. Source: developer guide, page
// transaction-apis (it lists them as causes of a cancelled transaction).
const (
	msgApplyMissing = "The provided expression refers to an attribute that does not exist in the item"
	msgApplyType    = "An operand in the update expression has an incorrect data type"
	msgApplyPath    = "The document path provided in the update expression is invalid for update"
	msgLegacyType   = "Type mismatch for attribute to update" // of AttributeUpdates
)
