-- Deleting subscribers deletes their history, consents and engagement.

-- Why here: these tables have no foreign key, because its check would cost each row of an import. The plan is made for the current rows: a plan
-- kept from an empty table took 20 minutes for 44,000 subscribers (decision 0060).
CREATE OR REPLACE FUNCTION delete_logs_of_subscribers() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  deleted record;
BEGIN
  FOR deleted IN SELECT account_id, array_agg(id) AS ids FROM old_rows GROUP BY account_id LOOP
    DELETE FROM state_change WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
    DELETE FROM subscriber_change WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
    DELETE FROM consent WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
    DELETE FROM subscriber_engagement WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER subscriber_delete_logs AFTER DELETE ON subscriber
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_logs_of_subscribers();
