-- Deleting an account deletes the circuits of its transports.

-- Why here: circuits of account 0 belong to the whole instance, so the column cannot have a foreign key.
CREATE OR REPLACE FUNCTION delete_transport_circuits_of_accounts()
RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  DELETE FROM transport_circuit WHERE account_id <> 0 AND account_id = ANY (ARRAY(SELECT id FROM old_rows));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER account_delete_transport_circuits AFTER DELETE ON account
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_transport_circuits_of_accounts();
