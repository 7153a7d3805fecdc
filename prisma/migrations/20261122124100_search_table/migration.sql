-- CreateTable
CREATE TABLE "subscriber_search" (
    "account_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "state" "subscriber_state" NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "subscriber_search_pkey" PRIMARY KEY ("account_id","subscriber_id")
);

-- CreateTable
CREATE TABLE "subscriber_search_due" (
    "account_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "first_id" BIGINT NOT NULL,
    "last_id" BIGINT NOT NULL,

    CONSTRAINT "subscriber_search_due_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "subscriber_search_text_idx" ON "subscriber_search" USING gin (text gin_trgm_ops);

-- Writers of subscribers wait until the end of this migration, which reads one index: half a second per million subscribers.
LOCK TABLE "subscriber" IN SHARE ROW EXCLUSIVE MODE;

-- Whose search text a job is to write: docs/decisions/0049-price-of-a-subscriber.md. A range covers at most 4,096 ids, which are
-- one batch of the job.
CREATE OR REPLACE FUNCTION count_subscribers_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscriber_count (account_id, state, change) SELECT account_id, state, count(*) FROM new_rows GROUP BY 1, 2;
  INSERT INTO subscriber_search_due (account_id, first_id, last_id) SELECT account_id, min(id), max(id) FROM new_rows GROUP BY account_id, id >> 12;
  RETURN NULL;
END $$;

-- A row that is there says what its subscriber says: whoever changes a subscriber has locked the row, as the job below has.
CREATE FUNCTION change_subscriber_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE subscriber_search SET state = NEW.state, text = NEW.email_address || ' ' || coalesce(NEW.first_name, '')
  WHERE account_id = NEW.account_id AND subscriber_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "subscriber_search_over" AFTER UPDATE OF email_address, first_name, state ON "subscriber" FOR EACH ROW
  WHEN ((OLD.email_address, OLD.first_name, OLD.state) IS DISTINCT FROM (NEW.email_address, NEW.first_name, NEW.state))
  EXECUTE FUNCTION change_subscriber_search();

CREATE FUNCTION delete_subscriber_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM subscriber_search x USING old_rows o WHERE x.account_id = o.account_id AND x.subscriber_id = o.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "subscriber_search_out" AFTER DELETE ON "subscriber" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_subscriber_search();

-- Writes the rows of waiting ranges: of so many ids at most, and of one range at least. Returns how many fewer ranges wait. It
-- waits for nobody: a subscriber who is being changed or deleted at this moment stays due.
CREATE FUNCTION write_subscriber_search(most int) RETURNS int LANGUAGE plpgsql AS $$
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

-- The job fills the table after the update, a batch at a time; a migration would hold its locks to the end.
INSERT INTO subscriber_search_due (account_id, first_id, last_id)
SELECT account_id, min(id), max(id) FROM subscriber GROUP BY account_id, id >> 12 ORDER BY 1, 2;
