-- A subscriber whose state changes moves from one count to the other.

-- Why here: the counts determine whether a plan's limit is reached and must be exact. Changes are appended, because one counter per state would
-- make all writers of an account wait for each other (decision 0011).
CREATE OR REPLACE FUNCTION count_updated_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscriber_count (account_id, state, change) VALUES (OLD.account_id, OLD.state, -1), (NEW.account_id, NEW.state, 1);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER subscriber_update_counts AFTER UPDATE ON subscriber
  FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state)
  EXECUTE FUNCTION count_updated_subscribers();
