-- An entry that was inserted while another session deleted its batch outlived it. It has IDs of people and replies of servers.
-- Repeats until no row changes.
DELETE FROM "hand_over" h USING (
  SELECT o.account_id, o.batch_id, o.id FROM "hand_over" o
  WHERE NOT EXISTS (SELECT FROM "send_batch" b WHERE b.account_id = o.account_id AND b.id = o.batch_id) LIMIT 2000
) gone WHERE h.account_id = gone.account_id AND h.batch_id = gone.batch_id AND h.id = gone.id RETURNING h.account_id, h.id
