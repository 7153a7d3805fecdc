-- DropIndex
DROP INDEX "automation_run_subscriber_idx";

-- AlterTable
ALTER TABLE "automation" ADD COLUMN     "pauses" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "automation_event" DROP CONSTRAINT "automation_event_pkey",
ALTER COLUMN "data" SET DEFAULT '{}',
ALTER COLUMN "at" DROP NOT NULL,
ADD CONSTRAINT "automation_event_pkey" PRIMARY KEY ("account_id", "id");

-- AlterTable
ALTER TABLE "automation_run" ADD COLUMN     "evidence" JSONB,
ADD COLUMN     "exit" TEXT,
ADD COLUMN     "steps" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "steps_from" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "automation_segment" (
    "account_id" INTEGER NOT NULL,
    "segment_id" INTEGER NOT NULL,
    "evaluated_at" TIMESTAMPTZ(3),
    "after_id" BIGINT,

    CONSTRAINT "automation_segment_pkey" PRIMARY KEY ("account_id","segment_id")
);

-- CreateTable
CREATE TABLE "automation_segment_member" (
    "account_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "segment_id" INTEGER NOT NULL,

    CONSTRAINT "automation_segment_member_pkey" PRIMARY KEY ("account_id","subscriber_id","segment_id")
);

-- CreateTable
CREATE TABLE "automation_date" (
    "account_id" INTEGER NOT NULL,
    "automation_id" INTEGER NOT NULL,
    "step_id" TEXT NOT NULL,
    "done_until" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3),
    "after_id" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "automation_date_pkey" PRIMARY KEY ("account_id","automation_id","step_id")
);

-- AddForeignKey
ALTER TABLE "automation_segment_member" ADD CONSTRAINT "automation_segment_member_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What live automations wait for. Each function first asks whether the account listens to such changes at all, so that others cost their
-- writers next to nothing, and then writes its events with one statement. The times are those of the changed rows: `now` of the service
-- that wrote them. Rows that go with their tag, form or subscriber are no events.

CREATE FUNCTION note_tags_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'tag_added' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
    SELECT n.account_id, 'tag_added', n.tag_id::text, n.subscriber_id, n.tagged_at FROM new_rows n
    WHERE EXISTS (SELECT FROM automation_listener l
      WHERE l.account_id = n.account_id AND l.type = 'tag_added' AND l.object = n.tag_id::text);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "tagging_notes_added" AFTER INSERT ON "tagging" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_tags_added();

CREATE FUNCTION note_tags_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'tag_removed' AND l.account_id IN (SELECT o.account_id FROM old_rows o)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id)
    SELECT o.account_id, 'tag_removed', o.tag_id::text, o.subscriber_id FROM old_rows o
    WHERE EXISTS (SELECT FROM automation_listener l
        WHERE l.account_id = o.account_id AND l.type = 'tag_removed' AND l.object = o.tag_id::text)
      AND EXISTS (SELECT FROM tag g WHERE g.account_id = o.account_id AND g.id = o.tag_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "tagging_notes_removed" AFTER DELETE ON "tagging" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_tags_removed();

CREATE FUNCTION note_forms_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'form_joined' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
    SELECT n.account_id, 'form_joined', n.form_id::text, n.subscriber_id, n.added_at FROM new_rows n
    WHERE EXISTS (SELECT FROM automation_listener l
      WHERE l.account_id = n.account_id AND l.type = 'form_joined' AND l.object IN ('', n.form_id::text));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "form_subscription_notes_joined" AFTER INSERT ON "form_subscription" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_forms_joined();

CREATE FUNCTION note_fields_set() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'field_changed' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, data, at)
    SELECT n.account_id, 'field_changed', f.id::text, n.id, jsonb_build_object('value', n.fields ->> f.slot), n.created_at
    FROM new_rows n JOIN custom_field f ON f.account_id = n.account_id AND n.fields ? f.slot
    WHERE n.fields <> '{}' AND EXISTS (SELECT FROM automation_listener l WHERE l.account_id = f.account_id AND l.type = 'field_changed'
      AND l.object = f.id::text AND coalesce(l.detail ->> 'value', n.fields ->> f.slot) = n.fields ->> f.slot);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "subscriber_notes_fields" AFTER INSERT ON "subscriber" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_fields_set();

-- Fields that changed, and forms that those who are active now joined since they were last active: someone who has to confirm joins by that.
CREATE FUNCTION note_subscribers_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'field_changed' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, data, at)
    SELECT n.account_id, 'field_changed', f.id::text, n.id, jsonb_build_object('value', n.fields ->> f.slot), n.updated_at
    FROM new_rows n JOIN old_rows o ON o.account_id = n.account_id AND o.id = n.id
      JOIN custom_field f ON f.account_id = n.account_id
    WHERE n.fields <> o.fields AND n.fields ->> f.slot IS DISTINCT FROM o.fields ->> f.slot
      AND EXISTS (SELECT FROM automation_listener l WHERE l.account_id = f.account_id AND l.type = 'field_changed' AND l.object = f.id::text
        AND (l.detail ->> 'value' IS NULL OR l.detail ->> 'value' = n.fields ->> f.slot));
  END IF;
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'form_joined' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
    SELECT n.account_id, 'form_joined', j.form_id::text, n.id, n.updated_at
    FROM new_rows n JOIN old_rows o ON o.account_id = n.account_id AND o.id = n.id
      JOIN form_subscription j ON j.account_id = n.account_id AND j.subscriber_id = n.id
    WHERE n.state = 'active' AND o.state = 'inactive'
      AND NOT EXISTS (SELECT FROM state_change c WHERE c.account_id = n.account_id AND c.subscriber_id = n.id
        AND c.from_state = 'active' AND c.occurred_at > j.added_at)
      AND EXISTS (SELECT FROM automation_listener l
        WHERE l.account_id = n.account_id AND l.type = 'form_joined' AND l.object IN ('', j.form_id::text));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "subscriber_notes_changes" AFTER UPDATE ON "subscriber" REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_subscribers_changed();

CREATE FUNCTION note_purchases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'purchased' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, data, at)
    SELECT n.account_id, 'purchased', n.product_id::text, p.subscriber_id, jsonb_build_object('purchase_id', p.id), p.created_at
    FROM new_rows n JOIN purchase p ON p.account_id = n.account_id AND p.id = n.purchase_id
    WHERE EXISTS (SELECT FROM automation_listener l
      WHERE l.account_id = n.account_id AND l.type = 'purchased' AND l.object IN ('', n.product_id::text));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "purchase_line_notes_purchases" AFTER INSERT ON "purchase_line" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_purchases();

CREATE FUNCTION note_clicks() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER "engagement_notes_clicks" AFTER INSERT ON "engagement" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_clicks();

CREATE FUNCTION note_sequences_completed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'sequence_completed' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
    SELECT n.account_id, 'sequence_completed', n.sequence_id::text, n.subscriber_id, n.completed_at
    FROM new_rows n JOIN old_rows o ON o.account_id = n.account_id AND o.sequence_id = n.sequence_id AND o.subscriber_id = n.subscriber_id
    WHERE n.state = 'completed' AND o.state <> 'completed' AND EXISTS (SELECT FROM automation_listener l
      WHERE l.account_id = n.account_id AND l.type = 'sequence_completed' AND l.object = n.sequence_id::text);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "enrollment_notes_completed" AFTER UPDATE ON "enrollment" REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_sequences_completed();

CREATE FUNCTION delete_automation_events_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM automation_event e USING old_rows o WHERE e.account_id = o.id;
  DELETE FROM automation_segment s USING old_rows o WHERE s.account_id = o.id;
  DELETE FROM automation_date d USING old_rows o WHERE d.account_id = o.id;
  DELETE FROM automation_trace t USING old_rows o WHERE t.account_id = o.id;
  DELETE FROM automation_step_count c USING old_rows o WHERE c.account_id = o.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "account_automation_events_out" AFTER DELETE ON "account" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_automation_events_of_accounts();

-- The trace goes with its runs, as a set.
CREATE FUNCTION delete_traces_of_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM automation_trace t USING old_rows o WHERE t.account_id = o.account_id AND t.run_id = o.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "automation_run_traces_out" AFTER DELETE ON "automation_run" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_traces_of_runs();
