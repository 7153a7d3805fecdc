-- CreateTable
CREATE TABLE "api_day" (
    "account_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "faults" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "api_day_pkey" PRIMARY KEY ("account_id","day","kind","subject_id")
);

-- CreateIndex
CREATE INDEX "api_day_day_account_id_idx" ON "api_day"("day", "account_id");

-- AddForeignKey
ALTER TABLE "api_day" ADD CONSTRAINT "api_day_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rows of today are written again and again.
ALTER TABLE "api_day" SET (fillfactor = 50);
