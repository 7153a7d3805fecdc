-- CreateTable
CREATE TABLE "automation_dry_run_subscriber" (
    "account_id" INTEGER NOT NULL,
    "task_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "entered_at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL,
    "step_id" TEXT,
    "emails" INTEGER NOT NULL,
    "most_emails" INTEGER NOT NULL,
    "most_on" DATE,
    "path" JSONB NOT NULL,

    CONSTRAINT "automation_dry_run_subscriber_pkey" PRIMARY KEY ("account_id","task_id","subscriber_id")
);

-- CreateIndex
CREATE INDEX "automation_dry_run_subscriber_account_id_subscriber_id_idx" ON "automation_dry_run_subscriber"("account_id", "subscriber_id");

-- AddForeignKey
ALTER TABLE "automation_dry_run_subscriber" ADD CONSTRAINT "automation_dry_run_subscriber_account_id_task_id_fkey" FOREIGN KEY ("account_id", "task_id") REFERENCES "automation_task"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_dry_run_subscriber" ADD CONSTRAINT "automation_dry_run_subscriber_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
