-- Administrators search accounts by a part of the name.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_name_search_idx" ON "account" USING gin (lower(name) gin_trgm_ops)
