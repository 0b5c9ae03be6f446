-- Random session tokens that stop working after some days; a password change ends all of a user's sessions.
-- model session-store  prices=us-east-1/on-demand
CREATE TABLE session (                    -- rows=20M
  token      uuid PRIMARY KEY,
  username   varchar(40) NOT NULL CHECK (length(username) >= 1),  -- avg=10 distinct=8M
  created_at timestamp(0) NOT NULL,
  expires_at timestamp(0) NOT NULL
);
-- question check-token rate=950/s
SELECT * FROM session WHERE token = :t AND expires_at > :now;
-- question sessions-of-user rate=1/s rows=3
SELECT token FROM session WHERE username = :u LIMIT 200;
-- question live-sessions-of-user rate=1/s rows=3
SELECT token, expires_at FROM session WHERE username = :u AND expires_at > :now ORDER BY expires_at LIMIT 200;
-- question how-many-live rate=1/s
SELECT COUNT(*) FROM session WHERE username = :u AND expires_at > :now;
-- write start rate=20/s
INSERT OR IGNORE INTO session VALUES (:token, :username, :created_at, :expires_at);
-- write end rate=20/s
DELETE FROM session WHERE token = :t;
