-- Stores the events of a transaction for jobs.

-- Why here: each connection keeps the plan, so one message can carry the events and the commit (decision 0050).
CREATE OR REPLACE FUNCTION write_job_events(account integer, events jsonb, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (account_id, type, data, created_at)
  SELECT account, e.type, e.data, at FROM jsonb_to_recordset(events) AS e(type text, data jsonb);
END $$;
