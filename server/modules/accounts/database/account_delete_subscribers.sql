-- Deleting an account deletes its subscribers and their counts. Records of subscribers are deleted by the triggers of that table.

-- Why here: subscriber has no foreign key to the account, which is checked once per statement instead of once per row (decision 0050).
CREATE OR REPLACE FUNCTION delete_subscribers_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM subscriber s USING old_rows o WHERE s.account_id = o.id;
  DELETE FROM subscriber_count c USING old_rows o WHERE c.account_id = o.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER account_delete_subscribers AFTER DELETE ON account
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_subscribers_of_accounts();
