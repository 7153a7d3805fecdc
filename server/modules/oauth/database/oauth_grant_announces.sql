-- Revoking a grant or changing its limits makes every process look up the account's credentials again.

-- Why here: its tokens are cached in each process, and the notice belongs to the transaction (decision 0048).
CREATE OR REPLACE TRIGGER oauth_grant_announces_change AFTER UPDATE OF revoked_at, assistant ON oauth_grant
  FOR EACH ROW WHEN ((old.revoked_at, old.assistant) IS DISTINCT FROM (new.revoked_at, new.assistant))
  EXECUTE FUNCTION announce_credentials('account_id');
