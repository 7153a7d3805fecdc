-- Deleting subscribers deletes their search text.

-- Why here: subscriber_search has no foreign key, and the row must never outlive the address (decisions 0011 and 0060).
CREATE OR REPLACE FUNCTION delete_subscriber_search() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  deleted record;
BEGIN
  FOR deleted IN SELECT account_id, array_agg(id) AS ids FROM old_rows GROUP BY account_id LOOP
    DELETE FROM subscriber_search WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER subscriber_delete_search AFTER DELETE ON subscriber
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_subscriber_search();
