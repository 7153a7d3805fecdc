-- A click by a subscriber is recorded for automations that wait for that link, or for any link.

-- Why here: clicks are stored in sets, and automations must not miss any, whichever statement or version stores it (decision 0082).
CREATE OR REPLACE FUNCTION note_clicks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'link_clicked' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, data, at)
    SELECT n.account_id, 'link_clicked', k.url, n.subscriber_id, jsonb_build_object('mail_id', n.mail_id), n.occurred_at
    FROM new_rows n JOIN link k ON k.account_id = n.account_id AND k.id = n.link_id
    WHERE n.kind = 'click' AND NOT n.is_machine AND EXISTS (SELECT FROM automation_listener l
      WHERE l.account_id = n.account_id AND l.type = 'link_clicked' AND l.object IN ('', k.url));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER engagement_notes_clicks AFTER INSERT ON engagement
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION note_clicks();
