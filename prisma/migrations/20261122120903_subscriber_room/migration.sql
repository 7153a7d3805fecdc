-- A create asks for room within its own statement. In PL/pgSQL each query sees what was committed before it began, so the sum counts
-- what the last holder of the lock has added.
CREATE FUNCTION fold_subscriber_counts(of_account int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Deletes only what it has read: changes of other transactions stay. One at a time, and the others do not wait.
  IF pg_try_advisory_xact_lock(of_account, hashtext('subscriber counts')) THEN
    WITH gone AS (DELETE FROM subscriber_count WHERE account_id = of_account RETURNING state, change)
    INSERT INTO subscriber_count (account_id, state, change) SELECT of_account, state, sum(change) FROM gone GROUP BY state;
  END IF;
END $$;

CREATE FUNCTION has_room_for_subscribers(of_account int, adding int, fold_above int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  most int;
  active bigint;
  pieces bigint;
BEGIN
  SELECT subscriber_limit INTO most FROM account WHERE id = of_account;
  IF most IS NULL THEN
    RETURN true;
  END IF;
  -- The lock of takeTurn(tx, 'subscriber limit').
  PERFORM pg_advisory_xact_lock(of_account, hashtext('subscriber limit'));
  SELECT coalesce(sum(change) FILTER (WHERE state = 'active'), 0), count(*) INTO active, pieces
  FROM subscriber_count WHERE account_id = of_account;
  IF pieces > fold_above THEN
    PERFORM fold_subscriber_counts(of_account);
  END IF;
  RETURN active + adding <= most;
END $$;
