-- CreateTable
CREATE TABLE "media_picture" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "alt" TEXT NOT NULL DEFAULT '',
    "is_animated" BOOLEAN NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "sizes" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'storing',
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "media_picture_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "media_picture_key_key" ON "media_picture"("key");

-- CreateIndex
CREATE INDEX "media_picture_state_updated_at_idx" ON "media_picture"("state", "updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "media_picture_account_id_digest_key" ON "media_picture"("account_id", "digest");

-- AddForeignKey
ALTER TABLE "media_picture" ADD CONSTRAINT "media_picture_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
