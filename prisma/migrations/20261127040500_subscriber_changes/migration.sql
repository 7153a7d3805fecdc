-- CreateTable
CREATE TABLE "subscriber_change" (
    "account_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscriber_change_pkey" PRIMARY KEY ("account_id","subscriber_id","id")
);

-- CreateIndex
CREATE INDEX "subscriber_change_account_id_at_idx" ON "subscriber_change"("account_id", "at");

-- What is recorded of subscribers goes with them, as their log does.
CREATE OR REPLACE FUNCTION delete_logs_of_subscribers() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  deleted record;
BEGIN
  FOR deleted IN SELECT account_id, array_agg(id) AS ids FROM old_rows GROUP BY account_id LOOP
    DELETE FROM state_change WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
    DELETE FROM subscriber_change WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
    DELETE FROM consent WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
    DELETE FROM subscriber_engagement WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
  END LOOP;
  RETURN NULL;
END $$;
