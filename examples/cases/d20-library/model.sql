-- A library holds physical copies of books; members borrow them; books have genres.
-- model library  prices=us-east-1/on-demand
CREATE TABLE author (                     -- rows=200k
  last_name  varchar(60) NOT NULL CHECK (length(last_name) >= 1),   -- avg=9 distinct=60k
  first_name varchar(60) NOT NULL,        -- avg=8
  birthday   date NOT NULL,
  bio        varchar(4000),               -- avg=400
  PRIMARY KEY (last_name, first_name, birthday)
);
CREATE TABLE member (                     -- rows=500k
  member_id ulid PRIMARY KEY,
  since     date NOT NULL,
  until     date,
  address   json                          -- avg=120
);
CREATE TABLE book (                       -- rows=5M
  isbn         char(13) NOT NULL,         -- distinct=1M
  book_id      ulid NOT NULL,
  title        varchar(200) NOT NULL CHECK (length(title) >= 1),    -- avg=30 distinct=900k
  released     date NOT NULL,
  last_name    varchar(60) NOT NULL CHECK (length(last_name) >= 1), -- avg=9 distinct=60k
  first_name   varchar(60) NOT NULL,      -- avg=8
  publisher    varchar(80),               -- avg=16
  member_id    ulid REFERENCES member,    -- per=2 max=40
  loan_start   date,
  loan_end     date,
  PRIMARY KEY (isbn, book_id)
);
CREATE TABLE genre (                      -- rows=3M
  isbn     char(13) NOT NULL,             -- distinct=1M
  genre    varchar(30) NOT NULL CHECK (length(genre) >= 1),  -- avg=9 distinct=200
  subgenre varchar(30) NOT NULL,          -- avg=9
  title    varchar(200) NOT NULL,         -- avg=30
  PRIMARY KEY (isbn, genre, subgenre)
);
-- question copies-by-author rate=5/s rows=25
SELECT * FROM book WHERE last_name = :l AND first_name = :f LIMIT 100;
-- question titles-of-author rate=2/s
SELECT DISTINCT title FROM book WHERE last_name = :l AND first_name = :f;
-- question authors-by-name rate=5/s rows=3
SELECT * FROM author WHERE last_name = :l AND first_name LIKE :f || '%' LIMIT 50;
-- question copies-of-isbn rate=20/s
SELECT * FROM book WHERE isbn = :i LIMIT 200;
-- question books-of-member rate=10/s
SELECT * FROM book WHERE member_id = :m;
-- question overdue-of-member rate=5/s rows=1
SELECT * FROM book WHERE member_id = :m AND loan_end < :today ORDER BY loan_end;
-- question member-by-id rate=20/s
SELECT * FROM member WHERE member_id = :m;
-- question editions-between rate=1/s rows=5
SELECT * FROM book WHERE title = :t AND released BETWEEN :a AND :b ORDER BY released LIMIT 100;
-- question titles-in-genre rate=2/s rows=100
SELECT isbn, title FROM genre WHERE genre = :g AND subgenre = :s LIMIT 100;
-- question genres-of-isbn rate=5/s
SELECT * FROM genre WHERE isbn = :i;
-- question how-many-out rate=5/s
SELECT COUNT(*) FROM book WHERE member_id = :m;
-- write acquire rate=0.1/s
INSERT OR IGNORE INTO book VALUES (:isbn, :book_id, :title, :released, :last_name, :first_name, :publisher, NULL, NULL, NULL);
-- write lend rate=2/s
UPDATE book SET member_id = :m, loan_start = :today, loan_end = :due WHERE isbn = :i AND book_id = :b;
-- write return rate=2/s
UPDATE book SET member_id = NULL, loan_start = NULL, loan_end = NULL WHERE isbn = :i AND book_id = :b;
-- write enrol rate=0.05/s
INSERT OR IGNORE INTO member VALUES (:member_id, :since, :until, :address);
-- write classify rate=0.1/s
INSERT OR IGNORE INTO genre VALUES (:isbn, :genre, :subgenre, :title);
-- write add-author rate=0.01/s
INSERT OR IGNORE INTO author VALUES (:last_name, :first_name, :birthday, :bio);
