-- Administrators list accounts by their number of subscribers.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_active_subscribers_id_idx" ON "account" ("active_subscribers", "id")
