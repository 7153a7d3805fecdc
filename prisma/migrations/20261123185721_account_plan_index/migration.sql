-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_plan_type_idx" ON "account"("plan_type")
