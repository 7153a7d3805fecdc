-- Deleting an email deletes its deliveries and their events.

-- Why here: delivery has no foreign key to the email, see delivery_check_mail. The plan is made for the current rows, because a plan kept from
-- an empty table takes minutes (decision 0060).
CREATE OR REPLACE FUNCTION delete_deliveries_of_mails() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  deleted record;
BEGIN
  FOR deleted IN SELECT account_id, id FROM old_rows LOOP
    DELETE FROM delivery WHERE account_id = deleted.account_id AND mail_id = deleted.id;
    DELETE FROM delivery_event WHERE account_id = deleted.account_id AND mail_id = deleted.id;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER mail_delete_deliveries AFTER DELETE ON mail
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_deliveries_of_mails();
