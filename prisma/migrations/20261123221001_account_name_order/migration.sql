-- Administrators list accounts by name.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_name_order_idx" ON "account" (lower(name), id)
