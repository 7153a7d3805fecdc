-- Deleting runs, for example with their subscriber, deletes their traces and subtracts them from the counts of their automation.

-- Why here: runs are deleted by the foreign key to their subscriber, which none of our statements sees. The counts change once for the whole
-- set.
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

CREATE OR REPLACE TRIGGER automation_run_traces_out AFTER DELETE ON automation_run
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_traces_of_runs();
