-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'automation_email';

-- AlterTable
ALTER TABLE "mail" ADD COLUMN     "automation_email_id" INTEGER;

-- CreateTable
CREATE TABLE "automation" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'visual',
    "state" TEXT NOT NULL DEFAULT 'draft',
    "reentry" TEXT NOT NULL DEFAULT 'never',
    "draft" JSONB NOT NULL DEFAULT '{"triggers":[],"first":null,"steps":[]}',
    "revision" INTEGER NOT NULL DEFAULT 1,
    "version" INTEGER,
    "paused_at" TIMESTAMPTZ(3),
    "template_id" INTEGER,
    "template_version" INTEGER,
    "is_locked" BOOLEAN NOT NULL DEFAULT false,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "automation_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "automation_version" (
    "account_id" INTEGER NOT NULL,
    "automation_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "graph" JSONB NOT NULL,
    "reentry" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "published_by" INTEGER,

    CONSTRAINT "automation_version_pkey" PRIMARY KEY ("account_id","automation_id","version")
);

-- CreateTable
CREATE TABLE "automation_email" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "automation_id" INTEGER NOT NULL,
    "subject" TEXT NOT NULL DEFAULT '',
    "preview_text" TEXT,
    "content" TEXT NOT NULL DEFAULT '',
    "email_template_id" INTEGER,
    "email_address" TEXT,
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "automation_email_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "automation_version_email" (
    "account_id" INTEGER NOT NULL,
    "automation_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "email_id" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "preview_text" TEXT,
    "content" TEXT NOT NULL,
    "email_template_id" INTEGER,
    "email_address" TEXT,

    CONSTRAINT "automation_version_email_pkey" PRIMARY KEY ("account_id","automation_id","version","email_id")
);

-- CreateTable
CREATE TABLE "automation_listener" (
    "account_id" INTEGER NOT NULL,
    "automation_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "step_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "purpose" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "object" TEXT NOT NULL DEFAULT '',
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "automation_listener_pkey" PRIMARY KEY ("account_id","automation_id","version","step_id","number")
);

-- CreateTable
CREATE TABLE "automation_event" (
    "account_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "data" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automation_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "automation_run" (
    "account_id" INTEGER NOT NULL,
    "automation_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "version" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "step_id" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "arrived_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,
    "trigger_id" TEXT,
    "entered_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "reason" TEXT,

    CONSTRAINT "automation_run_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "automation_trace" (
    "account_id" INTEGER NOT NULL,
    "run_id" BIGINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "step_id" TEXT,
    "event" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automation_trace_pkey" PRIMARY KEY ("account_id","run_id","id")
);

-- CreateTable
CREATE TABLE "automation_step_count" (
    "account_id" INTEGER NOT NULL,
    "automation_id" INTEGER NOT NULL,
    "step_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "entered" INTEGER NOT NULL DEFAULT 0,
    "passed" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "ended" INTEGER NOT NULL DEFAULT 0,
    "exits" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "automation_step_count_pkey" PRIMARY KEY ("account_id","automation_id","step_id","day")
);

-- CreateIndex
CREATE INDEX "automation_email_account_id_automation_id_idx" ON "automation_email"("account_id", "automation_id");

-- CreateIndex
CREATE INDEX "automation_listener_account_id_type_object_idx" ON "automation_listener"("account_id", "type", "object");

-- CreateIndex
CREATE INDEX "automation_run_account_id_automation_id_state_step_id_id_idx" ON "automation_run"("account_id", "automation_id", "state", "step_id", "id");

-- CreateIndex
CREATE INDEX "automation_run_account_id_subscriber_id_id_idx" ON "automation_run"("account_id", "subscriber_id", "id");

-- CreateIndex
CREATE INDEX "automation_trace_at_idx" ON "automation_trace"("at");

-- CreateIndex
CREATE UNIQUE INDEX "mail_account_id_automation_email_id_run_content_hash_key" ON "mail"("account_id", "automation_email_id", "run", "content_hash");

-- AddForeignKey
ALTER TABLE "automation" ADD CONSTRAINT "automation_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_version" ADD CONSTRAINT "automation_version_account_id_automation_id_fkey" FOREIGN KEY ("account_id", "automation_id") REFERENCES "automation"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_email" ADD CONSTRAINT "automation_email_account_id_automation_id_fkey" FOREIGN KEY ("account_id", "automation_id") REFERENCES "automation"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_version_email" ADD CONSTRAINT "automation_version_email_account_id_automation_id_version_fkey" FOREIGN KEY ("account_id", "automation_id", "version") REFERENCES "automation_version"("account_id", "automation_id", "version") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_version_email" ADD CONSTRAINT "automation_version_email_account_id_email_id_fkey" FOREIGN KEY ("account_id", "email_id") REFERENCES "automation_email"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_listener" ADD CONSTRAINT "automation_listener_account_id_automation_id_fkey" FOREIGN KEY ("account_id", "automation_id") REFERENCES "automation"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_run" ADD CONSTRAINT "automation_run_account_id_automation_id_fkey" FOREIGN KEY ("account_id", "automation_id") REFERENCES "automation"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_run" ADD CONSTRAINT "automation_run_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail" ADD CONSTRAINT "mail_account_id_automation_email_id_fkey" FOREIGN KEY ("account_id", "automation_email_id") REFERENCES "automation_email"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a worker claims: runs whose step is to be done, whose wait is over, or that are tried again.
CREATE INDEX "automation_run_due_idx" ON "automation_run" ("account_id", "automation_id", "due_at") WHERE ended_at IS NULL AND due_at IS NOT NULL;

-- Who is or was inside, for re-entry and events.
CREATE INDEX "automation_run_subscriber_idx" ON "automation_run" ("account_id", "automation_id", "subscriber_id");
