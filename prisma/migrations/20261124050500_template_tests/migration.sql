-- CreateTable
CREATE TABLE "automation_template_test" (
    "account_id" INTEGER NOT NULL,
    "template_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "automation_id" INTEGER NOT NULL,
    "started_by" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automation_template_test_pkey" PRIMARY KEY ("account_id","template_id")
);

-- CreateIndex
CREATE INDEX "automation_template_test_template_id_idx" ON "automation_template_test"("template_id");

-- AddForeignKey
ALTER TABLE "automation_template_test" ADD CONSTRAINT "automation_template_test_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
