-- Administrators list the few accounts that are suspended.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_suspended_idx" ON "account" (id) WHERE (sign_in_disabled OR api_disabled OR sending_disabled)
