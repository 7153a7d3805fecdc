-- CreateTable
CREATE TABLE "automation_notice" (
    "account_id" INTEGER NOT NULL,
    "automation_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "step_id" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "arrived" INTEGER NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "automation_notice_pkey" PRIMARY KEY ("account_id","automation_id","user_id","step_id")
);

-- AddForeignKey
ALTER TABLE "automation_notice" ADD CONSTRAINT "automation_notice_account_id_automation_id_fkey" FOREIGN KEY ("account_id", "automation_id") REFERENCES "automation"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_notice" ADD CONSTRAINT "automation_notice_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "membership"("account_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;
