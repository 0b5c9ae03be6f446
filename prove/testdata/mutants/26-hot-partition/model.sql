-- model hot-partition  prices=us-east-1/on-demand
CREATE TABLE event (  -- rows=1M
  event_id  ulid PRIMARY KEY,
  starts_at timestamp(0) NOT NULL
);
-- question upcoming rate=10/s
SELECT * FROM event WHERE starts_at >= :now ORDER BY starts_at LIMIT 10;
-- write announce rate=1/s
INSERT INTO event;
