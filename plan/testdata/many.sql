-- model many prices=us-east-1/on-demand
-- Twenty-two orders of one entity: one more than its table and twenty indexes have.
CREATE TABLE t ( -- rows=1M
  id ulid PRIMARY KEY,
  tenant ulid NOT NULL, -- distinct=1000
  c00 ulid NOT NULL,
  c01 ulid NOT NULL,
  c02 ulid NOT NULL,
  c03 ulid NOT NULL,
  c04 ulid NOT NULL,
  c05 ulid NOT NULL,
  c06 ulid NOT NULL,
  c07 ulid NOT NULL,
  c08 ulid NOT NULL,
  c09 ulid NOT NULL,
  c10 ulid NOT NULL,
  c11 ulid NOT NULL,
  c12 ulid NOT NULL,
  c13 ulid NOT NULL,
  c14 ulid NOT NULL,
  c15 ulid NOT NULL,
  c16 ulid NOT NULL,
  c17 ulid NOT NULL,
  c18 ulid NOT NULL,
  c19 ulid NOT NULL,
  c20 ulid NOT NULL,
  c21 ulid NOT NULL,
  body varchar(90) NOT NULL); -- avg=40
-- write new rate=10/s
INSERT INTO t;
-- question by-c00 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c00 LIMIT 10;
-- question by-c01 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c01 LIMIT 10;
-- question by-c02 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c02 LIMIT 10;
-- question by-c03 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c03 LIMIT 10;
-- question by-c04 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c04 LIMIT 10;
-- question by-c05 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c05 LIMIT 10;
-- question by-c06 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c06 LIMIT 10;
-- question by-c07 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c07 LIMIT 10;
-- question by-c08 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c08 LIMIT 10;
-- question by-c09 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c09 LIMIT 10;
-- question by-c10 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c10 LIMIT 10;
-- question by-c11 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c11 LIMIT 10;
-- question by-c12 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c12 LIMIT 10;
-- question by-c13 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c13 LIMIT 10;
-- question by-c14 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c14 LIMIT 10;
-- question by-c15 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c15 LIMIT 10;
-- question by-c16 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c16 LIMIT 10;
-- question by-c17 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c17 LIMIT 10;
-- question by-c18 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c18 LIMIT 10;
-- question by-c19 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c19 LIMIT 10;
-- question by-c20 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c20 LIMIT 10;
-- question by-c21 rate=1/s
SELECT id FROM t WHERE tenant = :t ORDER BY c21 LIMIT 10;
