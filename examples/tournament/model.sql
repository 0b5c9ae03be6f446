-- model tournament    prices=us-east-1/on-demand
--   table=tournaments pk=partitionKey sk=sortKey

-- A tournament with its details, teams, players and matches. Everything of one
-- tournament is grouped under its UUID, with no prefix, and told apart by the
-- sort key: the key templates are pinned, as an existing table has them.

CREATE TABLE tournament (  -- rows=20k pk='{tournament_id}' sk='tournament-details'
  tournament_id uuid PRIMARY KEY,
  name          varchar(80) NOT NULL,   -- avg=24
  location      varchar(80) NOT NULL,   -- avg=16
  starts_on     date NOT NULL,          -- distinct=2000
  game          varchar(40) NOT NULL,   -- avg=10 distinct=300 top=15%
  prize         int NOT NULL CHECK (prize BETWEEN 0 AND 10000000),
  rules         text);                  -- avg=800

CREATE TABLE team (  -- rows=320k pk='{tournament_id}' sk='team-{team_id}'
  tournament_id uuid NOT NULL REFERENCES tournament,  -- per=16 max=64
  team_id       uuid NOT NULL,
  name          varchar(40) NOT NULL,   -- avg=14
  seed          int CHECK (seed BETWEEN 1 AND 64),
  PRIMARY KEY (tournament_id, team_id));

CREATE TABLE player (  -- rows=1.6M pk='{tournament_id}' sk='player-{player_id}'
  tournament_id uuid NOT NULL REFERENCES tournament,  -- per=80 max=320
  player_id     uuid NOT NULL,
  team_id       uuid NOT NULL,
  name          varchar(60) NOT NULL,   -- avg=16
  PRIMARY KEY (tournament_id, player_id),
  FOREIGN KEY (tournament_id, team_id) REFERENCES team);

CREATE TABLE match (  -- rows=640k pk='{tournament_id}' sk='match-{match_id}'
  tournament_id uuid NOT NULL REFERENCES tournament,  -- per=32 max=128
  match_id      uuid NOT NULL,
  starts_at     timestamp(0) NOT NULL,
  home_team     uuid NOT NULL,
  away_team     uuid NOT NULL,
  state         text NOT NULL CHECK (state IN ('DONE', 'PLANNED', 'RUNNING')),
  home_score    int CHECK (home_score BETWEEN 0 AND 999),
  away_score    int CHECK (away_score BETWEEN 0 AND 999),
  PRIMARY KEY (tournament_id, match_id));

-- question all-of-tournament  rate=2/s   -- four SELECTs, one request
SELECT * FROM tournament WHERE tournament_id = :tournament;
SELECT * FROM team WHERE tournament_id = :tournament;
SELECT * FROM player WHERE tournament_id = :tournament;
SELECT * FROM match WHERE tournament_id = :tournament;

-- question teams              rate=60/s
SELECT * FROM team WHERE tournament_id = :tournament;

-- question details            rate=200/s
SELECT * FROM tournament WHERE tournament_id = :tournament;

-- question player             rate=30/s
SELECT * FROM player WHERE tournament_id = :tournament AND player_id = :player;

-- question squad              rate=40/s
SELECT player_id, name FROM player WHERE tournament_id = :tournament AND team_id = :team;

-- question schedule           rate=80/s
SELECT * FROM match WHERE tournament_id = :tournament ORDER BY starts_at LIMIT 50;

-- question upcoming           rate=10/s
SELECT tournament_id, name, location, starts_on FROM tournament
 WHERE game = :game AND starts_on >= :today ORDER BY starts_on LIMIT 25;

-- write open rate=0.01/s
INSERT OR IGNORE INTO tournament VALUES (:tournament_id, :name, :location, :starts_on, :game, :prize, :rules);

-- write enter rate=0.2/s
INSERT OR IGNORE INTO team VALUES (:tournament_id, :team_id, :name, :seed);

-- write sign-up rate=1/s
INSERT OR IGNORE INTO player VALUES (:tournament_id, :player_id, :team_id, :name);

-- write fix rate=0.4/s
INSERT OR IGNORE INTO match VALUES (:tournament_id, :match_id, :starts_at, :home_team, :away_team, 'PLANNED', NULL, NULL);

-- write postpone rate=0.02/s
UPDATE match SET starts_at = :starts_at WHERE tournament_id = :tournament AND match_id = :match;

-- write score rate=4/s
UPDATE match SET state = 'RUNNING', home_score = :home, away_score = :away
 WHERE tournament_id = :tournament AND match_id = :match;

-- write whistle rate=0.4/s
UPDATE match SET state = 'DONE' WHERE tournament_id = :tournament AND match_id = :match AND state = 'RUNNING';

-- write seed rate=0.2/s
UPDATE team SET seed = :seed WHERE tournament_id = :tournament AND team_id = :team;
