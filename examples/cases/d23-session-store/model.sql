-- Random session tokens that stop working after some days; a password change ends all of a user's sessions.
-- model session-store  prices=us-east-1/on-demand
CREATE TABLE session (                    -- rows=20M
  token      uuid PRIMARY KEY,
  username   varchar(40) NOT NULL CHECK (length(username) >= 1),  -- avg=10 distinct=8M
  created_at timestamp(0) NOT NULL,
  expires_at timestamp(0) NOT NULL
);
-- question check-token rate=950/s           -- P2
SELECT * FROM session WHERE token = :t AND expires_at > :now;
-- question sessions-of-user rate=1/s rows=3  -- P4 finds them, then ends each by its token
SELECT token FROM session WHERE username = :u;
-- question how-many-live rate=1/s           -- P5
SELECT COUNT(*) FROM session WHERE username = :u AND expires_at > :now;
-- question live-sessions rate=1/s rows=3    -- P5 answered by the rows themselves
SELECT token, expires_at FROM session WHERE username = :u AND expires_at > :now;
-- write start rate=20/s                     -- P1
INSERT OR IGNORE INTO session VALUES (:token, :username, :created_at, :expires_at);
-- write end rate=3/s                        -- P4; P3 is time to live on expires_at
DELETE FROM session WHERE token = :t;
