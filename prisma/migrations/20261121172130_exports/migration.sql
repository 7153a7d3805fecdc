-- CreateTable
CREATE TABLE "export" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "selection" JSONB NOT NULL DEFAULT '{}',
    "filename" TEXT NOT NULL,
    "state" "work_state" NOT NULL DEFAULT 'queued',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "total_rows" INTEGER,
    "done_rows" INTEGER NOT NULL DEFAULT 0,
    "byte_size" BIGINT NOT NULL DEFAULT 0,
    "content_hash" TEXT,
    "error" TEXT,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "export_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "export_chunk" (
    "account_id" INTEGER NOT NULL,
    "export_id" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "export_chunk_pkey" PRIMARY KEY ("account_id","export_id","seq")
);

-- CreateIndex
CREATE INDEX "export_expires_at_idx" ON "export"("expires_at");

-- AddForeignKey
ALTER TABLE "export" ADD CONSTRAINT "export_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_chunk" ADD CONSTRAINT "export_chunk_account_id_export_id_fkey" FOREIGN KEY ("account_id", "export_id") REFERENCES "export"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A CSV file is not worth the time of compressing it here, and what is in a ZIP file is compressed.
ALTER TABLE "export_chunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
