-- The size was taken of a copy of the data as text, 2 % of a tagging. JSON that was just made or given is held in memory as its text after
-- four bytes of length, which `pg_column_size` reads.
CREATE OR REPLACE FUNCTION write_public_event(account int, name text, data json, at timestamptz, envelope_bytes int, kept_days int)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_outbox (account_id, type, event_ids, sizes, leaves_at, data)
  VALUES (account, name, ARRAY[nextval('webhook_event_id_seq')], ARRAY[pg_column_size(data) - 4 + envelope_bytes], at, data);
END $$;
