-- Deliveries inserted as sent count toward the engagement of their subscribers.

-- Why here: the counts of 90 days must match the ledger exactly, whichever statement writes it (decision 0011).
CREATE OR REPLACE FUNCTION count_inserted_engagement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_engagement(array_agg(ROW(account_id, subscriber_id, sent_at, sent, opens, clicks)::engagement_change)) FROM (
    SELECT account_id, subscriber_id, sent_at, count(*) AS sent, count(opened_at) AS opens, count(clicked_at) AS clicks
    FROM new_rows WHERE sent_at IS NOT NULL GROUP BY 1, 2, 3) c;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER delivery_insert_engagement AFTER INSERT ON delivery
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_inserted_engagement();
