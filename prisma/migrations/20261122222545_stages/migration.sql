-- AlterTable
ALTER TABLE "broadcast" ADD COLUMN     "outcome" JSONB,
ADD COLUMN     "plan" JSONB,
ADD COLUMN     "resend_of" INTEGER,
ADD COLUMN     "versions" JSONB;

-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "variant" SMALLINT;

-- AlterTable
ALTER TABLE "mail" ADD COLUMN     "is_staged" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "pace" JSONB,
ADD COLUMN     "release_at" TIMESTAMPTZ(3),
ADD COLUMN     "released_at" TIMESTAMPTZ(3),
ADD COLUMN     "rest_variant" SMALLINT;

-- CreateTable
CREATE TABLE "mail_variant" (
    "account_id" INTEGER NOT NULL,
    "mail_id" INTEGER NOT NULL,
    "number" SMALLINT NOT NULL,
    "subject" TEXT NOT NULL,
    "snapshot" JSONB NOT NULL,
    "sent" INTEGER NOT NULL DEFAULT 0,
    "tracked" INTEGER NOT NULL DEFAULT 0,
    "opened" INTEGER NOT NULL DEFAULT 0,
    "clicked" INTEGER NOT NULL DEFAULT 0,
    "unsubscribed" INTEGER NOT NULL DEFAULT 0,
    "bounced" INTEGER NOT NULL DEFAULT 0,
    "complained" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "mail_variant_pkey" PRIMARY KEY ("account_id","mail_id","number")
);

-- AddForeignKey
ALTER TABLE "mail_variant" ADD CONSTRAINT "mail_variant_account_id_mail_id_fkey" FOREIGN KEY ("account_id", "mail_id") REFERENCES "mail"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The first group of a staged email. Other emails have no variants, so their deliveries are not in it.
CREATE INDEX "delivery_variant_idx" ON "delivery" (account_id, mail_id, variant) WHERE variant IS NOT NULL;
