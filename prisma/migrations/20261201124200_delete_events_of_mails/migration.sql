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
