ALTER TABLE "state_change" ADD COLUMN "note" TEXT;
