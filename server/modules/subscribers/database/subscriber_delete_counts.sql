-- Deleted subscribers are subtracted from the count of their state.

-- Why here: subscribers are deleted by erasure, by undoing imports and by deleting accounts (decision 0011).
CREATE OR REPLACE FUNCTION count_deleted_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscriber_count (account_id, state, change) SELECT account_id, state, -count(*) FROM old_rows GROUP BY 1, 2;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER subscriber_delete_counts AFTER DELETE ON subscriber
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_deleted_subscribers();
