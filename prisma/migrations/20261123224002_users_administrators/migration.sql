-- Administrators list the few users who are administrators.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_administrator_idx" ON "users" (id) WHERE is_admin
