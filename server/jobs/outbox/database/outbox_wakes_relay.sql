-- Events for jobs wake the relay that passes them to the job engine.

-- Why here: the notice is sent with the commit and reaches a relay in any process. Otherwise each would have to poll.
CREATE OR REPLACE FUNCTION notify_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('outbox', '');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER outbox_wakes_relay AFTER INSERT ON outbox
  FOR EACH STATEMENT
  EXECUTE FUNCTION notify_outbox();
