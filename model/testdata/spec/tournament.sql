-- model tournament    prices=us-east-1/on-demand
CREATE TABLE tournament (tournament_id ulid PRIMARY KEY, name varchar(80) NOT NULL, starts_at timestamp(0) NOT NULL, rules text); -- rows=20k avg.rules=800
CREATE TABLE team (tournament_id ulid NOT NULL REFERENCES tournament, team_id ulid NOT NULL, name varchar(40) NOT NULL, -- rows=400k per=16 max=64
  seed int CHECK (seed BETWEEN 1 AND 64), PRIMARY KEY (tournament_id, team_id));
-- question all-of     rate=20/s        -- two SELECTs, one request
SELECT * FROM tournament WHERE tournament_id = :t;
SELECT * FROM team WHERE tournament_id = :t;
-- question teams      rate=60/s
SELECT * FROM team WHERE tournament_id = :t;
-- question details    rate=200/s
SELECT * FROM tournament WHERE tournament_id = :t;
-- write open rate=0.01/s
INSERT INTO tournament;
-- write enter rate=0.2/s
INSERT INTO team;
