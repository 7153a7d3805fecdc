-- Returns whether the plan has room for more active subscribers, and locks the account's limit until the transaction ends, with the lock of
-- acquireAdvisoryLock(tx, 'subscriber limit').

-- Why here: creating a subscriber calls it within its own statement. In PL/pgSQL each query sees what was committed before it began, so the sum
-- includes subscribers added by the last owner of the lock.
CREATE OR REPLACE FUNCTION has_room_for_subscribers(of_account integer, adding integer, fold_above integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  most int;
  active bigint;
  pieces bigint;
BEGIN
  SELECT subscriber_limit INTO most FROM account WHERE id = of_account;
  IF most IS NULL THEN
    RETURN true;
  END IF;
  PERFORM pg_advisory_xact_lock(of_account, hashtext('subscriber limit'));
  SELECT coalesce(sum(change) FILTER (WHERE state = 'active'), 0), count(*) INTO active, pieces
  FROM subscriber_count WHERE account_id = of_account;
  IF pieces > fold_above THEN
    PERFORM fold_subscriber_counts(of_account);
  END IF;
  RETURN active + adding <= most;
END $$;
