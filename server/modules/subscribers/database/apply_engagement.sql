-- Adds changes of deliveries to the engagement of their subscribers, within the trailing 90 days. Rows are locked in the order of their keys, so
-- two statements that count the same subscribers wait for each other instead of deadlocking. The window is read from a locked row, so messages
-- dropped by a recount are not counted again.

-- Why here: the triggers of delivery call it (decision 0011).
CREATE OR REPLACE FUNCTION apply_engagement(changes engagement_change[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  window_start timestamptz;
BEGIN
  IF changes IS NULL THEN
    RETURN;
  END IF;
  PERFORM FROM subscriber_engagement e JOIN unnest(changes) c USING (account_id, subscriber_id)
    ORDER BY e.account_id, e.subscriber_id FOR NO KEY UPDATE OF e;
  window_start := clock_timestamp() - interval '90 days';
  UPDATE subscriber_engagement e
  SET sent = e.sent + m.sent, opens = e.opens + m.opens, clicks = e.clicks + m.clicks,
    first_sent_at = CASE WHEN e.sent + m.sent > 0 THEN least(e.first_sent_at, m.first_sent_at) END
  FROM (
    SELECT c.account_id, c.subscriber_id, sum(c.sent)::int AS sent, sum(c.opens)::int AS opens, sum(c.clicks)::int AS clicks,
      min(c.sent_at) FILTER (WHERE c.sent > 0) AS first_sent_at
    FROM unnest(changes) c JOIN subscriber_engagement x USING (account_id, subscriber_id)
    WHERE c.sent_at >= least(x.first_sent_at, window_start)
    GROUP BY 1, 2
  ) m
  WHERE e.account_id = m.account_id AND e.subscriber_id = m.subscriber_id;
END $$;
