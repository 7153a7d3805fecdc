-- CreateTable
CREATE TABLE "automation_call" (
    "account_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "automation_id" INTEGER NOT NULL,
    "step_id" TEXT NOT NULL,
    "plugin_id" INTEGER NOT NULL,
    "settings" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automation_call_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "automation_call_run" (
    "account_id" INTEGER NOT NULL,
    "run_id" BIGINT NOT NULL,
    "call_id" UUID NOT NULL,
    "subscriber_id" BIGINT NOT NULL,

    CONSTRAINT "automation_call_run_pkey" PRIMARY KEY ("account_id","run_id")
);

-- CreateIndex
CREATE INDEX "automation_call_run_account_id_call_id_idx" ON "automation_call_run"("account_id", "call_id");

-- AddForeignKey
ALTER TABLE "automation_call" ADD CONSTRAINT "automation_call_account_id_automation_id_fkey" FOREIGN KEY ("account_id", "automation_id") REFERENCES "automation"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_call_run" ADD CONSTRAINT "automation_call_run_account_id_call_id_fkey" FOREIGN KEY ("account_id", "call_id") REFERENCES "automation_call"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_call_run" ADD CONSTRAINT "automation_call_run_account_id_run_id_fkey" FOREIGN KEY ("account_id", "run_id") REFERENCES "automation_run"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
