-- A slice is numbered by the place of its first item, so that it can be halved. Negative numbers are a way around the primary key.
UPDATE "bulk_slice" s SET "seq" = -1 - n."place"
FROM (
  SELECT "account_id", "bulk_request_id", "seq",
    sum("item_count") OVER (PARTITION BY "account_id", "bulk_request_id" ORDER BY "seq") - "item_count" AS "place"
  FROM "bulk_slice"
) n
WHERE s."account_id" = n."account_id" AND s."bulk_request_id" = n."bulk_request_id" AND s."seq" = n."seq";

UPDATE "bulk_slice" SET "seq" = -1 - "seq" WHERE "seq" < 0;
