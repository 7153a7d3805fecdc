-- AlterTable
ALTER TABLE "app" ADD COLUMN     "screenshots" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "app_screenshot" (
    "app_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "app_screenshot_pkey" PRIMARY KEY ("app_id","key")
);

-- AddForeignKey
ALTER TABLE "app_screenshot" ADD CONSTRAINT "app_screenshot_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;
