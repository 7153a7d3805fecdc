-- Changing an address, first name or state updates the search text of the subscriber, if the job has written it.

-- Why here: the search must not find an old address, whichever statement changed it. Both a change and the job lock the row, so neither misses
-- the other (decision 0011).
CREATE OR REPLACE FUNCTION change_subscriber_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE subscriber_search SET state = NEW.state, text = NEW.email_address || ' ' || coalesce(NEW.first_name, '')
  WHERE account_id = NEW.account_id AND subscriber_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER subscriber_update_search AFTER UPDATE OF email_address, first_name, state ON subscriber
  FOR EACH ROW
  WHEN ((old.email_address, old.first_name, old.state)
    IS DISTINCT FROM (new.email_address, new.first_name, new.state))
  EXECUTE FUNCTION change_subscriber_search();
