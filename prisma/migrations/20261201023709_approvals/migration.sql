-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "assistant" JSONB;

-- AlterTable
ALTER TABLE "oauth_grant" ADD COLUMN     "assistant" JSONB;

-- CreateTable
CREATE TABLE "approval" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "api_key_id" INTEGER,
    "grant_id" INTEGER,
    "asked_by" TEXT NOT NULL,
    "reason" TEXT,
    "operation" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "title" TEXT,
    "recipients" INTEGER,
    "suppressed" INTEGER,
    "warnings" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "fingerprint" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "problem" TEXT,
    "result_id" BIGINT,
    "decided_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "approval_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "approval_expires_at_idx" ON "approval"("expires_at");

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE OR REPLACE TRIGGER api_key_announces_change AFTER UPDATE OF revoked_at, scopes, created_by, assistant ON api_key
  FOR EACH ROW
  WHEN ((old.revoked_at, old.scopes, old.created_by, old.assistant)
    IS DISTINCT FROM (new.revoked_at, new.scopes, new.created_by, new.assistant))
  EXECUTE FUNCTION announce_credentials('account_id');

CREATE OR REPLACE TRIGGER oauth_grant_announces_change AFTER UPDATE OF revoked_at, assistant ON oauth_grant
  FOR EACH ROW WHEN ((old.revoked_at, old.assistant) IS DISTINCT FROM (new.revoked_at, new.assistant))
  EXECUTE FUNCTION announce_credentials('account_id');
