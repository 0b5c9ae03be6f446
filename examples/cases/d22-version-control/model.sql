-- Users own repositories; people open issues and pull requests, comment, get replies and subscribe to a ticket.
-- model version-control  prices=us-east-1/on-demand
CREATE TABLE user (                       -- rows=1M
  username   varchar(40) PRIMARY KEY CHECK (length(username) >= 1 AND username NOT GLOB '*[^A-Za-z0-9-]*'),  -- avg=10
  full_name  varchar(80) NOT NULL,        -- avg=16
  created_at timestamp(3) NOT NULL
);
CREATE TABLE repository (                 -- rows=3M
  repo_owner varchar(40) NOT NULL REFERENCES user CHECK (length(repo_owner) >= 1 AND repo_owner NOT GLOB '*[^A-Za-z0-9-]*'),  -- avg=10 per=3 max=300
  repo_name  varchar(60) NOT NULL CHECK (length(repo_name) >= 1 AND repo_name NOT GLOB '*[^A-Za-z0-9_.-]*'),  -- avg=14
  is_private boolean NOT NULL,
  created_at timestamp(3) NOT NULL,
  stars      json,                        -- avg=80
  followers  json,                        -- avg=80
  PRIMARY KEY (repo_owner, repo_name)
);
CREATE TABLE issue (                      -- rows=30M
  repo_owner   varchar(40) NOT NULL CHECK (length(repo_owner) >= 1 AND repo_owner NOT GLOB '*[^A-Za-z0-9-]*'),  -- avg=10 distinct=800k
  repo_name    varchar(60) NOT NULL CHECK (length(repo_name) >= 1 AND repo_name NOT GLOB '*[^A-Za-z0-9_.-]*'),  -- avg=14 distinct=2M
  issue_number varchar(8) NOT NULL CHECK (length(issue_number) >= 1 AND issue_number NOT GLOB '*[^0-9]*'),      -- avg=4
  username     varchar(40) NOT NULL REFERENCES user CHECK (length(username) >= 1 AND username NOT GLOB '*[^A-Za-z0-9-]*'),  -- avg=10 per=30 max=1500
  status       varchar(6) NOT NULL CHECK (status IN ('Open', 'Closed')),
  created_at   timestamp(3) NOT NULL,
  PRIMARY KEY (repo_owner, repo_name, issue_number),
  FOREIGN KEY (repo_owner, repo_name) REFERENCES repository
);
CREATE TABLE pull_request (               -- rows=20M
  repo_owner          varchar(40) NOT NULL CHECK (length(repo_owner) >= 1 AND repo_owner NOT GLOB '*[^A-Za-z0-9-]*'),  -- avg=10 distinct=600k
  repo_name           varchar(60) NOT NULL CHECK (length(repo_name) >= 1 AND repo_name NOT GLOB '*[^A-Za-z0-9_.-]*'),  -- avg=14 distinct=1500k
  pull_request_number varchar(8) NOT NULL CHECK (length(pull_request_number) >= 1 AND pull_request_number NOT GLOB '*[^0-9]*'),  -- avg=4
  username            varchar(40) NOT NULL REFERENCES user CHECK (length(username) >= 1 AND username NOT GLOB '*[^A-Za-z0-9-]*'),  -- avg=10 per=20 max=1000
  status              varchar(6) NOT NULL CHECK (status IN ('Open', 'Closed')),
  created_at          timestamp(3) NOT NULL,
  reviewers           json,               -- avg=60
  PRIMARY KEY (repo_owner, repo_name, pull_request_number),
  FOREIGN KEY (repo_owner, repo_name) REFERENCES repository
);
CREATE TABLE issue_comment (              -- rows=200M
  repo_owner   varchar(40) NOT NULL CHECK (length(repo_owner) >= 1 AND repo_owner NOT GLOB '*[^A-Za-z0-9-]*'),  -- avg=10
  repo_name    varchar(60) NOT NULL CHECK (length(repo_name) >= 1 AND repo_name NOT GLOB '*[^A-Za-z0-9_.-]*'),  -- avg=14
  issue_number varchar(8) NOT NULL CHECK (length(issue_number) >= 1 AND issue_number NOT GLOB '*[^0-9]*'),      -- avg=4
  comment_id   uuid NOT NULL,
  username     varchar(40) NOT NULL REFERENCES user CHECK (length(username) >= 1 AND username NOT GLOB '*[^A-Za-z0-9-]*'),  -- avg=10 per=200 max=20000
  reply_to     varchar(40) CHECK (length(reply_to) >= 1 AND reply_to NOT GLOB '*[^A-Za-z0-9-]*'),  -- avg=10 distinct=500k
  reply_viewed varchar(24) NOT NULL CHECK (length(reply_viewed) >= 1 AND reply_viewed NOT GLOB '*[^A-Z0-9:.-]*'),  -- avg=12 distinct=1M top=10%
  updated_at   timestamp(3) NOT NULL,
  PRIMARY KEY (repo_owner, repo_name, issue_number, comment_id),
  FOREIGN KEY (repo_owner, repo_name, issue_number) REFERENCES issue
);
CREATE TABLE pr_comment (                 -- rows=100M
  repo_owner          varchar(40) NOT NULL CHECK (length(repo_owner) >= 1 AND repo_owner NOT GLOB '*[^A-Za-z0-9-]*'),  -- avg=10
  repo_name           varchar(60) NOT NULL CHECK (length(repo_name) >= 1 AND repo_name NOT GLOB '*[^A-Za-z0-9_.-]*'),  -- avg=14
  pull_request_number varchar(8) NOT NULL CHECK (length(pull_request_number) >= 1 AND pull_request_number NOT GLOB '*[^0-9]*'),  -- avg=4
  comment_id          uuid NOT NULL,
  username            varchar(40) NOT NULL REFERENCES user CHECK (length(username) >= 1 AND username NOT GLOB '*[^A-Za-z0-9-]*'),  -- avg=10 per=100 max=20000
  reply_to            varchar(40) CHECK (length(reply_to) >= 1 AND reply_to NOT GLOB '*[^A-Za-z0-9-]*'),  -- avg=10 distinct=500k
  reply_viewed        varchar(24) NOT NULL CHECK (length(reply_viewed) >= 1 AND reply_viewed NOT GLOB '*[^A-Z0-9:.-]*'),  -- avg=12 distinct=1M top=10%
  updated_at          timestamp(3) NOT NULL,
  PRIMARY KEY (repo_owner, repo_name, pull_request_number, comment_id),
  FOREIGN KEY (repo_owner, repo_name, pull_request_number) REFERENCES pull_request
);
CREATE TABLE subscription (               -- rows=50M
  repo_owner    varchar(40) NOT NULL CHECK (length(repo_owner) >= 1 AND repo_owner NOT GLOB '*[^A-Za-z0-9-]*'),  -- avg=10
  repo_name     varchar(60) NOT NULL CHECK (length(repo_name) >= 1 AND repo_name NOT GLOB '*[^A-Za-z0-9_.-]*'),  -- avg=14 distinct=2M top=0.004%
  username      varchar(40) NOT NULL REFERENCES user CHECK (length(username) >= 1 AND username NOT GLOB '*[^A-Za-z0-9-]*'),  -- avg=10 per=50 max=2000
  ticket_type   varchar(12) NOT NULL CHECK (length(ticket_type) >= 1 AND ticket_type NOT GLOB '*[^A-Za-z]*'),    -- avg=8
  ticket_number varchar(8) NOT NULL CHECK (length(ticket_number) >= 1 AND ticket_number NOT GLOB '*[^0-9]*'),    -- avg=4
  PRIMARY KEY (repo_owner, repo_name, username, ticket_type, ticket_number)
);
-- question public-repositories rate=20/s          -- P1
SELECT * FROM repository WHERE repo_owner = :u AND is_private = FALSE ORDER BY created_at;
-- question pull-request-with-comments rate=40/s rows=6  -- P2, newest first
SELECT * FROM pull_request WHERE repo_owner = :o AND repo_name = :r AND pull_request_number = :n;
SELECT * FROM pr_comment WHERE repo_owner = :o AND repo_name = :r AND pull_request_number = :n ORDER BY updated_at DESC;
-- question issue-with-comments rate=80/s rows=8   -- P3, newest first
SELECT * FROM issue WHERE repo_owner = :o AND repo_name = :r AND issue_number = :n;
SELECT * FROM issue_comment WHERE repo_owner = :o AND repo_name = :r AND issue_number = :n ORDER BY updated_at DESC;
-- question pull-requests-of-user rate=10/s rows=20  -- P4
SELECT * FROM pull_request WHERE username = :u AND status = :s ORDER BY created_at DESC LIMIT 100;
-- question owned-by-user rate=5/s rows=50         -- P6
SELECT * FROM user WHERE username = :u;
SELECT * FROM repository WHERE repo_owner = :u;
SELECT * FROM issue WHERE username = :u;
SELECT * FROM pull_request WHERE username = :u;
-- question subscribers-of-ticket rate=5/s rows=10  -- P7
SELECT * FROM issue WHERE repo_owner = :o AND repo_name = :r AND issue_number = :t;
SELECT * FROM pull_request WHERE repo_owner = :o AND repo_name = :r AND pull_request_number = :t;
SELECT * FROM subscription WHERE repo_owner = :o AND repo_name = :r AND ticket_number = :t;
-- question unread-replies rate=20/s rows=10       -- P8
SELECT * FROM issue_comment WHERE reply_to = :u AND reply_viewed = 'UNREAD' AND updated_at BETWEEN :a AND :b;
SELECT * FROM pr_comment WHERE reply_to = :u AND reply_viewed = 'UNREAD' AND updated_at BETWEEN :a AND :b;
-- question unread-issue-replies rate=1/s rows=5   -- one half of P8
SELECT * FROM issue_comment WHERE reply_to = :u AND reply_viewed = 'UNREAD' AND updated_at BETWEEN :a AND :b LIMIT 100;
-- question open-tickets rate=20/s rows=20         -- P9
SELECT * FROM issue WHERE repo_owner = :o AND repo_name = :r AND status = 'Open' ORDER BY created_at DESC;
SELECT * FROM pull_request WHERE repo_owner = :o AND repo_name = :r AND status = 'Open' ORDER BY created_at DESC;
-- question open-issues rate=10/s rows=12          -- one half of P9
SELECT * FROM issue WHERE repo_owner = :o AND repo_name = :r AND status = 'Open' ORDER BY created_at DESC LIMIT 100;
-- question watched-by-user rate=5/s rows=50       -- P10
SELECT * FROM user WHERE username = :u;
SELECT * FROM subscription WHERE username = :u;
-- write join rate=0.1/s
INSERT OR IGNORE INTO user VALUES (:username, :full_name, :created_at);
-- write create rate=0.2/s
INSERT OR IGNORE INTO repository VALUES (:repo_owner, :repo_name, :is_private, :created_at, :stars, :followers);
-- write follow rate=1/s                           -- P11
UPDATE repository SET followers = :followers WHERE repo_owner = :o AND repo_name = :r;
-- write open-issue rate=2/s
INSERT OR IGNORE INTO issue VALUES (:repo_owner, :repo_name, :issue_number, :username, 'Open', :created_at);
-- write open-pull-request rate=1.5/s
INSERT OR IGNORE INTO pull_request VALUES (:repo_owner, :repo_name, :pull_request_number, :username, 'Open', :created_at, :reviewers);
-- write close-pull-request rate=1.5/s             -- P5
UPDATE pull_request SET status = 'Closed' WHERE repo_owner = :o AND repo_name = :r AND pull_request_number = :n
 AND (username = :me OR repo_owner = :me);
-- write comment-issue rate=15/s
INSERT OR IGNORE INTO issue_comment VALUES (:repo_owner, :repo_name, :issue_number, :comment_id, :username, :reply_to, 'UNREAD', :updated_at);
-- write comment-pull-request rate=8/s
INSERT OR IGNORE INTO pr_comment VALUES (:repo_owner, :repo_name, :pull_request_number, :comment_id, :username, :reply_to, 'UNREAD', :updated_at);
-- write view-issue-reply rate=8/s                -- who views a reply has it before him
UPDATE issue_comment SET reply_viewed = :viewed WHERE repo_owner = :o AND repo_name = :r AND issue_number = :n AND comment_id = :c
 AND updated_at = :u AND reply_viewed = 'UNREAD';
-- write view-pull-request-reply rate=4/s
UPDATE pr_comment SET reply_viewed = :viewed WHERE repo_owner = :o AND repo_name = :r AND pull_request_number = :n AND comment_id = :c
 AND updated_at = :u AND reply_viewed = 'UNREAD';
-- write subscribe rate=4/s
INSERT OR IGNORE INTO subscription VALUES (:repo_owner, :repo_name, :username, :ticket_type, :ticket_number);
