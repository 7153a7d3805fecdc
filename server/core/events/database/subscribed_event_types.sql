-- Returns the event types that webhooks of an account subscribe to.

-- Why here: it is read with the first statement of every transaction, and in PL/pgSQL each connection keeps the plan (decision 0031).
CREATE OR REPLACE FUNCTION subscribed_event_types(account integer) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT a.subscribed_event_types FROM account a WHERE a.id = account);
END $$;
