-- The service's own row belongs to no account, so a foreign key cannot delete these rows with their account.
CREATE FUNCTION delete_transport_trouble_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM transport_trouble t USING old_rows o WHERE t.account_id = o.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "account_transport_trouble_out" AFTER DELETE ON "account" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_transport_trouble_of_accounts();

DELETE FROM transport_trouble t WHERE t.account_id <> 0 AND NOT EXISTS (SELECT FROM account a WHERE a.id = t.account_id);
