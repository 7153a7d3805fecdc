-- Replaces the address of an erased subscriber in the summary of an event.

-- Why here: a role that does not own the table may not change it, and calls this function instead (docs/operate.md).
CREATE OR REPLACE FUNCTION erase_in_security_event(of_account integer, event_id integer, address text)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE security_event SET summary = replace(summary, address, 'an erased address')
  WHERE account_id = of_account AND id = event_id AND kind = 'suppression_removed'
$$;
REVOKE ALL ON FUNCTION erase_in_security_event(of_account integer, event_id integer, address text) FROM PUBLIC;
