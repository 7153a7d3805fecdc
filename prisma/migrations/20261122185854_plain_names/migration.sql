-- Needs every other process stopped.
-- Renames tables and columns in the terms of the product (decision 0054). Every statement changes the catalog only, except that of
-- clock_reading, which has one row.

-- Queues of endpoints
ALTER TABLE webhook_lane RENAME TO webhook_queue;
ALTER TABLE webhook_queue RENAME COLUMN holder TO lease_owner;
ALTER TABLE webhook_queue RENAME COLUMN standing TO health;
ALTER TABLE webhook_queue RENAME CONSTRAINT webhook_lane_pkey TO webhook_queue_pkey;
ALTER TABLE webhook_queue RENAME CONSTRAINT webhook_lane_account_id_fkey TO webhook_queue_account_id_fkey;
ALTER INDEX webhook_lane_standing_due_at_idx RENAME TO webhook_queue_health_due_at_idx;
ALTER INDEX webhook_delivery_troubled_idx RENAME TO webhook_delivery_unsuccessful_idx;
ALTER TABLE webhook_retry RENAME COLUMN held_until TO leased_until;

-- Subscribed event types
ALTER TABLE account RENAME COLUMN heard_events TO subscribed_event_types;
ALTER FUNCTION heard_events(int) RENAME TO subscribed_event_types;
CREATE OR REPLACE FUNCTION subscribed_event_types(account int) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT a.subscribed_event_types FROM account a WHERE a.id = account);
END $$;
ALTER FUNCTION gather_heard_events(int) RENAME TO collect_subscribed_event_types;
CREATE OR REPLACE FUNCTION collect_subscribed_event_types(gathering int) RETURNS void LANGUAGE plpgsql AS $$
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
ALTER FUNCTION hooks_have_changed() RENAME TO webhook_subscriptions_changed;
CREATE OR REPLACE FUNCTION webhook_subscriptions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM collect_subscribed_event_types(coalesce(NEW.account_id, OLD.account_id));
  RETURN NULL;
END $$;
ALTER TRIGGER webhook_endpoint_heard ON webhook_endpoint RENAME TO webhook_endpoint_change_subscriptions;
ALTER TRIGGER legacy_webhook_heard ON legacy_webhook RENAME TO legacy_webhook_change_subscriptions;
ALTER FUNCTION write_nudges(int, jsonb, timestamptz) RENAME TO write_job_events;

-- Sending
ALTER TABLE mail RENAME COLUMN laid_down_to TO enqueued_to;
ALTER TABLE mail RENAME COLUMN laid_down_at TO enqueued_at;
ALTER TABLE mail RENAME COLUMN edition TO content_hash;
ALTER TABLE mail RENAME COLUMN trouble TO transport_error;
ALTER INDEX mail_account_id_sequence_email_id_run_edition_key RENAME TO mail_account_id_sequence_email_id_run_content_hash_key;
ALTER TABLE enrollment RENAME COLUMN received TO processed_email_ids;
ALTER TABLE transport_trouble RENAME TO transport_error;
ALTER TABLE transport_error RENAME CONSTRAINT transport_trouble_pkey TO transport_error_pkey;
ALTER FUNCTION delete_transport_trouble_of_accounts() RENAME TO delete_transport_errors_of_accounts;
CREATE OR REPLACE FUNCTION delete_transport_errors_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM transport_error t USING old_rows o WHERE t.account_id = o.id;
  RETURN NULL;
END $$;

-- Imports
ALTER TABLE import_row RENAME COLUMN verdict TO result;
ALTER TABLE import_preview_row RENAME COLUMN verdict TO result;
ALTER TABLE import_preview RENAME COLUMN placed_count TO billable_count;
ALTER TABLE import_preview_person RENAME TO import_preview_subscriber;
ALTER TABLE import_preview_subscriber RENAME CONSTRAINT import_preview_person_pkey TO import_preview_subscriber_pkey;
ALTER TABLE import_preview_subscriber RENAME CONSTRAINT import_preview_person_account_id_preview_id_fkey
  TO import_preview_subscriber_account_id_preview_id_fkey;

-- The service
ALTER TABLE clock_sighting RENAME TO clock_reading;
ALTER TABLE clock_reading RENAME CONSTRAINT clock_sighting_pkey TO clock_reading_pkey;
ALTER TABLE clock_reading RENAME CONSTRAINT clock_sighting_only_row TO clock_reading_only_row;
ALTER TABLE proxy_sighting RENAME TO unknown_proxy;
ALTER TABLE unknown_proxy RENAME CONSTRAINT proxy_sighting_pkey TO unknown_proxy_pkey;
-- The position of work in progress names a table and a column.
UPDATE clock_reading SET progress = jsonb_set(progress, '{of}', to_jsonb(new_name))
FROM (VALUES
  ('transport_trouble.paused_until', 'transport_error.paused_until'),
  ('webhook_lane.due_at', 'webhook_queue.due_at'),
  ('webhook_lane.leased_until', 'webhook_queue.leased_until'),
  ('webhook_retry.held_until', 'webhook_retry.leased_until')
) renamed (old_name, new_name)
WHERE progress->>'of' = old_name;

-- Triggers are named after their table, the statement and the effect. Those of one event keep their order.
ALTER TRIGGER account_events_out ON account RENAME TO account_delete_events;
ALTER TRIGGER account_subscribers_out ON account RENAME TO account_delete_subscribers;
ALTER TRIGGER account_transport_trouble_out ON account RENAME TO account_delete_transport_errors;
ALTER TRIGGER delivery_engages_in ON delivery RENAME TO delivery_insert_engagement;
ALTER TRIGGER delivery_engages_out ON delivery RENAME TO delivery_delete_engagement;
ALTER TRIGGER delivery_engages_over ON delivery RENAME TO delivery_update_engagement;
ALTER TRIGGER import_rows_out ON import RENAME TO import_delete_rows;
ALTER TRIGGER subscriber_counts_out ON subscriber RENAME TO subscriber_delete_counts;
ALTER TRIGGER subscriber_counts_over ON subscriber RENAME TO subscriber_update_counts;
ALTER TRIGGER subscriber_logs_out ON subscriber RENAME TO subscriber_delete_logs;
ALTER TRIGGER subscriber_search_out ON subscriber RENAME TO subscriber_delete_search;
ALTER TRIGGER subscriber_search_over ON subscriber RENAME TO subscriber_update_search;
ALTER FUNCTION count_engagement_in() RENAME TO count_inserted_engagement;
ALTER FUNCTION count_engagement_out() RENAME TO count_deleted_engagement;
ALTER FUNCTION count_engagement_over() RENAME TO count_updated_engagement;
ALTER FUNCTION count_subscribers_out() RENAME TO count_deleted_subscribers;
ALTER FUNCTION count_subscribers_over() RENAME TO count_updated_subscribers;

-- PostgreSQL 18 names NOT NULL constraints after their table and column.
DO $$ DECLARE c record; BEGIN
  FOR c IN
    SELECT con.conrelid::regclass AS of_table, con.conname AS old_name, t.relname || '_' || a.attname || '_not_null' AS new_name
    FROM pg_constraint con
    JOIN pg_class t ON t.oid = con.conrelid
    JOIN pg_attribute a ON a.attrelid = con.conrelid AND a.attnum = con.conkey[1]
    WHERE con.contype = 'n' AND con.conname <> t.relname || '_' || a.attname || '_not_null'
      AND con.conrelid IN ('webhook_queue'::regclass, 'account'::regclass, 'mail'::regclass, 'enrollment'::regclass,
        'transport_error'::regclass, 'import_row'::regclass, 'import_preview'::regclass, 'import_preview_row'::regclass,
        'import_preview_subscriber'::regclass, 'clock_reading'::regclass, 'unknown_proxy'::regclass)
  LOOP EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', c.of_table, c.old_name, c.new_name); END LOOP;
END $$;
