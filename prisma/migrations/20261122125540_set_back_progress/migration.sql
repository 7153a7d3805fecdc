-- What waits is brought forward in batches: where that has come to.
ALTER TABLE "clock_sighting" ADD COLUMN "set_back_ms" DOUBLE PRECISION,
  ADD COLUMN "set_back_at" TIMESTAMPTZ(3),
  ADD COLUMN "progress" JSONB;
