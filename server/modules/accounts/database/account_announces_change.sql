-- Changing an account's plan or its API switch makes every process look up the account's credentials again, because a plan may exclude the API.

-- Why here: processes trust a cached credential for seconds (decision 0048). The notice is sent with the transaction of any statement that
-- revokes access, by any version or by hand.
CREATE OR REPLACE TRIGGER account_announces_change AFTER UPDATE OF api_disabled, plan_type ON account
  FOR EACH ROW WHEN (old.api_disabled IS DISTINCT FROM new.api_disabled OR old.plan_type IS DISTINCT FROM new.plan_type)
  EXECUTE FUNCTION announce_credentials('id');
