-- Writers of subscribers wait while the one new index is made, a second per million subscribers; the rest takes milliseconds.
CREATE INDEX "subscriber_canceled_idx" ON "subscriber" (account_id, canceled_at, id) WHERE state = 'cancelled';

-- DropIndex
DROP INDEX "subscriber_account_id_state_canceled_at_id_idx";

-- DropIndex
DROP INDEX "subscriber_search_idx";

-- DropForeignKey
ALTER TABLE "subscriber" DROP CONSTRAINT "subscriber_account_id_fkey";

-- DropForeignKey
ALTER TABLE "subscriber_engagement" DROP CONSTRAINT "subscriber_engagement_account_id_subscriber_id_fkey";

-- One pass over the rows of a statement, for everything that a new subscriber needs. The account is looked up and locked once for
-- each statement, where its key did so for each row.
DROP TRIGGER "subscriber_counts_in" ON "subscriber";
DROP TRIGGER "subscriber_makes_engagement" ON "subscriber";
DROP FUNCTION count_subscribers_in();
DROP FUNCTION make_engagement();
CREATE FUNCTION add_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unknown bigint;
BEGIN
  WITH part AS MATERIALIZED (
    SELECT account_id, state, id >> 12 AS block, count(*) AS count, min(id) AS first_id, max(id) AS last_id FROM new_rows GROUP BY 1, 2, 3
  ), counted AS (
    INSERT INTO subscriber_count (account_id, state, change) SELECT account_id, state, sum(count) FROM part GROUP BY 1, 2
  ), queued AS (
    INSERT INTO subscriber_search_due (account_id, first_id, last_id)
    SELECT account_id, min(first_id), max(last_id) FROM part GROUP BY account_id, block
  ), ranked AS (
    INSERT INTO subscriber_engagement (account_id, subscriber_id) SELECT account_id, id FROM new_rows
  ), known AS MATERIALIZED (
    SELECT id FROM account WHERE id IN (SELECT account_id FROM part) FOR KEY SHARE
  )
  SELECT count(*) INTO unknown FROM part WHERE account_id NOT IN (SELECT id FROM known);
  IF unknown > 0 THEN
    RAISE foreign_key_violation USING MESSAGE = 'The account of a subscriber does not exist', TABLE = 'subscriber';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "subscriber_added" AFTER INSERT ON "subscriber" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_subscribers();

-- What has no key to its subscriber goes with it here, as a set.
CREATE OR REPLACE FUNCTION delete_logs_of_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM state_change c USING old_rows o WHERE c.account_id = o.account_id AND c.subscriber_id = o.id;
  DELETE FROM consent c USING old_rows o WHERE c.account_id = o.account_id AND c.subscriber_id = o.id;
  DELETE FROM subscriber_engagement e USING old_rows o WHERE e.account_id = o.account_id AND e.subscriber_id = o.id;
  RETURN NULL;
END $$;

-- The subscribers of an account go with it; what counts or indexes them goes after them.
CREATE FUNCTION delete_subscribers_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM subscriber s USING old_rows o WHERE s.account_id = o.id;
  DELETE FROM subscriber_count c USING old_rows o WHERE c.account_id = o.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "account_subscribers_out" AFTER DELETE ON "account" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_subscribers_of_accounts();
