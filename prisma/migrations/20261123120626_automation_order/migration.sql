-- AlterTable
ALTER TABLE "automation_event" ADD COLUMN     "is_dated" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "automation_run" ADD COLUMN     "arrived_after" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "entered_after" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "automation_step_count" ADD COLUMN     "moved" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "purchase_line" ADD COLUMN     "added_at" TIMESTAMPTZ(3);

-- A line that is added to an old purchase happens when it is added.
CREATE OR REPLACE FUNCTION note_purchases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'purchased' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, data, at)
    SELECT n.account_id, 'purchased', n.product_id::text, p.subscriber_id, jsonb_build_object('purchase_id', p.id),
      coalesce(n.added_at, p.created_at)
    FROM new_rows n JOIN purchase p ON p.account_id = n.account_id AND p.id = n.purchase_id
    WHERE EXISTS (SELECT FROM automation_listener l
      WHERE l.account_id = n.account_id AND l.type = 'purchased' AND l.object IN ('', n.product_id::text));
  END IF;
  RETURN NULL;
END $$;

-- Runs go with their subscriber. Their trace goes with them, as a set, and the counts of their automations say how many there were.
CREATE OR REPLACE FUNCTION delete_traces_of_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM automation_trace t USING old_rows o WHERE t.account_id = o.account_id AND t.run_id = o.id;
  INSERT INTO automation_step_count AS c (account_id, automation_id, step_id, day, ended)
  SELECT n.account_id, n.automation_id, n.step_id,
    (transaction_timestamp() AT TIME ZONE (SELECT a.time_zone FROM account a WHERE a.id = n.account_id))::date, n.count
  FROM (
    SELECT o.account_id, o.automation_id, 'deleted_runs' AS step_id, count(*) AS count FROM old_rows o GROUP BY 1, 2
    UNION ALL
    SELECT o.account_id, o.automation_id, o.step_id, count(*) FROM old_rows o
    WHERE o.ended_at IS NULL AND o.step_id IS NOT NULL GROUP BY 1, 2, 3
  ) n
  -- Those of a deleted account are gone with it.
  WHERE (SELECT a.id FROM account a WHERE a.id = n.account_id) IS NOT NULL
  ORDER BY 1, 2, 3
  ON CONFLICT (account_id, automation_id, step_id, day) DO UPDATE SET ended = c.ended + excluded.ended;
  RETURN NULL;
END $$;
