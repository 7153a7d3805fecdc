-- Deleting an account deletes its webhook events. The outbox goes first, because its rows become events when they are deleted.

-- Why here: webhook_event has no foreign key to the account, because the check took half of the time of writing an event and locked the
-- account's row (decision 0031).
CREATE OR REPLACE FUNCTION delete_events_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhook_outbox b USING old_rows o WHERE b.account_id = o.id;
  DELETE FROM webhook_event e USING old_rows o WHERE e.account_id = o.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER account_delete_events AFTER DELETE ON account
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_events_of_accounts();
