-- model strong-read-on-a-global-index  prices=us-east-1/on-demand
CREATE TABLE match (  -- rows=10000
  player_id ulid NOT NULL,  -- distinct=1000
  match_id  ulid NOT NULL,
  played_at timestamp(3) NOT NULL,
  score     int NOT NULL CHECK (score BETWEEN 0 AND 99),
  PRIMARY KEY (player_id, match_id)
);
-- question recent rate=1/s consistency=strong
SELECT * FROM match WHERE player_id = :player ORDER BY played_at DESC LIMIT 20;
-- write play rate=1/s
INSERT INTO match;
