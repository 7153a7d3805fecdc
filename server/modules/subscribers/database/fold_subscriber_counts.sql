-- Merges the appended changes of an account's counts into one row for each state.

-- Why here: the lock is taken before the rows are read. A single statement would read before it has the lock (decision 0011).
CREATE OR REPLACE FUNCTION fold_subscriber_counts(of_account integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Deletes only what it has read: changes of other transactions stay. One at a time, and the others do not wait.
  IF pg_try_advisory_xact_lock(of_account, hashtext('subscriber counts')) THEN
    WITH gone AS (DELETE FROM subscriber_count WHERE account_id = of_account RETURNING state, change)
    INSERT INTO subscriber_count (account_id, state, change) SELECT of_account, state, sum(change) FROM gone GROUP BY state;
  END IF;
END $$;
