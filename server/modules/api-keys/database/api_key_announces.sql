-- Revoking or deleting a key, or changing its scopes, owner or limits, makes every process look up the account's credentials again.

-- Why here: a revocation must take effect in every process within a second, whichever statement makes it. Keys also end with their account, by a
-- cascade (decision 0048).
CREATE OR REPLACE TRIGGER api_key_announces_change AFTER UPDATE OF revoked_at, scopes, created_by, assistant ON api_key
  FOR EACH ROW
  WHEN ((old.revoked_at, old.scopes, old.created_by, old.assistant)
    IS DISTINCT FROM (new.revoked_at, new.scopes, new.created_by, new.assistant))
  EXECUTE FUNCTION announce_credentials('account_id');

CREATE OR REPLACE TRIGGER api_key_announces_end AFTER DELETE ON api_key
  FOR EACH ROW
  EXECUTE FUNCTION announce_credentials('account_id');
