-- Each process trusts credentials it has looked up for some seconds (docs/decisions/0048). What takes rights away is announced with its
-- transaction, whatever code path it takes. The payload is the account, or empty for all accounts.
CREATE FUNCTION announce_credentials() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('credentials', coalesce(to_jsonb(OLD) ->> TG_ARGV[0], ''));
  RETURN NULL;
END $$;

CREATE TRIGGER api_key_announces_change AFTER UPDATE OF revoked_at, scopes, created_by ON "api_key" FOR EACH ROW
  WHEN ((OLD.revoked_at, OLD.scopes, OLD.created_by) IS DISTINCT FROM (NEW.revoked_at, NEW.scopes, NEW.created_by))
  EXECUTE FUNCTION announce_credentials('account_id');
CREATE TRIGGER api_key_announces_end AFTER DELETE ON "api_key" FOR EACH ROW
  EXECUTE FUNCTION announce_credentials('account_id');

CREATE TRIGGER oauth_token_announces_change AFTER UPDATE OF revoked_at, scopes, expires_at ON "oauth_token" FOR EACH ROW
  WHEN ((OLD.revoked_at, OLD.scopes, OLD.expires_at) IS DISTINCT FROM (NEW.revoked_at, NEW.scopes, NEW.expires_at))
  EXECUTE FUNCTION announce_credentials('account_id');
CREATE TRIGGER oauth_token_announces_end AFTER DELETE ON "oauth_token" FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL)
  EXECUTE FUNCTION announce_credentials('account_id');

CREATE TRIGGER oauth_grant_announces_change AFTER UPDATE OF revoked_at ON "oauth_grant" FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at)
  EXECUTE FUNCTION announce_credentials('account_id');

CREATE TRIGGER installation_announces_change AFTER UPDATE OF state ON "installation" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state)
  EXECUTE FUNCTION announce_credentials('account_id');

CREATE TRIGGER membership_announces_change AFTER UPDATE OF role ON "membership" FOR EACH ROW
  WHEN (OLD.role IS DISTINCT FROM NEW.role)
  EXECUTE FUNCTION announce_credentials('account_id');
CREATE TRIGGER membership_announces_end AFTER DELETE ON "membership" FOR EACH ROW
  EXECUTE FUNCTION announce_credentials('account_id');

CREATE TRIGGER account_announces_change AFTER UPDATE OF api_disabled ON "account" FOR EACH ROW
  WHEN (OLD.api_disabled IS DISTINCT FROM NEW.api_disabled)
  EXECUTE FUNCTION announce_credentials('id');

CREATE TRIGGER app_announces_change AFTER UPDATE OF deleted_at, published_at ON "app" FOR EACH ROW
  WHEN ((OLD.deleted_at, OLD.published_at) IS DISTINCT FROM (NEW.deleted_at, NEW.published_at))
  EXECUTE FUNCTION announce_credentials('');
