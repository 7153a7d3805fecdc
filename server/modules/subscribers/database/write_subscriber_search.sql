-- Writes the search text of queued ranges, of at most this number of ids, but of at least one range. Returns the decrease in waiting ranges. A
-- subscriber who is being changed or deleted at that moment stays queued.

-- Why here: taking ranges, writing texts and queueing the locked rest are one transaction and one round trip (decision 0011).
CREATE OR REPLACE FUNCTION write_subscriber_search(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  accounts int[];
  firsts bigint[];
  lasts bigint[];
  busy int;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('subscriber_search')) THEN
    RETURN 0;
  END IF;
  WITH waiting AS (
    SELECT * FROM subscriber_search_due ORDER BY account_id, id LIMIT most
  ), counted AS (
    SELECT *, row_number() OVER w AS n, sum(last_id - first_id + 1) OVER w AS ids FROM waiting WINDOW w AS (ORDER BY account_id, id)
  ), taken AS (
    DELETE FROM subscriber_search_due d USING counted c
    WHERE d.account_id = c.account_id AND d.id = c.id AND (c.n = 1 OR c.ids <= most)
    RETURNING d.account_id, d.first_id, d.last_id
  )
  SELECT array_agg(account_id), array_agg(first_id), array_agg(last_id) INTO accounts, firsts, lasts FROM taken;
  INSERT INTO subscriber_search (account_id, subscriber_id, state, text)
  SELECT s.account_id, s.id, s.state, s.email_address || ' ' || coalesce(s.first_name, '')
  FROM unnest(accounts, firsts, lasts) AS due (account_id, first_id, last_id) CROSS JOIN LATERAL (
    SELECT * FROM subscriber WHERE account_id = due.account_id AND id BETWEEN due.first_id AND due.last_id
    FOR NO KEY UPDATE SKIP LOCKED
  ) s
  ON CONFLICT DO NOTHING;
  INSERT INTO subscriber_search_due (account_id, first_id, last_id)
  SELECT s.account_id, s.id, s.id
  FROM unnest(accounts, firsts, lasts) AS due (account_id, first_id, last_id) CROSS JOIN LATERAL (
    SELECT * FROM subscriber WHERE account_id = due.account_id AND id BETWEEN due.first_id AND due.last_id OFFSET 0
  ) s
  WHERE NOT EXISTS (SELECT FROM subscriber_search x WHERE x.account_id = s.account_id AND x.subscriber_id = s.id);
  GET DIAGNOSTICS busy = ROW_COUNT;
  RETURN coalesce(cardinality(firsts), 0) - busy;
END $$;
