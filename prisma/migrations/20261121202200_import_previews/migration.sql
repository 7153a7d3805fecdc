-- CreateTable
CREATE TABLE "import_preview" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "import_id" INTEGER NOT NULL,
    "state" "work_state" NOT NULL DEFAULT 'queued',
    "options" JSONB NOT NULL,
    "room" INTEGER,
    "read_to" BIGINT NOT NULL DEFAULT 0,
    "done_rows" INTEGER NOT NULL DEFAULT 0,
    "created_count" INTEGER NOT NULL DEFAULT 0,
    "placed_count" INTEGER NOT NULL DEFAULT 0,
    "updated_count" INTEGER NOT NULL DEFAULT 0,
    "unchanged_count" INTEGER NOT NULL DEFAULT 0,
    "duplicate_count" INTEGER NOT NULL DEFAULT 0,
    "invalid_count" INTEGER NOT NULL DEFAULT 0,
    "suppressed_count" INTEGER NOT NULL DEFAULT 0,
    "over_limit_count" INTEGER NOT NULL DEFAULT 0,
    "blank_count" INTEGER NOT NULL DEFAULT 0,
    "new_tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_preview_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "import_preview_row" (
    "account_id" INTEGER NOT NULL,
    "preview_id" INTEGER NOT NULL,
    "row_number" INTEGER NOT NULL,
    "verdict" TEXT NOT NULL,
    "email_address" TEXT,
    "message" TEXT,
    "changes" JSONB,

    CONSTRAINT "import_preview_row_pkey" PRIMARY KEY ("account_id","preview_id","row_number")
);

-- CreateTable: not worth a log, since a preview that has lost them is begun again.
CREATE UNLOGGED TABLE "import_preview_person" (
    "account_id" INTEGER NOT NULL,
    "preview_id" INTEGER NOT NULL,
    "email_address" TEXT NOT NULL,
    "is_refused" BOOLEAN NOT NULL,

    CONSTRAINT "import_preview_person_pkey" PRIMARY KEY ("account_id","preview_id","email_address")
);

-- CreateIndex
CREATE UNIQUE INDEX "import_preview_account_id_import_id_key" ON "import_preview"("account_id", "import_id");

-- AddForeignKey
ALTER TABLE "import_preview" ADD CONSTRAINT "import_preview_account_id_import_id_fkey" FOREIGN KEY ("account_id", "import_id") REFERENCES "import"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_preview_row" ADD CONSTRAINT "import_preview_row_account_id_preview_id_fkey" FOREIGN KEY ("account_id", "preview_id") REFERENCES "import_preview"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_preview_person" ADD CONSTRAINT "import_preview_person_account_id_preview_id_fkey" FOREIGN KEY ("account_id", "preview_id") REFERENCES "import_preview"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
