-- Tells every process to look up cached credentials again (server/core/credential.ts): of the account in the column given as the trigger's
-- argument, or of all accounts without an argument.

-- Why here: triggers of seven tables call it (decision 0048).
CREATE OR REPLACE FUNCTION announce_credentials() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('credentials', coalesce(to_jsonb(OLD) ->> TG_ARGV[0], ''));
  RETURN NULL;
END $$;
