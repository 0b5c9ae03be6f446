"""boto3 against a running server: python3 client.py ENDPOINT.

Prints a line for each thing done; a wrong answer is an exception.
"""

import os
import sys
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Attr, Key
from botocore.config import Config
from botocore.exceptions import ClientError

settings = dict(
    endpoint_url=sys.argv[1],
    region_name="eu-west-1",
    aws_access_key_id=os.environ["ACCESS_KEY"],
    aws_secret_access_key=os.environ["SECRET_KEY"],
    config=Config(retries={"max_attempts": 0}),
)
db = boto3.resource("dynamodb", **settings)
client = boto3.client("dynamodb", **settings)


def refused(code, call, **request):
    try:
        call(**request)
    except ClientError as e:
        assert e.response["Error"]["Code"] == code, e
        return e.response
    raise AssertionError(f"{code} expected")


table = db.create_table(
    TableName="python",
    BillingMode="PAY_PER_REQUEST",
    AttributeDefinitions=[{"AttributeName": n, "AttributeType": t} for n, t in (("pk", "S"), ("sk", "N"), ("kind", "S"))],
    KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
    GlobalSecondaryIndexes=[
        {"IndexName": "kind", "KeySchema": [{"AttributeName": "kind", "KeyType": "HASH"}], "Projection": {"ProjectionType": "ALL"}}
    ],
)
table.wait_until_exists()
assert table.table_arn.startswith("arn:aws:dynamodb:eu-west-1:"), table.table_arn
print("created")

item = {"pk": "a", "sk": Decimal(1), "n": Decimal("12.50"), "l": [1, None, True], "m": {"x": {"y": b"\0\xff"}}, "s": {"p", "q"}}
table.put_item(Item=item)
got = table.get_item(Key={"pk": "a", "sk": 1})["Item"]
assert got["n"] == Decimal("12.5") and got["s"] == {"p", "q"} and got["m"]["x"]["y"].value == b"\0\xff", got
new = table.update_item(
    Key={"pk": "a", "sk": 1},
    UpdateExpression="SET n = n + :d",
    ConditionExpression=Attr("n").lt(13),
    ExpressionAttributeValues={":d": Decimal("0.25")},
    ReturnValues="UPDATED_NEW",
)["Attributes"]
assert new == {"n": Decimal("12.75")}, new
print("written")

with table.batch_writer() as batch:
    for i in range(2, 62):
        batch.put_item(Item={"pk": "a", "sk": i, "kind": "xy"[i % 2], "text": "é" * 200})
pages = list(
    client.get_paginator("query").paginate(
        TableName="python",
        KeyConditionExpression="pk = :p AND sk > :s",
        ExpressionAttributeValues={":p": {"S": "a"}, ":s": {"N": "1"}},
        PaginationConfig={"PageSize": 9},
    )
)
assert [int(i["sk"]["N"]) for p in pages for i in p["Items"]] == list(range(2, 62)) and len(pages) >= 7
found = table.query(IndexName="kind", KeyConditionExpression=Key("kind").eq("x"), FilterExpression=Attr("sk").gte(50))
assert found["Count"] == 6 and found["ScannedCount"] == 30, found
segments = [table.scan(Segment=n, TotalSegments=3)["Count"] for n in range(3)]
assert sum(segments) == 61, segments
print("paged")

client.transact_write_items(
    TransactItems=[
        {"Put": {"TableName": "python", "Item": {"pk": {"S": "t"}, "sk": {"N": "1"}}}},
        {"Update": {"TableName": "python", "Key": {"pk": {"S": "a"}, "sk": {"N": "1"}}, "UpdateExpression": "REMOVE l"}},
    ]
)
answer = refused(
    "TransactionCanceledException",
    client.transact_write_items,
    TransactItems=[
        {"Delete": {"TableName": "python", "Key": {"pk": {"S": "a"}, "sk": {"N": "1"}}}},
        {"Put": {"TableName": "python", "Item": {"pk": {"S": "t"}, "sk": {"N": "1"}}, "ConditionExpression": "attribute_not_exists(pk)"}},
    ],
)
assert [r["Code"] for r in answer["CancellationReasons"]] == ["None", "ConditionalCheckFailed"], answer
assert "l" not in table.get_item(Key={"pk": "a", "sk": 1})["Item"]
print("transacted")

answer = refused("ResourceNotFoundException", client.scan, TableName="none")
assert answer["ResponseMetadata"]["HTTPStatusCode"] == 400 and len(answer["ResponseMetadata"]["RequestId"]) == 52
refused("ValidationException", client.get_item, TableName="python", Key={"pk": {"S": "a"}})
print("refused")
