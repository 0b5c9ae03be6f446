// The AWS SDK for JavaScript v3 and its document client against a running
// server: node client.mjs ENDPOINT. Prints a line for each thing done; a wrong
// answer is an exception.
import assert from "node:assert/strict";
import {
  ConditionalCheckFailedException, CreateTableCommand, DeleteTableCommand, DynamoDBClient, PutItemCommand,
  ResourceNotFoundException, TransactionCanceledException, paginateListTables, waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand, BatchWriteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, TransactGetCommand,
  TransactWriteCommand, UpdateCommand, paginateQuery, paginateScan,
} from "@aws-sdk/lib-dynamodb";

const client = new DynamoDBClient({
  endpoint: process.argv[2], region: "eu-west-1", maxAttempts: 1,
  credentials: { accessKeyId: process.env.ACCESS_KEY, secretAccessKey: process.env.SECRET_KEY },
});
const doc = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
const TableName = "javascript";

await client.send(new CreateTableCommand({
  TableName, BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [
    { AttributeName: "pk", AttributeType: "S" }, { AttributeName: "sk", AttributeType: "N" }, { AttributeName: "kind", AttributeType: "S" },
  ],
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }, { AttributeName: "sk", KeyType: "RANGE" }],
  GlobalSecondaryIndexes: [{ IndexName: "kind", KeySchema: [{ AttributeName: "kind", KeyType: "HASH" }], Projection: { ProjectionType: "ALL" } }],
}));
const waited = await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 1 }, { TableName });
assert.equal(waited.state, "SUCCESS");
console.log("created");

const item = { pk: "a", sk: 1, kind: "x", list: [1, "two", null, true], map: { deep: { n: 0.1 } }, set: new Set(["p", "q"]), bytes: new Uint8Array([0, 255]), gone: undefined };
await doc.send(new PutCommand({ TableName, Item: item }));
const got = (await doc.send(new GetCommand({ TableName, Key: { pk: "a", sk: 1 } }))).Item;
assert.deepEqual(got.list, item.list);
assert.deepEqual(got.map, item.map);
assert.deepEqual(got.set, item.set);
assert.deepEqual([...got.bytes], [0, 255]);
assert.ok(!("gone" in got));
const updated = await doc.send(new UpdateCommand({
  TableName, Key: { pk: "a", sk: 1 }, UpdateExpression: "SET #n = :n, #l = list_append(#l, :more) REMOVE bytes",
  ExpressionAttributeNames: { "#n": "n", "#l": "list" }, ExpressionAttributeValues: { ":n": 12.5, ":more": ["end"] }, ReturnValues: "ALL_NEW",
}));
assert.equal(updated.Attributes.n, 12.5);
assert.equal(updated.Attributes.list.at(-1), "end");
console.log("written");

for (let from = 2; from < 52; from += 25) {
  const put = Array.from({ length: 25 }, (_, i) => ({ PutRequest: { Item: { pk: "a", sk: from + i, kind: i % 2 ? "x" : "y", text: "é".repeat(200) } } }));
  const res = await doc.send(new BatchWriteCommand({ RequestItems: { [TableName]: put } }));
  assert.deepEqual(res.UnprocessedItems, {});
}
const batch = await doc.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [{ pk: "a", sk: 2 }, { pk: "a", sk: 3 }, { pk: "a", sk: 999 }] } } }));
assert.equal(batch.Responses[TableName].length, 2);
console.log("batched");

let seen = [], pages = 0;
for await (const page of paginateQuery({ client: doc, pageSize: 7 }, {
  TableName, KeyConditionExpression: "pk = :p AND sk BETWEEN :from AND :to", ScanIndexForward: false, ExpressionAttributeValues: { ":p": "a", ":from": 10, ":to": 40 },
})) { seen.push(...page.Items.map((i) => i.sk)); pages++; }
assert.deepEqual(seen, Array.from({ length: 31 }, (_, i) => 40 - i));
assert.ok(pages >= 5);
let scanned = 0;
for await (const page of paginateScan({ client: doc, pageSize: 10 }, { TableName, IndexName: "kind", FilterExpression: "kind = :x", ExpressionAttributeValues: { ":x": "x" } })) scanned += page.Count;
assert.equal(scanned, 25);
let tables = [];
for await (const page of paginateListTables({ client, pageSize: 1 }, {})) tables.push(...page.TableNames);
assert.ok(tables.includes(TableName));
console.log("paged");

await doc.send(new TransactWriteCommand({ TransactItems: [
  { Put: { TableName, Item: { pk: "t", sk: 1, balance: 10 } } },
  { Put: { TableName, Item: { pk: "t", sk: 2, balance: 0 } } },
] }));
await assert.rejects(doc.send(new TransactWriteCommand({ TransactItems: [
  { Update: { TableName, Key: { pk: "t", sk: 2 }, UpdateExpression: "ADD balance :n", ExpressionAttributeValues: { ":n": 50 } } },
  { Update: { TableName, Key: { pk: "t", sk: 1 }, UpdateExpression: "ADD balance :n", ConditionExpression: "balance >= :min", ExpressionAttributeValues: { ":n": -50, ":min": 50 } } },
] })), (e) => e instanceof TransactionCanceledException && e.CancellationReasons[0].Code === "None" && e.CancellationReasons[1].Code === "ConditionalCheckFailed");
const both = await doc.send(new TransactGetCommand({ TransactItems: [{ Get: { TableName, Key: { pk: "t", sk: 1 } } }, { Get: { TableName, Key: { pk: "t", sk: 2 } } }] }));
assert.deepEqual(both.Responses.map((r) => r.Item.balance), [10, 0]);
console.log("transacted");

await assert.rejects(client.send(new PutItemCommand({ TableName, Item: { pk: { S: "t" }, sk: { N: "1" } }, ConditionExpression: "attribute_not_exists(pk)", ReturnValuesOnConditionCheckFailure: "ALL_OLD" })),
  (e) => e instanceof ConditionalCheckFailedException && e.Item.balance.N === "10" && e.$metadata.httpStatusCode === 400 && e.$metadata.requestId.length === 52);
await assert.rejects(client.send(new DeleteTableCommand({ TableName: "none" })), ResourceNotFoundException);
console.log("refused");
