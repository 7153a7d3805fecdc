CREATE TABLE "removed_enrollment" (
    "account_id" INTEGER NOT NULL,
    "sequence_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "run" INTEGER NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "removed_enrollment_pkey" PRIMARY KEY ("account_id","sequence_id","subscriber_id")
);

CREATE TABLE "sequence_change" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "sequence_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "source" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "after_id" BIGINT NOT NULL DEFAULT 0,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "sequence_change_pkey" PRIMARY KEY ("account_id","id")
);

CREATE INDEX "removed_enrollment_account_id_subscriber_id_idx" ON "removed_enrollment"("account_id", "subscriber_id");
CREATE INDEX "sequence_change_account_id_sequence_id_id_idx" ON "sequence_change"("account_id", "sequence_id", "id");

ALTER TABLE "removed_enrollment" ADD CONSTRAINT "removed_enrollment_account_id_sequence_id_fkey" FOREIGN KEY ("account_id", "sequence_id") REFERENCES "sequence"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "removed_enrollment" ADD CONSTRAINT "removed_enrollment_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sequence_change" ADD CONSTRAINT "sequence_change_account_id_sequence_id_fkey" FOREIGN KEY ("account_id", "sequence_id") REFERENCES "sequence"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
