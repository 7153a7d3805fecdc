-- A plan renews or is cancelled, never both.
UPDATE "account" SET "renews_at" = NULL WHERE "cancels_at" IS NOT NULL;
ALTER TABLE "account" ADD CONSTRAINT "account_renews_or_cancels" CHECK ("renews_at" IS NULL OR "cancels_at" IS NULL);
