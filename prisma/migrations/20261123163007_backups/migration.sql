-- CreateTable
CREATE TABLE "backup" (
    "id" UUID NOT NULL,
    "file" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "is_scheduled" BOOLEAN NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,
    "bytes" BIGINT,
    "rows" BIGINT,
    "error" TEXT,

    CONSTRAINT "backup_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "backup_ended_at_idx" ON "backup"("ended_at");
