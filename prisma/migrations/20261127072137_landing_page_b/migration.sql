-- CreateTable
CREATE TABLE "landing_page_b" (
    "account_id" INTEGER NOT NULL,
    "form_id" INTEGER NOT NULL,
    "draft" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "changed_by" INTEGER,
    "published" JSONB,
    "published_version" INTEGER,
    "published_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "landing_page_b_pkey" PRIMARY KEY ("account_id","form_id")
);

-- AddForeignKey
ALTER TABLE "landing_page_b" ADD CONSTRAINT "landing_page_b_account_id_form_id_fkey" FOREIGN KEY ("account_id", "form_id") REFERENCES "form"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
