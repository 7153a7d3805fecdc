-- Changing the state of an installation, such as by removing it, makes every process look up the account's credentials again.

-- Why here: tokens of the installation are cached in each process, and the change has several code paths (decision 0048).
CREATE OR REPLACE TRIGGER installation_announces_change AFTER UPDATE OF state ON installation
  FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state)
  EXECUTE FUNCTION announce_credentials('account_id');
