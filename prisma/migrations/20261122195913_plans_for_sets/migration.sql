-- A connection keeps the plan of a trigger's statement. A join with the deleted rows that was planned while the table was empty compares
-- every row of the table with every deleted row once both are many: 44,000 deleted subscribers took more than 20 minutes. These functions
-- plan for the rows at hand, with an array of IDs, which at worst reads a table once for each account.

CREATE OR REPLACE FUNCTION delete_logs_of_subscribers() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  deleted record;
BEGIN
  FOR deleted IN SELECT account_id, array_agg(id) AS ids FROM old_rows GROUP BY account_id LOOP
    DELETE FROM state_change WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
    DELETE FROM consent WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
    DELETE FROM subscriber_engagement WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION delete_subscriber_search() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  deleted record;
BEGIN
  FOR deleted IN SELECT account_id, array_agg(id) AS ids FROM old_rows GROUP BY account_id LOOP
    DELETE FROM subscriber_search WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
  END LOOP;
  RETURN NULL;
END $$;
