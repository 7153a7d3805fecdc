-- Deleted deliveries no longer count toward the engagement of their subscribers.

-- Why here: deliveries are also deleted by a trigger with their email and by a cascade with their subscriber (decision 0011).
CREATE OR REPLACE FUNCTION count_deleted_engagement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_engagement(array_agg(ROW(account_id, subscriber_id, sent_at, -sent, -opens, -clicks)::engagement_change)) FROM (
    SELECT account_id, subscriber_id, sent_at, count(*) AS sent, count(opened_at) AS opens, count(clicked_at) AS clicks
    FROM old_rows WHERE sent_at IS NOT NULL GROUP BY 1, 2, 3) c;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER delivery_delete_engagement AFTER DELETE ON delivery
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_deleted_engagement();
