-- Administrators list users whose address is not verified.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_unverified_idx" ON "users" (id) WHERE NOT (email_proof IS NOT NULL AND email_proof <> 'caught_mail')
