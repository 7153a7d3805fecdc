-- CreateTable
CREATE TABLE "merged_tagging" (
    "account_id" INTEGER NOT NULL,
    "tag_merge_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "tagged_at" TIMESTAMPTZ(3) NOT NULL,
    "into_tagged_at" TIMESTAMPTZ(3),
    "is_lost" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "merged_tagging_pkey" PRIMARY KEY ("account_id","tag_merge_id","subscriber_id")
);

-- CreateIndex
CREATE INDEX "merged_tagging_account_id_subscriber_id_idx" ON "merged_tagging"("account_id", "subscriber_id");

-- AddForeignKey
ALTER TABLE "merged_tagging" ADD CONSTRAINT "merged_tagging_account_id_tag_merge_id_fkey" FOREIGN KEY ("account_id", "tag_merge_id") REFERENCES "tag_merge"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "merged_tagging" ADD CONSTRAINT "merged_tagging_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
