-- A list of automations adds up a row per day instead of counting every run.
CREATE OR REPLACE FUNCTION delete_traces_of_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM automation_trace t USING old_rows o WHERE t.account_id = o.account_id AND t.run_id = o.id;
  INSERT INTO automation_step_count AS c (account_id, automation_id, step_id, day, ended, moved)
  SELECT n.account_id, n.automation_id, n.step_id,
    (transaction_timestamp() AT TIME ZONE (SELECT a.time_zone FROM account a WHERE a.id = n.account_id))::date, n.ended, n.moved
  FROM (
    SELECT o.account_id, o.automation_id, 'all_runs' AS step_id, 0 AS ended, count(*) AS moved FROM old_rows o
    WHERE o.ended_at IS NULL GROUP BY 1, 2
    UNION ALL
    SELECT o.account_id, o.automation_id, o.step_id, count(*), 0 FROM old_rows o
    WHERE o.ended_at IS NULL AND o.step_id IS NOT NULL GROUP BY 1, 2, 3
  ) n
  -- Those of a deleted account are gone with it.
  WHERE (SELECT a.id FROM account a WHERE a.id = n.account_id) IS NOT NULL
  ORDER BY 1, 2, 3
  ON CONFLICT (account_id, automation_id, step_id, day) DO UPDATE SET ended = c.ended + excluded.ended, moved = c.moved + excluded.moved;
  RETURN NULL;
END $$;

DELETE FROM automation_step_count WHERE step_id = 'deleted_runs';

INSERT INTO automation_step_count (account_id, automation_id, step_id, day, entered, passed, ended)
SELECT x.account_id, x.automation_id, 'all_runs', (x.at AT TIME ZONE a.time_zone)::date, sum(x.entered), sum(x.passed), sum(x.ended)
FROM (
  SELECT account_id, automation_id, entered_at AS at, 1 AS entered, 0 AS passed, 0 AS ended FROM automation_run
  UNION ALL
  SELECT account_id, automation_id, ended_at, 0, (state = 'completed')::int, (state = 'left')::int FROM automation_run WHERE ended_at IS NOT NULL
) x JOIN account a ON a.id = x.account_id
GROUP BY 1, 2, 4;
