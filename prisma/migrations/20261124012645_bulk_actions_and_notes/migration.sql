-- CreateTable
CREATE TABLE "bulk_action" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "action" JSONB NOT NULL,
    "selection" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "stop_reason" TEXT,
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "left_alone" JSONB NOT NULL DEFAULT '{}',
    "after_id" BIGINT NOT NULL DEFAULT 0,
    "until_id" BIGINT NOT NULL,
    "undo_after_id" BIGINT NOT NULL DEFAULT 0,
    "undone" INTEGER NOT NULL DEFAULT 0,
    "kept" INTEGER NOT NULL DEFAULT 0,
    "created_by" INTEGER,
    "undone_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_action_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "bulk_action_subscriber" (
    "account_id" INTEGER NOT NULL,
    "bulk_action_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "before" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bulk_action_subscriber_pkey" PRIMARY KEY ("account_id","bulk_action_id","subscriber_id")
);

-- CreateTable
CREATE TABLE "subscriber_note" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "text" TEXT NOT NULL,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "edited_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscriber_note_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "bulk_action_subscriber_account_id_subscriber_id_idx" ON "bulk_action_subscriber"("account_id", "subscriber_id");

-- CreateIndex
CREATE INDEX "bulk_action_subscriber_changed_at_idx" ON "bulk_action_subscriber"("changed_at");

-- CreateIndex
CREATE INDEX "subscriber_note_account_id_subscriber_id_id_idx" ON "subscriber_note"("account_id", "subscriber_id", "id");

-- AddForeignKey
ALTER TABLE "bulk_action" ADD CONSTRAINT "bulk_action_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_action_subscriber" ADD CONSTRAINT "bulk_action_subscriber_account_id_bulk_action_id_fkey" FOREIGN KEY ("account_id", "bulk_action_id") REFERENCES "bulk_action"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_action_subscriber" ADD CONSTRAINT "bulk_action_subscriber_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber_note" ADD CONSTRAINT "subscriber_note_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
