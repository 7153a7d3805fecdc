ALTER TABLE "confirmation" ADD COLUMN "details" JSONB;
