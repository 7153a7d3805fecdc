-- AlterTable
ALTER TABLE "automation_run" ADD COLUMN     "event" JSONB;

-- CreateTable
CREATE TABLE "automation_event_property" (
    "account_id" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "property" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "subscriber_ids" BIGINT[],
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automation_event_property_pkey" PRIMARY KEY ("account_id","event","property")
);

CREATE OR REPLACE FUNCTION delete_automation_events_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM automation_event e USING old_rows o WHERE e.account_id = o.id;
  DELETE FROM automation_event_property p USING old_rows o WHERE p.account_id = o.id;
  DELETE FROM automation_segment s USING old_rows o WHERE s.account_id = o.id;
  DELETE FROM automation_date d USING old_rows o WHERE d.account_id = o.id;
  DELETE FROM automation_trace t USING old_rows o WHERE t.account_id = o.id;
  DELETE FROM automation_step_count c USING old_rows o WHERE c.account_id = o.id;
  RETURN NULL;
END $$;

-- CreateTable
CREATE TABLE "delivery_event" (
    "account_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "mail_id" INTEGER NOT NULL,
    "properties" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_event_pkey" PRIMARY KEY ("account_id","subscriber_id","mail_id")
);

-- CreateIndex
CREATE INDEX "delivery_event_at_idx" ON "delivery_event" USING BRIN ("at");

-- AddForeignKey
ALTER TABLE "delivery_event" ADD CONSTRAINT "delivery_event_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
