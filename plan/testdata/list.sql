-- model list prices=us-east-1/on-demand
CREATE TABLE item ( -- rows=100k
  shop ulid NOT NULL, -- distinct=1000
  sku  varchar(20) NOT NULL CHECK (sku NOT GLOB '*[^A-Z0-9]*'), -- avg=8
  name varchar(60) NOT NULL, -- avg=20
  price int NOT NULL CHECK (price BETWEEN 0 AND 99999),
  PRIMARY KEY (shop, sku));
-- question some rate=20/s rows=8
SELECT * FROM item WHERE shop = :shop AND sku IN (:skus);
-- question cheap rate=5/s consistency=strong
SELECT sku, price FROM item WHERE shop = :shop AND price < :p ORDER BY price LIMIT 10;
-- write put rate=5/s
INSERT OR REPLACE INTO item VALUES (:shop, :sku, :name, :price);
