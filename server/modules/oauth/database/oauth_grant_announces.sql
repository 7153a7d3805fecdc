-- Revoking a grant makes every process look up the account's credentials again.

-- Why here: its tokens are cached in each process, and the notice belongs to the transaction (decision 0048).
CREATE OR REPLACE TRIGGER oauth_grant_announces_change AFTER UPDATE OF revoked_at ON oauth_grant
  FOR EACH ROW WHEN (old.revoked_at IS DISTINCT FROM new.revoked_at)
  EXECUTE FUNCTION announce_credentials('account_id');
