-- model null-sort-column  prices=us-east-1/on-demand
CREATE TABLE team (  -- rows=10000
  tournament_id ulid NOT NULL,  -- distinct=1000
  team_id       ulid NOT NULL,
  seed          int CHECK (seed BETWEEN 1 AND 64),
  PRIMARY KEY (tournament_id, team_id)
);
-- question by-seed rate=1/s rows=10
SELECT * FROM team WHERE tournament_id = :tournament ORDER BY seed;
-- write enter rate=1/s
INSERT INTO team;
-- write draw rate=1/s
UPDATE team SET seed = :seed WHERE tournament_id = :tournament AND team_id = :team;
