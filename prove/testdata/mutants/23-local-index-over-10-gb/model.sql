-- model local-index-over-10-gb  prices=us-east-1/on-demand
CREATE TABLE log (  -- rows=1G
  device_id ulid NOT NULL,  -- distinct=10
  log_id    ulid NOT NULL,
  level     int NOT NULL CHECK (level BETWEEN 0 AND 9),
  message   varchar(200) NOT NULL,  -- avg=100
  PRIMARY KEY (device_id, log_id)
);
-- question worst rate=1/s
SELECT * FROM log WHERE device_id = :device ORDER BY level DESC LIMIT 10;
-- write record rate=1/s
INSERT INTO log;
