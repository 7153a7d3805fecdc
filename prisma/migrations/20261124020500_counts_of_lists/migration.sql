-- Lists of administrators sort by the number of subscribers, and find users without an account. Jobs keep both up to date.
ALTER TABLE "account" ADD COLUMN     "active_subscribers" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "users" ADD COLUMN     "without_account" BOOLEAN NOT NULL DEFAULT false;
