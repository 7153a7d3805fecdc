-- Adding, changing or deleting endpoints and legacy webhooks updates the list of event types that their account subscribes to.

-- Why here: every write reads this list with its first round trip, so it must be correct whichever statement changes an endpoint. The account is
-- locked before the list is computed, so two changes do not lose each other (decision 0031).
CREATE OR REPLACE FUNCTION collect_subscribed_event_types(gathering integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Locked first, so the update sees what another transaction has added.
  PERFORM FROM account WHERE id = gathering FOR NO KEY UPDATE;
  UPDATE account SET subscribed_event_types = (
    SELECT coalesce(array_agg(DISTINCT name), '{}') FROM (
      SELECT unnest(e.events) AS name FROM webhook_endpoint e WHERE e.account_id = gathering AND e.status = 'active'
      UNION ALL
      SELECT l.event_name FROM legacy_webhook l WHERE l.account_id = gathering
    ) subscribed
  ) WHERE id = gathering;
END $$;

CREATE OR REPLACE FUNCTION webhook_subscriptions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM collect_subscribed_event_types(coalesce(NEW.account_id, OLD.account_id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhook_endpoint_change_subscriptions AFTER INSERT OR DELETE OR UPDATE OF events, status ON webhook_endpoint
  FOR EACH ROW
  EXECUTE FUNCTION webhook_subscriptions_changed();

CREATE OR REPLACE TRIGGER legacy_webhook_change_subscriptions AFTER INSERT OR DELETE OR UPDATE OF event_name ON legacy_webhook
  FOR EACH ROW
  EXECUTE FUNCTION webhook_subscriptions_changed();
