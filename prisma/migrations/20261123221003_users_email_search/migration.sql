-- Administrators search users, and accounts by their owners, by a part of the address.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_email_search_idx" ON "users" USING gin (email gin_trgm_ops)
