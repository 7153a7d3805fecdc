-- Tells every process to look up cached credentials again (server/core/credential.ts): those of the account that the trigger's
-- argument names by its column, or of all accounts without one.

-- Why here: triggers of seven tables call it (decision 0048).
CREATE OR REPLACE FUNCTION announce_credentials() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('credentials', coalesce(to_jsonb(OLD) ->> TG_ARGV[0], ''));
  RETURN NULL;
END $$;
