-- model prefix-of-folded-text  prices=us-east-1/on-demand
CREATE TABLE product (  -- rows=10000
  shop_id    ulid NOT NULL,  -- distinct=1000
  product_id ulid NOT NULL,
  name       varchar(20) NOT NULL,
  PRIMARY KEY (shop_id, product_id)
);
-- question by-name rate=1/s rows=10
SELECT product_id, name FROM product WHERE shop_id = :shop AND name LIKE :start || '%' ORDER BY name;
-- write list rate=1/s
INSERT INTO product;
-- write rename rate=1/s
UPDATE product SET name = :name WHERE shop_id = :shop AND product_id = :product;
