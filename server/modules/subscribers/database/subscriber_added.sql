-- New subscribers are counted by state, queued for the search text that a job writes, and get a row of engagement. Their account must exist, and
-- stays locked until the transaction ends. A queued range covers at most 4,096 ids, which are one batch of the job.

-- Why here: one statement creates a subscriber, another thousands, and versions that run side by side have their own. The account is looked up
-- once per statement, while a foreign key would check each row (decision 0050).
CREATE OR REPLACE FUNCTION add_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER subscriber_added AFTER INSERT ON subscriber
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION add_subscribers();
