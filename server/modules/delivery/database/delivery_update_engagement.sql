-- Sending, opening or clicking deliveries changes the engagement of their subscribers: by the counts of the new rows minus those counted for the
-- old rows. Messages of one email that were just sent, the usual case, are counted by one update. Its rows are locked in the order of their
-- keys, as apply_engagement does, because the settings leave no other way to find them.

-- Why here: results, opens, clicks and bounces change the ledger in several statements, and none may forget to count (decision 0011).
CREATE OR REPLACE FUNCTION count_updated_engagement()
RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM old_rows WHERE sent_at IS NOT NULL)
    AND (SELECT min(mail_id) = max(mail_id) AND min(account_id) = max(account_id) FROM new_rows)
  THEN
    -- PostgreSQL checks a row that another statement has just changed again, with the clock, once it is locked.
    UPDATE subscriber_engagement e
    SET sent = e.sent + 1, opens = e.opens + c.opens, clicks = e.clicks + c.clicks, first_sent_at = least(e.first_sent_at, c.sent_at)
    FROM (
      SELECT account_id, subscriber_id, sent_at, (opened_at IS NOT NULL)::int AS opens, (clicked_at IS NOT NULL)::int AS clicks
      FROM new_rows WHERE sent_at IS NOT NULL ORDER BY account_id, subscriber_id
    ) c
    WHERE e.account_id = c.account_id AND e.subscriber_id = c.subscriber_id
      AND c.sent_at >= least(e.first_sent_at, clock_timestamp() - interval '90 days');
    RETURN NULL;
  END IF;
  PERFORM apply_engagement(array_agg(ROW(account_id, subscriber_id, sent_at, sent, opens, clicks)::engagement_change)) FROM (
    SELECT account_id, subscriber_id, sent_at, sum(n) AS sent, sum(n * (opened_at IS NOT NULL)::int) AS opens,
      sum(n * (clicked_at IS NOT NULL)::int) AS clicks
    FROM (
      SELECT account_id, subscriber_id, sent_at, opened_at, clicked_at, 1 AS n FROM new_rows WHERE sent_at IS NOT NULL
      UNION ALL
      SELECT account_id, subscriber_id, sent_at, opened_at, clicked_at, -1 FROM old_rows WHERE sent_at IS NOT NULL
    ) both_sides
    GROUP BY 1, 2, 3
    HAVING sum(n) <> 0 OR sum(n * (opened_at IS NOT NULL)::int) <> 0 OR sum(n * (clicked_at IS NOT NULL)::int) <> 0) c;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER delivery_update_engagement AFTER UPDATE ON delivery
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_updated_engagement();
