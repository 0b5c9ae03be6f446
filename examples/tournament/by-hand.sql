-- model tournament-by-hand   prices=us-east-1/on-demand headroom=50%
-- table=tournaments pk=partitionKey sk=sortKey

-- A tournament with its details, teams, players and matches under one
-- partition key: the tournament's UUID as it is. The ids of teams, players and
-- matches are words of a closed alphabet, so that team-, player- and match-
-- tell what an item is.

CREATE TABLE tournament (                    -- rows=20k
  tournament_id uuid PRIMARY KEY,
  location      varchar(80) NOT NULL,        -- avg=16
  starts_on     date NOT NULL,
  game          varchar(40) NOT NULL,        -- avg=10
  prize         int NOT NULL CHECK (prize BETWEEN 0 AND 10000000)
);

CREATE TABLE team (                          -- rows=320k
  tournament_id uuid NOT NULL REFERENCES tournament, -- per=16 max=64
  team_id       varchar(36) NOT NULL CHECK (length(team_id) >= 1 AND team_id NOT GLOB '*[^a-z0-9-]*'), -- avg=12
  name          varchar(40) NOT NULL,        -- avg=14
  seed          int CHECK (seed BETWEEN 1 AND 64),
  PRIMARY KEY (tournament_id, team_id)
);

CREATE TABLE player (                        -- rows=1600k
  tournament_id uuid NOT NULL REFERENCES tournament, -- per=80 max=320
  player_id     varchar(36) NOT NULL CHECK (length(player_id) >= 1 AND player_id NOT GLOB '*[^a-z0-9-]*'), -- avg=12
  team_id       varchar(36) NOT NULL,        -- avg=12
  name          varchar(60) NOT NULL,        -- avg=16
  PRIMARY KEY (tournament_id, player_id)
);

CREATE TABLE match (                         -- rows=640k
  tournament_id uuid NOT NULL REFERENCES tournament, -- per=32 max=128
  match_id      varchar(36) NOT NULL CHECK (length(match_id) >= 1 AND match_id NOT GLOB '*[^a-z0-9-]*'), -- avg=12
  home          varchar(36) NOT NULL,        -- avg=12
  away          varchar(36) NOT NULL,        -- avg=12
  starts_at     timestamp(0) NOT NULL,
  score         varchar(10),                 -- avg=4
  PRIMARY KEY (tournament_id, match_id)
);

-- question everything   rate=20/s
SELECT * FROM tournament WHERE tournament_id = :tournament;
SELECT * FROM team WHERE tournament_id = :tournament;
SELECT * FROM player WHERE tournament_id = :tournament;
SELECT * FROM match WHERE tournament_id = :tournament;

-- question teams        rate=60/s
SELECT * FROM team WHERE tournament_id = :tournament;

-- question details      rate=200/s
SELECT * FROM tournament WHERE tournament_id = :tournament;

-- write open rate=0.01/s
INSERT OR IGNORE INTO tournament VALUES (:tournament_id, :location, :starts_on, :game, :prize);

-- write enter rate=0.2/s
INSERT OR IGNORE INTO team VALUES (:tournament_id, :team_id, :name, :seed);

-- write sign-up rate=1/s
INSERT OR IGNORE INTO player VALUES (:tournament_id, :player_id, :team_id, :name);

-- write schedule rate=0.4/s
INSERT OR IGNORE INTO match VALUES (:tournament_id, :match_id, :home, :away, :starts_at, :score);

-- write report rate=0.4/s
UPDATE match SET score = :score WHERE tournament_id = :tournament AND match_id = :match;

-- write withdraw rate=0.01/s
DELETE FROM team WHERE tournament_id = :tournament AND team_id = :team;
