-- A delivery belongs to an email. Its key checked that for each row, which took a third of the time of enqueueing one; now a statement looks
-- its emails up and locks them once, as subscribers do with their account (decision 0049). Deliveries go with their email, as a set.

-- DropForeignKey
ALTER TABLE "delivery" DROP CONSTRAINT "delivery_account_id_mail_id_fkey";

CREATE FUNCTION check_mail_of_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unknown bigint;
BEGIN
  WITH wanted AS MATERIALIZED (
    SELECT DISTINCT account_id, mail_id FROM new_rows
  ), known AS MATERIALIZED (
    SELECT m.account_id, m.id FROM mail m JOIN wanted w ON m.account_id = w.account_id AND m.id = w.mail_id FOR KEY SHARE OF m
  )
  SELECT count(*) INTO unknown FROM wanted WHERE (account_id, mail_id) NOT IN (SELECT account_id, id FROM known);
  IF unknown > 0 THEN
    RAISE foreign_key_violation USING MESSAGE = 'The email of a delivery does not exist', TABLE = 'delivery';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "delivery_check_mail" AFTER INSERT ON "delivery" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION check_mail_of_deliveries();

CREATE FUNCTION delete_deliveries_of_mails() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  deleted record;
BEGIN
  FOR deleted IN SELECT account_id, id FROM old_rows LOOP
    DELETE FROM delivery WHERE account_id = deleted.account_id AND mail_id = deleted.id;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER "mail_delete_deliveries" AFTER DELETE ON "mail" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_deliveries_of_mails();
