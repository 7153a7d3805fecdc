-- Changing plans makes every process read them again.

-- Why here: processes cache the plans (server/modules/accounts/plans/known-plans.ts), and operators also change them by hand.
CREATE OR REPLACE FUNCTION announce_plans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('plans', '');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER plan_is_announced AFTER INSERT OR DELETE OR UPDATE ON plan
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_plans();
