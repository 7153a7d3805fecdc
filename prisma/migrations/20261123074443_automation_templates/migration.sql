-- CreateTable
CREATE TABLE "automation_template" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "app_id" INTEGER NOT NULL,
    "automation_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "labels" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "state" TEXT NOT NULL DEFAULT 'draft',
    "version" INTEGER,
    "live_version" INTEGER,
    "review_note" TEXT,
    "submitted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "automation_template_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "automation_template_version" (
    "account_id" INTEGER NOT NULL,
    "template_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "labels" TEXT[],
    "source_version" INTEGER NOT NULL,
    "reentry" TEXT NOT NULL,
    "graph" JSONB NOT NULL,
    "emails" JSONB NOT NULL,
    "needs" JSONB NOT NULL,
    "picture" JSONB NOT NULL,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL,
    "submitted_by" INTEGER,
    "approved_at" TIMESTAMPTZ(3),
    "approved_by" INTEGER,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "automation_template_version_pkey" PRIMARY KEY ("account_id","template_id","version")
);

-- CreateIndex
CREATE UNIQUE INDEX "automation_template_id_key" ON "automation_template"("id");

-- CreateIndex
CREATE INDEX "automation_template_account_id_automation_id_idx" ON "automation_template"("account_id", "automation_id");

-- CreateIndex
CREATE INDEX "automation_template_app_id_id_idx" ON "automation_template"("app_id", "id");

-- AddForeignKey
ALTER TABLE "automation_template" ADD CONSTRAINT "automation_template_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_template_version" ADD CONSTRAINT "automation_template_version_account_id_template_id_fkey" FOREIGN KEY ("account_id", "template_id") REFERENCES "automation_template"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
