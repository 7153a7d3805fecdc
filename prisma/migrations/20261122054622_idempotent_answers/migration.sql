-- Until now a claim was a row without an answer. It is a lock of the transaction that stores the answer.
DELETE FROM "idempotency_key" WHERE "status" IS NULL;

ALTER TABLE "idempotency_key" DROP COLUMN "content_type",
DROP COLUMN "started_at",
ALTER COLUMN "status" SET NOT NULL;
