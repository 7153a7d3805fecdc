-- False for emails that are there already: their first report counts what is stored.
ALTER TABLE "mail" ADD COLUMN "keeps_activity" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "mail" ALTER COLUMN "keeps_activity" SET DEFAULT true;

-- CreateTable
CREATE TABLE "mail_activity" (
    "account_id" INTEGER NOT NULL,
    "mail_id" INTEGER NOT NULL,
    "kind" "engagement_kind" NOT NULL,
    "evidence" TEXT NOT NULL,
    "hour" SMALLINT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "mail_activity_pkey" PRIMARY KEY ("account_id","mail_id","kind","evidence","hour")
);

-- AddForeignKey
ALTER TABLE "mail_activity" ADD CONSTRAINT "mail_activity_account_id_mail_id_fkey" FOREIGN KEY ("account_id", "mail_id") REFERENCES "mail"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
