-- model id-prefix-without-delimiter  prices=us-east-1/on-demand
CREATE TABLE event (  -- rows=100000
  tournament_id ulid NOT NULL,  -- distinct=1000
  match_id      varchar(8) NOT NULL CHECK (match_id NOT GLOB '*[^A-Za-z0-9_-]*') CHECK (length(match_id) >= 1),  -- distinct=10
  seq           int NOT NULL CHECK (seq BETWEEN 0 AND 999),
  kind          varchar(10) NOT NULL,
  PRIMARY KEY (tournament_id, match_id, seq)
);
-- question events-of-match rate=1/s rows=20
SELECT * FROM event WHERE tournament_id = :tournament AND match_id = :match ORDER BY seq;
-- write happen rate=1/s
INSERT INTO event;
