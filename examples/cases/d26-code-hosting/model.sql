-- Users and organisations own repositories; issues and pull requests of a repository share one number series;
-- stars, forks and reactions are counted and each user may give one.
-- model code-hosting  prices=us-east-1/on-demand
CREATE TABLE account (                    -- rows=5M
  name varchar(39) PRIMARY KEY CHECK (length(name) >= 1),             -- avg=10
  kind varchar(4) NOT NULL CHECK (kind IN ('user', 'org')),
  plan json                               -- avg=60
);
CREATE TABLE membership (                 -- rows=2M
  org      varchar(39) NOT NULL REFERENCES account CHECK (length(org) >= 1),       -- avg=10 distinct=100k top=0.02%
  username varchar(39) NOT NULL CHECK (length(username) >= 1),        -- avg=10
  role     varchar(20) NOT NULL,          -- avg=6
  PRIMARY KEY (org, username)
);
CREATE TABLE repo (                       -- rows=20M
  owner       varchar(39) NOT NULL REFERENCES account CHECK (length(owner) >= 1),  -- avg=10 per=4 max=3000
  name        varchar(100) NOT NULL CHECK (length(name) >= 1),        -- avg=14
  fork_of     varchar(39) CHECK (length(fork_of) >= 1),               -- avg=10 distinct=500k top=0.02%
  updated_at  timestamp(3) NOT NULL,
  stars       int NOT NULL CHECK (stars BETWEEN 0 AND 9999999),
  forks       int NOT NULL CHECK (forks BETWEEN 0 AND 9999999),
  last_number int NOT NULL CHECK (last_number BETWEEN 0 AND 99999999),
  PRIMARY KEY (owner, name)
);
CREATE TABLE star (                       -- rows=200M
  owner    varchar(39) NOT NULL CHECK (length(owner) >= 1),           -- avg=10
  name     varchar(100) NOT NULL CHECK (length(name) >= 1),           -- avg=14
  username varchar(39) NOT NULL CHECK (length(username) >= 1),        -- avg=10
  PRIMARY KEY (owner, name, username),
  FOREIGN KEY (owner, name) REFERENCES repo
);
CREATE TABLE issue (                      -- rows=100M
  owner      varchar(39) NOT NULL CHECK (length(owner) >= 1),         -- avg=10
  name       varchar(100) NOT NULL CHECK (length(name) >= 1),         -- avg=14
  number     int NOT NULL CHECK (number BETWEEN 1 AND 99999999),
  title      varchar(200) NOT NULL,       -- avg=40
  status     varchar(6) NOT NULL CHECK (status IN ('Open', 'Closed')),
  created_by varchar(39) NOT NULL,        -- avg=10
  PRIMARY KEY (owner, name, number),
  FOREIGN KEY (owner, name) REFERENCES repo
);
CREATE TABLE pull (                       -- rows=60M
  owner      varchar(39) NOT NULL CHECK (length(owner) >= 1),         -- avg=10
  name       varchar(100) NOT NULL CHECK (length(name) >= 1),         -- avg=14
  number     int NOT NULL CHECK (number BETWEEN 1 AND 99999999),
  title      varchar(200) NOT NULL,       -- avg=40
  status     varchar(6) NOT NULL CHECK (status IN ('Open', 'Closed')),
  created_by varchar(39) NOT NULL,        -- avg=10
  PRIMARY KEY (owner, name, number),
  FOREIGN KEY (owner, name) REFERENCES repo
);
CREATE TABLE comment (                    -- rows=400M
  target     varchar(5) NOT NULL CHECK (target IN ('issue', 'pull')),
  owner      varchar(39) NOT NULL CHECK (length(owner) >= 1),         -- avg=10
  name       varchar(100) NOT NULL CHECK (length(name) >= 1),         -- avg=14
  number     int NOT NULL CHECK (number BETWEEN 1 AND 99999999),
  comment_id ulid NOT NULL,
  body       varchar(4000) NOT NULL,      -- avg=200
  PRIMARY KEY (owner, name, number, comment_id)
);
CREATE TABLE reaction (                   -- rows=100M
  target   varchar(160) NOT NULL CHECK (length(target) >= 1),         -- avg=40
  username varchar(39) NOT NULL CHECK (length(username) >= 1),        -- avg=10
  kinds    json,                          -- avg=20
  PRIMARY KEY (target, username)
);
-- question repo-by-name rate=200/s                -- P1
SELECT * FROM repo WHERE owner = :o AND name = :n;
-- question repo-with-issues rate=50/s rows=20     -- P2, its newest twenty
SELECT * FROM repo WHERE owner = :o AND name = :n;
SELECT * FROM issue WHERE owner = :o AND name = :n ORDER BY number DESC LIMIT 20;
-- question repo-with-pulls rate=40/s rows=20      -- P3, its newest twenty
SELECT * FROM repo WHERE owner = :o AND name = :n;
SELECT * FROM pull WHERE owner = :o AND name = :n ORDER BY number DESC LIMIT 20;
-- question repo-with-forks rate=5/s rows=4        -- P4, the first hundred
SELECT * FROM repo WHERE owner = :o AND name = :n;
SELECT * FROM repo WHERE fork_of = :o AND name = :n ORDER BY owner COLLATE BINARY LIMIT 100;
-- question repo-with-stars rate=5/s rows=10       -- P5, the first hundred
SELECT * FROM repo WHERE owner = :o AND name = :n;
SELECT * FROM star WHERE owner = :o AND name = :n ORDER BY username COLLATE BINARY LIMIT 100;
-- question account-with-repos rate=30/s rows=5    -- P6, the latest hundred
SELECT * FROM account WHERE name = :o;
SELECT * FROM repo WHERE owner = :o ORDER BY updated_at DESC LIMIT 100;
-- question org-with-members rate=5/s rows=20      -- P7
SELECT * FROM account WHERE name = :o;
SELECT * FROM membership WHERE org = :o;
-- question comments-of-issue rate=80/s rows=4     -- P8
SELECT * FROM comment WHERE target = 'issue' AND owner = :o AND name = :n AND number = :i LIMIT 100;
-- question comments-of-pull rate=40/s rows=4      -- P8
SELECT * FROM comment WHERE target = 'pull' AND owner = :o AND name = :n AND number = :i LIMIT 100;
-- question open-issues rate=30/s rows=10          -- P13
SELECT * FROM issue WHERE owner = :o AND name = :n AND status = 'Open' ORDER BY number DESC LIMIT 20;
-- question open-pulls rate=20/s rows=5            -- P14
SELECT * FROM pull WHERE owner = :o AND name = :n AND status = 'Open' ORDER BY number DESC LIMIT 20;
-- write sign-up rate=0.1/s
INSERT OR IGNORE INTO account VALUES (:name, :kind, :plan);
-- write add-member rate=0.1/s
INSERT OR IGNORE INTO membership VALUES (:org, :username, :role);
-- write create rate=1/s
INSERT OR IGNORE INTO repo VALUES (:owner, :name, NULL, :updated_at, 0, 0, 0);
-- write push rate=20/s
UPDATE repo SET updated_at = :t WHERE owner = :o AND name = :n;
-- write draw-number rate=12/s                     -- P9
UPDATE repo SET last_number = last_number + 1 WHERE owner = :o AND name = :n;
-- write open-issue rate=8/s                       -- P9
INSERT OR IGNORE INTO issue VALUES (:owner, :name, :number, :title, 'Open', :created_by);
-- write open-pull rate=4/s
INSERT OR IGNORE INTO pull VALUES (:owner, :name, :number, :title, 'Open', :created_by);
-- write close-issue rate=6/s
UPDATE issue SET status = 'Closed' WHERE owner = :o AND name = :n AND number = :i AND status = 'Open';
-- write close-pull rate=4/s
UPDATE pull SET status = 'Closed' WHERE owner = :o AND name = :n AND number = :i AND status = 'Open';
-- write star rate=10/s                            -- P10
INSERT OR IGNORE INTO star VALUES (:owner, :name, :username);
-- write count-star rate=10/s                      -- P10
UPDATE repo SET stars = stars + 1 WHERE owner = :o AND name = :n;
-- write fork rate=1/s                             -- P11
INSERT OR IGNORE INTO repo VALUES (:owner, :name, :fork_of, :updated_at, 0, 0, 0);
-- write count-fork rate=1/s                       -- P11
UPDATE repo SET forks = forks + 1 WHERE owner = :o AND name = :n;
-- write say rate=30/s
INSERT OR IGNORE INTO comment VALUES (:target, :owner, :name, :number, :comment_id, :body);
-- write react rate=10/s                           -- P12
INSERT OR IGNORE INTO reaction VALUES (:target, :username, :kinds);
