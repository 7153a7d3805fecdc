-- Figures about purchases are read by the time of the purchase.
-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "purchase_account_id_transaction_time_idx" ON "purchase" ("account_id", "transaction_time")
