-- A changed count of an email (sent, bounced, complained, failed) is recorded for the reputation guard and the figures of the
-- instance. A job adds the records up.

-- Why here: bounces, complaints and results of sending change these counts in several statements. A row is inserted because
-- adding to a shared row would make senders wait for each other (decision 0071).
CREATE OR REPLACE FUNCTION note_reputation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reputation_change (account_id, domain, sent, hard_bounced, complained, bounced, failed)
  VALUES (NEW.account_id, lower(split_part(NEW.snapshot #>> '{sender,address}', '@', 2)),
    NEW.sent - OLD.sent, NEW.hard_bounced - OLD.hard_bounced, NEW.complained - OLD.complained,
    NEW.bounced - OLD.bounced, NEW.failed - OLD.failed);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER mail_reputation AFTER UPDATE OF sent, hard_bounced, complained, bounced, failed ON mail
  FOR EACH ROW
  WHEN ((new.snapshot #>> '{sender,address}'::text[]) IS NOT NULL
    AND (new.sent, new.hard_bounced, new.complained, new.bounced, new.failed)
      IS DISTINCT FROM (old.sent, old.hard_bounced, old.complained, old.bounced, old.failed))
  EXECUTE FUNCTION note_reputation_change();
