-- CreateTable
CREATE TABLE "test_install" (
    "account_id" INTEGER NOT NULL,
    "app_id" INTEGER NOT NULL,
    "started_by" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "test_install_pkey" PRIMARY KEY ("account_id","app_id")
);

-- CreateIndex
CREATE INDEX "test_install_app_id_idx" ON "test_install"("app_id");

-- CreateIndex
CREATE INDEX "test_install_removed_at_idx" ON "test_install"("removed_at");

-- AddForeignKey
ALTER TABLE "test_install" ADD CONSTRAINT "test_install_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_install" ADD CONSTRAINT "test_install_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
