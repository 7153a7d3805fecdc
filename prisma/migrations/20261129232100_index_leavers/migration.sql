-- Runs outside of a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS state_change_left_idx ON state_change (account_id, occurred_at) INCLUDE (to_state)
  WHERE from_state = 'active' AND to_state IN ('cancelled', 'bounced', 'complained');
