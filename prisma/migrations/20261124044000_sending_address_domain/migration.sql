-- A job looks up the domains of confirmed senders in batches: without an index each batch sorts all addresses.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sending_address_domain_idx" ON "sending_address" (split_part(email_address, '@', 2)) WHERE status = 'confirmed'
