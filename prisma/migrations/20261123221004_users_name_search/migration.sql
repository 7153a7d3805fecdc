-- Administrators search users by a part of the name.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_name_search_idx" ON "users" USING gin (lower(name) gin_trgm_ops)
