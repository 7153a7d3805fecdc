-- Deleting a batch deletes its record of sent messages.

-- Why here: hand_over has no foreign key, which would lock the batch for each message (decision 0074).
CREATE OR REPLACE FUNCTION delete_hand_overs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM hand_over h USING old_rows o WHERE h.account_id = o.account_id AND h.batch_id = o.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER send_batch_deletes_hand_overs AFTER DELETE ON send_batch
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_hand_overs();
