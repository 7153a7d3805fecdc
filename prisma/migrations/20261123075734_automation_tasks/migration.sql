-- CreateTable
CREATE TABLE "automation_task" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "automation_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "after_id" BIGINT NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "result" JSONB,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "automation_task_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "automation_task_account_id_automation_id_id_idx" ON "automation_task"("account_id", "automation_id", "id");

-- CreateIndex
CREATE INDEX "automation_task_state_updated_at_idx" ON "automation_task"("state", "updated_at");

-- AddForeignKey
ALTER TABLE "automation_task" ADD CONSTRAINT "automation_task_account_id_automation_id_fkey" FOREIGN KEY ("account_id", "automation_id") REFERENCES "automation"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
