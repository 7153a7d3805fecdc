-- When something is due about an account's plan: the end of its trial, its cancellation or its renewal.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_plan_due_idx" ON "account"
  (least(CASE WHEN is_trial_open THEN trial_lapse_date END, cancels_at, renews_at))
