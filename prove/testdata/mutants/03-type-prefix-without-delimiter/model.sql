-- model type-prefix-without-delimiter  prices=us-east-1/on-demand
CREATE TABLE match (  -- rows=10000
  player_id ulid NOT NULL,  -- distinct=1000
  match_id  ulid NOT NULL,
  played_at timestamp(3) NOT NULL,
  score     int NOT NULL CHECK (score BETWEEN 0 AND 99),
  PRIMARY KEY (player_id, match_id)
);
CREATE TABLE matchup (  -- rows=10000
  player_id  ulid NOT NULL,  -- distinct=1000
  matchup_id ulid NOT NULL,
  played_at  timestamp(3) NOT NULL,
  PRIMARY KEY (player_id, matchup_id)
);
-- question matches rate=1/s rows=10
SELECT * FROM match WHERE player_id = :player;
-- write play rate=1/s
INSERT INTO match;
-- write pair rate=1/s
INSERT INTO matchup;
