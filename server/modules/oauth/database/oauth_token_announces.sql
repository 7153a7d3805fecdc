-- Revoking or deleting a token, or changing its scopes or expiry, makes every process look up the account's credentials again. Deleting a
-- revoked token announces nothing, because its revocation was announced.

-- Why here: tokens end in sets and by cascades, and the notice belongs to the transaction (decision 0048).
CREATE OR REPLACE TRIGGER oauth_token_announces_change AFTER UPDATE OF revoked_at, scopes, expires_at ON oauth_token
  FOR EACH ROW
  WHEN ((old.revoked_at, old.scopes, old.expires_at)
    IS DISTINCT FROM (new.revoked_at, new.scopes, new.expires_at))
  EXECUTE FUNCTION announce_credentials('account_id');

CREATE OR REPLACE TRIGGER oauth_token_announces_end AFTER DELETE ON oauth_token
  FOR EACH ROW WHEN (old.revoked_at IS NULL)
  EXECUTE FUNCTION announce_credentials('account_id');
