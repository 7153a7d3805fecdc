ALTER TABLE "sequence_change" ADD COLUMN "updated_at" TIMESTAMPTZ(3);
UPDATE "sequence_change" SET "updated_at" = coalesce("ended_at", "created_at");
ALTER TABLE "sequence_change" ALTER COLUMN "updated_at" SET NOT NULL;

-- Read each minute for changes whose run was lost.
CREATE INDEX "sequence_change_running_idx" ON "sequence_change" ("updated_at") WHERE state = 'running';
