-- Runs outside of a transaction.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS automation_app_event_reported_idx ON automation_app_event (account_id, event_id)
  WHERE plugin_id = 0;
