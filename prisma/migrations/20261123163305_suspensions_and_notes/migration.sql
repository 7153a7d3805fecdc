-- AlterTable
ALTER TABLE "account" ADD COLUMN     "sending_disabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "sign_in_disabled" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "account_note" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "text" TEXT NOT NULL,
    "author_id" INTEGER NOT NULL,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_note_pkey" PRIMARY KEY ("account_id","id")
);

-- AddForeignKey
ALTER TABLE "account_note" ADD CONSTRAINT "account_note_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
