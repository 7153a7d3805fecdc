-- Recounts the engagement of subscribers whose oldest email is no longer within the 90 days, and returns their number. Locked rows are left for
-- the next call.

-- Why here: it reads the clock after it has locked the rows. A single statement would read them as they were before the lock (decision 0011).
CREATE OR REPLACE FUNCTION expire_engagement(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  accounts int[];
  subscribers bigint[];
  window_start timestamptz;
BEGIN
  SELECT array_agg(account_id), array_agg(subscriber_id) INTO accounts, subscribers FROM (
    SELECT account_id, subscriber_id FROM subscriber_engagement WHERE first_sent_at < clock_timestamp() - interval '90 days'
    ORDER BY first_sent_at LIMIT most FOR NO KEY UPDATE SKIP LOCKED
  ) due;
  window_start := clock_timestamp() - interval '90 days';
  UPDATE subscriber_engagement e
  SET sent = c.sent, opens = c.opens, clicks = c.clicks, first_sent_at = c.first_sent_at
  FROM unnest(accounts, subscribers) AS due (account_id, subscriber_id), LATERAL (
    SELECT count(*) AS sent, count(d.opened_at) AS opens, count(d.clicked_at) AS clicks, min(d.sent_at) AS first_sent_at
    FROM delivery d WHERE d.account_id = due.account_id AND d.subscriber_id = due.subscriber_id AND d.sent_at >= window_start
  ) c
  WHERE e.account_id = due.account_id AND e.subscriber_id = due.subscriber_id;
  RETURN coalesce(cardinality(subscribers), 0);
END $$;
