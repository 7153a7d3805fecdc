-- Administrators list users without an account.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_without_account_idx" ON "users" (id) WHERE without_account
