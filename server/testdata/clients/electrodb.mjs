// ElectroDB, a single-table library, against a running server: node
// electrodb.mjs ENDPOINT.
import assert from "node:assert/strict";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { Entity, Service } from "electrodb";

const client = new DynamoDBClient({
  endpoint: process.argv[2], region: "eu-west-1", maxAttempts: 1,
  credentials: { accessKeyId: process.env.ACCESS_KEY, secretAccessKey: process.env.SECRET_KEY },
});
const table = "electro";
await client.send(new CreateTableCommand({
  TableName: table, BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: ["pk", "sk", "gsi1pk", "gsi1sk"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }, { AttributeName: "sk", KeyType: "RANGE" }],
  GlobalSecondaryIndexes: [{ IndexName: "gsi1", KeySchema: [{ AttributeName: "gsi1pk", KeyType: "HASH" }, { AttributeName: "gsi1sk", KeyType: "RANGE" }], Projection: { ProjectionType: "ALL" } }],
}));

const Player = new Entity({
  model: { entity: "player", version: "1", service: "game" },
  attributes: { team: { type: "string", required: true }, player: { type: "string", required: true }, name: { type: "string" }, score: { type: "number", default: 0 }, tags: { type: "set", items: "string" } },
  indexes: {
    members: { collection: "squad", pk: { field: "pk", composite: ["team"] }, sk: { field: "sk", composite: ["player"] } },
    byName: { index: "gsi1", pk: { field: "gsi1pk", composite: ["name"] }, sk: { field: "gsi1sk", composite: ["team"] } },
  },
}, { table, client });
const Match = new Entity({
  model: { entity: "match", version: "1", service: "game" },
  attributes: { team: { type: "string", required: true }, day: { type: "string", required: true }, goals: { type: "number" } },
  indexes: { played: { collection: "squad", pk: { field: "pk", composite: ["team"] }, sk: { field: "sk", composite: ["day"] } } },
}, { table, client });
const game = new Service({ Player, Match });

for (let i = 0; i < 12; i++) {
  await Player.create({ team: "falcons", player: `p${String(i).padStart(2, "0")}`, name: i % 2 ? "Ada" : "Bob", tags: ["new"] }).go();
}
await Match.put([1, 2, 3].map((d) => ({ team: "falcons", day: `2026-11-0${d}`, goals: d }))).go();
await assert.rejects(Player.create({ team: "falcons", player: "p00" }).go(), /conditional request failed/i);
console.log("created");

await Player.patch({ team: "falcons", player: "p03" }).add({ score: 7, tags: ["star"] }).go();
const one = await Player.get({ team: "falcons", player: "p03" }).go();
assert.equal(one.data.score, 7);
assert.deepEqual([...one.data.tags].sort(), ["new", "star"]);
console.log("updated");

const page = await Player.query.members({ team: "falcons" }).go({ limit: 5 });
assert.equal(page.data.length, 5);
const rest = await Player.query.members({ team: "falcons" }).go({ cursor: page.cursor, pages: "all" });
assert.equal(rest.data.length, 7);
const ada = await Player.query.byName({ name: "Ada" }).where(({ score }, { gt }) => gt(score, 0)).go();
assert.deepEqual(ada.data.map((p) => p.player), ["p03"]);
const squad = await game.collections.squad({ team: "falcons" }).go();
assert.equal(squad.data.Player.length, 12);
assert.equal(squad.data.Match.length, 3);
console.log("queried");

const done = await game.transaction.write(({ Player, Match }) => [
  Player.remove({ team: "falcons", player: "p11" }).commit(),
  Match.patch({ team: "falcons", day: "2026-11-03" }).set({ goals: 9 }).commit(),
]).go();
assert.equal(done.canceled, false);
const refused = await game.transaction.write(({ Player, Match }) => [
  Player.create({ team: "falcons", player: "p00" }).commit(),
  Match.delete({ team: "falcons", day: "2026-11-01" }).commit(),
]).go();
assert.equal(refused.canceled, true);
assert.equal(refused.data[0].code, "ConditionalCheckFailed");
assert.equal((await Match.get({ team: "falcons", day: "2026-11-01" }).go()).data.goals, 1);
console.log("transacted");
