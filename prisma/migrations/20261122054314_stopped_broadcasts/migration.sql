ALTER TABLE "broadcast" ADD COLUMN "stopped_at" TIMESTAMPTZ(3);
