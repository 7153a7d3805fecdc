-- AlterTable
ALTER TABLE "automation_email" ADD COLUMN     "has_content" BOOLEAN,
ADD COLUMN     "mistake" TEXT;

-- AlterTable
ALTER TABLE "automation_step_count" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "automation_step_count" DROP CONSTRAINT "automation_step_count_pkey",
ADD CONSTRAINT "automation_step_count_pkey" PRIMARY KEY ("account_id", "automation_id", "step_id", "version", "day");

-- Runs go with their subscriber. Their trace goes with them, as a set, and the counts of their automations say how many there were.
CREATE OR REPLACE FUNCTION delete_traces_of_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM automation_trace t USING old_rows o WHERE t.account_id = o.account_id AND t.run_id = o.id;
  INSERT INTO automation_step_count AS c (account_id, automation_id, step_id, version, day, ended, moved)
  SELECT n.account_id, n.automation_id, n.step_id, n.version,
    (transaction_timestamp() AT TIME ZONE (SELECT a.time_zone FROM account a WHERE a.id = n.account_id))::date, n.ended, n.moved
  FROM (
    SELECT o.account_id, o.automation_id, 'all_runs' AS step_id, o.version, 0 AS ended, count(*) AS moved FROM old_rows o
    WHERE o.ended_at IS NULL GROUP BY 1, 2, 4
    UNION ALL
    SELECT o.account_id, o.automation_id, o.step_id, o.version, count(*), 0 FROM old_rows o
    WHERE o.ended_at IS NULL AND o.step_id IS NOT NULL GROUP BY 1, 2, 3, 4
  ) n
  -- Those of a deleted account are gone with it.
  WHERE (SELECT a.id FROM account a WHERE a.id = n.account_id) IS NOT NULL
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (account_id, automation_id, step_id, version, day) DO UPDATE SET ended = c.ended + excluded.ended, moved = c.moved + excluded.moved;
  RETURN NULL;
END $$;

-- Who is inside now is carried from the counts without a version to those of their version, so each step and version adds up.
INSERT INTO automation_step_count AS c (account_id, automation_id, step_id, version, day, entered)
SELECT n.account_id, n.automation_id, n.step_id, n.version, (transaction_timestamp() AT TIME ZONE a.time_zone)::date, n.entered
FROM (
  SELECT r.account_id, r.automation_id, p.step_id, v.version, sum(v.sign * r.count) AS entered
  FROM (
    SELECT account_id, automation_id, version, step_id, count(*) AS count FROM automation_run WHERE ended_at IS NULL GROUP BY 1, 2, 3, 4
  ) r,
  LATERAL (VALUES ('all_runs'), (r.step_id)) p(step_id),
  LATERAL (VALUES (r.version, 1), (0, -1)) v(version, sign)
  WHERE p.step_id IS NOT NULL GROUP BY 1, 2, 3, 4
) n JOIN account a ON a.id = n.account_id
ORDER BY 1, 2, 3, 4
ON CONFLICT (account_id, automation_id, step_id, version, day) DO UPDATE SET entered = c.entered + excluded.entered;
