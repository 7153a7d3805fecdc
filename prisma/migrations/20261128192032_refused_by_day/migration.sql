-- Messages that servers refused, beside those that were sent, for the list of accounts.
ALTER TABLE "reputation_count" ADD COLUMN "failed" INTEGER NOT NULL DEFAULT 0;
