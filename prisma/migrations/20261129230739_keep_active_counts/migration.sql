-- CreateTable
CREATE TABLE "active_count_account" (
    "account_id" INTEGER NOT NULL,
    "counted_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "active_count_account_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "active_count" (
    "account_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "of_id" INTEGER NOT NULL,
    "active" INTEGER NOT NULL,

    CONSTRAINT "active_count_pkey" PRIMARY KEY ("account_id","kind","of_id")
);

-- CreateIndex
CREATE INDEX "active_count_account_due_at_idx" ON "active_count_account"("due_at");

-- AddForeignKey
ALTER TABLE "active_count_account" ADD CONSTRAINT "active_count_account_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "active_count" ADD CONSTRAINT "active_count_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
