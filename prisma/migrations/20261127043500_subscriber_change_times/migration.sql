-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriber_change_at_idx" ON "subscriber_change" USING BRIN ("at")
