-- A library holds physical copies of books; members borrow them; books have genres; authors write them.
-- loan_end is a date, or the word AVAILABLE, as the published model has it.
-- model library  prices=us-east-1/on-demand
CREATE TABLE author (                     -- rows=200k
  last_name  varchar(60) NOT NULL CHECK (length(last_name) >= 1),   -- avg=9 distinct=60k
  first_name varchar(60) NOT NULL CHECK (length(first_name) >= 1),  -- avg=8
  birthday   date NOT NULL,
  bio        varchar(4000),               -- avg=400
  PRIMARY KEY (last_name, first_name, birthday)
);
CREATE TABLE member (                     -- rows=500k
  member_id ulid PRIMARY KEY,
  since     date NOT NULL,
  until     date NOT NULL,
  address   json                          -- avg=120
);
CREATE TABLE book (                       -- rows=5M
  isbn       char(13) NOT NULL CHECK (isbn NOT GLOB '*[^0-9]*'),    -- distinct=1M
  book_id    ulid NOT NULL,
  title      varchar(200) NOT NULL CHECK (length(title) >= 1),      -- avg=30 distinct=900k
  released   date NOT NULL,
  last_name  varchar(60) NOT NULL CHECK (length(last_name) >= 1),   -- avg=9 distinct=60k
  first_name varchar(60) NOT NULL CHECK (length(first_name) >= 1),  -- avg=8
  publisher  varchar(80) NOT NULL,        -- avg=16
  loan_start date,
  loan_end   varchar(10) NOT NULL CHECK (length(loan_end) >= 1 AND loan_end NOT GLOB '*[^A-Z0-9-]*'),  -- avg=9
  member_id  ulid REFERENCES member,
  PRIMARY KEY (isbn, book_id)
);
CREATE TABLE genre (                      -- rows=3M
  isbn       char(13) NOT NULL CHECK (isbn NOT GLOB '*[^0-9]*'),    -- distinct=1M
  genre      varchar(30) NOT NULL CHECK (length(genre) >= 1),       -- avg=9 distinct=200
  subgenre   varchar(30) NOT NULL,        -- avg=9
  title      varchar(200) NOT NULL CHECK (length(title) >= 1),      -- avg=30 distinct=900k
  last_name  varchar(60) NOT NULL CHECK (length(last_name) >= 1),   -- avg=9 distinct=60k
  first_name varchar(60) NOT NULL CHECK (length(first_name) >= 1),  -- avg=8
  PRIMARY KEY (isbn, genre, subgenre)
);
-- question copies-by-author rate=5/s rows=25     -- P1
SELECT * FROM book WHERE last_name = :l AND first_name = :f LIMIT 100;
-- question titles-of-author rate=2/s             -- P2
SELECT DISTINCT isbn FROM book WHERE last_name = :l AND first_name = :f;
-- question authors-by-name rate=5/s rows=3       -- P3
SELECT * FROM author WHERE last_name = :l AND first_name LIKE :f || '%' LIMIT 50;
-- question works-of-author rate=2/s rows=40      -- P4
SELECT * FROM author WHERE last_name = :l AND first_name = :f;
SELECT * FROM book WHERE last_name = :l AND first_name = :f;
SELECT * FROM genre WHERE last_name = :l AND first_name = :f;
-- question copies-of-isbn rate=20/s rows=5       -- P5
SELECT * FROM book WHERE isbn = :i LIMIT 200;
-- question books-of-member rate=10/s rows=2      -- P6
SELECT * FROM book WHERE member_id = :m;
-- question overdue-of-member rate=5/s rows=1     -- P7
SELECT * FROM book WHERE member_id = :m AND loan_end < :today;
-- question member-with-loans rate=10/s rows=3    -- P8
SELECT * FROM member WHERE member_id = :m;
SELECT * FROM book WHERE member_id = :m;
-- question available-copies rate=5/s rows=3      -- P9
SELECT * FROM book WHERE last_name = :l AND first_name = :f AND loan_end = 'AVAILABLE' AND book_id = :b;
-- question copies-on-loan rate=1/s rows=5        -- P10
SELECT * FROM book WHERE last_name = :l AND first_name = :f AND loan_end < 'AVAILABLE' LIMIT 100;
-- question editions-between rate=1/s rows=5      -- P11
SELECT * FROM book WHERE title = :t AND released BETWEEN :a AND :b LIMIT 100;
-- question title-with-genres rate=5/s rows=9     -- P12
SELECT * FROM book WHERE title = :t;
SELECT * FROM genre WHERE title = :t;
-- question copies-in-genre rate=2/s              -- P13
SELECT b.* FROM genre g JOIN book b USING (isbn) WHERE g.genre = :g AND g.subgenre = :s;
-- question author-in-genre rate=1/s              -- P14
SELECT b.* FROM genre g JOIN book b USING (isbn) WHERE g.last_name = :l AND g.first_name = :f AND g.genre = :g;
-- question how-many-out rate=5/s                 -- P15
SELECT COUNT(*) FROM book WHERE member_id = :m;
-- write acquire rate=0.1/s
INSERT OR IGNORE INTO book VALUES (:isbn, :book_id, :title, :released, :last_name, :first_name, :publisher, NULL, 'AVAILABLE', NULL);
-- write lend rate=2/s
UPDATE book SET member_id = :m, loan_start = :today, loan_end = :due WHERE isbn = :i AND book_id = :b;
-- write return rate=2/s
UPDATE book SET member_id = NULL, loan_start = NULL, loan_end = 'AVAILABLE' WHERE isbn = :i AND book_id = :b;
-- write enrol rate=0.05/s
INSERT OR IGNORE INTO member VALUES (:member_id, :since, :until, :address);
-- write classify rate=0.1/s
INSERT OR IGNORE INTO genre VALUES (:isbn, :genre, :subgenre, :title, :last_name, :first_name);
-- write add-author rate=0.01/s
INSERT OR IGNORE INTO author VALUES (:last_name, :first_name, :birthday, :bio);
