-- Notices whose emails are still to be queued.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "plan_notice_unqueued_idx" ON "plan_notice"("account_id") WHERE queued_at IS NULL
