-- Lists of recipients who unsubscribed, bounced or complained read every message of an email to find a few.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "delivery_left_idx" ON "delivery" (account_id, mail_id, subscriber_id) WHERE unsubscribed_at IS NOT NULL OR bounced_at IS NOT NULL OR complained_at IS NOT NULL
