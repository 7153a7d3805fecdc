-- Deleting an account deletes the records of its automations: events, their known properties, watched segments, dates, traces and counts of steps.

-- Why here: these tables have no foreign key to the account, because checking it would cost a lookup for every recorded change and lock the
-- account's row.
CREATE OR REPLACE FUNCTION delete_automation_events_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM automation_event e USING old_rows o WHERE e.account_id = o.id;
  DELETE FROM automation_event_property p USING old_rows o WHERE p.account_id = o.id;
  DELETE FROM automation_segment s USING old_rows o WHERE s.account_id = o.id;
  DELETE FROM automation_date d USING old_rows o WHERE d.account_id = o.id;
  DELETE FROM automation_trace t USING old_rows o WHERE t.account_id = o.id;
  DELETE FROM automation_step_count c USING old_rows o WHERE c.account_id = o.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER account_automation_events_out AFTER DELETE ON account
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_automation_events_of_accounts();
