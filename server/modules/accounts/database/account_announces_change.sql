-- A changed plan or a changed API switch of an account makes every process look up the account's credentials again.
-- A plan may not include the API.

-- Why here: processes trust a cached credential for seconds (decision 0048). Whatever statement takes the right away,
-- of any version or by hand, the notice is sent with its transaction.
CREATE OR REPLACE TRIGGER account_announces_change AFTER UPDATE OF api_disabled, plan_type ON account
  FOR EACH ROW WHEN (old.api_disabled IS DISTINCT FROM new.api_disabled OR old.plan_type IS DISTINCT FROM new.plan_type)
  EXECUTE FUNCTION announce_credentials('id');
