-- Scheduling or canceling the deletion of an account makes every process look up the account's credentials again.

-- Why here: as with account_announces_change, the notice belongs to the transaction of any code path.
CREATE OR REPLACE TRIGGER account_announces_deletion AFTER UPDATE OF deletes_at ON account
  FOR EACH ROW WHEN ((old.deletes_at IS NULL) IS DISTINCT FROM (new.deletes_at IS NULL))
  EXECUTE FUNCTION announce_credentials('id');
