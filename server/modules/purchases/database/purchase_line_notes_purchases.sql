-- A purchased product is recorded for automations that wait for it. A line added to an old purchase counts from when it is added.

-- Why here: automations must not miss any purchase, whichever statement or version of Envoi records it (decision 0082).
CREATE OR REPLACE FUNCTION note_purchases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'purchased' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, data, at)
    SELECT n.account_id, 'purchased', n.product_id::text, p.subscriber_id, jsonb_build_object('purchase_id', p.id),
      coalesce(n.added_at, p.created_at)
    FROM new_rows n JOIN purchase p ON p.account_id = n.account_id AND p.id = n.purchase_id
    WHERE EXISTS (SELECT FROM automation_listener l
      WHERE l.account_id = n.account_id AND l.type = 'purchased' AND l.object IN ('', n.product_id::text));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER purchase_line_notes_purchases AFTER INSERT ON purchase_line
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION note_purchases();
