-- Deleting an import deletes the results of its rows.

-- Why here: import_row has no foreign key, because its check would cost each row of a file and lock the import (decision 0014).
CREATE OR REPLACE FUNCTION delete_rows_of_imports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM import_row r USING old_rows o WHERE r.account_id = o.account_id AND r.import_id = o.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER import_delete_rows AFTER DELETE ON import
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_rows_of_imports();
