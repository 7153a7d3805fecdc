-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "delivery_failed_idx" ON "delivery" (account_id, claimed_at) WHERE state = 'failed'
