-- DropForeignKey
ALTER TABLE "consent" DROP CONSTRAINT "consent_account_id_subscriber_id_fkey";

-- DropForeignKey
ALTER TABLE "import_row" DROP CONSTRAINT "import_row_account_id_import_id_fkey";

-- DropForeignKey
ALTER TABLE "state_change" DROP CONSTRAINT "state_change_account_id_subscriber_id_fkey";

-- A key that is checked row by row costs an import as much as the row does. These rows are written only beside their parent's
-- locked row, and go with it here: as a set, where the keys went person by person.
CREATE FUNCTION delete_logs_of_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM state_change c USING old_rows o WHERE c.account_id = o.account_id AND c.subscriber_id = o.id;
  DELETE FROM consent c USING old_rows o WHERE c.account_id = o.account_id AND c.subscriber_id = o.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "subscriber_logs_out" AFTER DELETE ON "subscriber" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_logs_of_subscribers();

CREATE FUNCTION delete_rows_of_imports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM import_row r USING old_rows o WHERE r.account_id = o.account_id AND r.import_id = o.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "import_rows_out" AFTER DELETE ON "import" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_rows_of_imports();

-- The other index begins with the same columns.
DROP INDEX "import_row_subscriber_idx";
