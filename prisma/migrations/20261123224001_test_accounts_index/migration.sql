-- The few accounts whose test may have ended.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_for_test_idx" ON "account" (id) WHERE is_for_test AND deletes_at IS NULL
