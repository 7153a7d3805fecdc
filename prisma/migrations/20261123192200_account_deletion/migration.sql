-- AlterTable
ALTER TABLE "account" ADD COLUMN     "announces_views" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "deletes_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "account_view" (
    "session_id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_view_pkey" PRIMARY KEY ("session_id")
);

-- CreateTable
CREATE TABLE "account_deletion" (
    "account_id" INTEGER NOT NULL,
    "account_name" TEXT NOT NULL,
    "scheduled_at" TIMESTAMPTZ(3) NOT NULL,
    "deletes_at" TIMESTAMPTZ(3) NOT NULL,
    "by_administrator" BOOLEAN NOT NULL,
    "reason" TEXT,
    "requested_by" INTEGER,
    "reminded_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "owners" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "members" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_deletion_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE INDEX "account_view_account_id_idx" ON "account_view"("account_id");

-- CreateIndex
CREATE INDEX "account_view_until_idx" ON "account_view"("until");

-- CreateIndex
CREATE INDEX "account_deletion_deletes_at_idx" ON "account_deletion"("deletes_at");

-- AddForeignKey
ALTER TABLE "account_view" ADD CONSTRAINT "account_view_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- API keys and tokens that a process has looked up are forgotten when a deletion is scheduled, as for a suspension.
CREATE TRIGGER account_announces_deletion AFTER UPDATE OF deletes_at ON "account" FOR EACH ROW
  WHEN ((OLD.deletes_at IS NULL) IS DISTINCT FROM (NEW.deletes_at IS NULL))
  EXECUTE FUNCTION announce_credentials('id');
