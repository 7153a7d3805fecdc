-- CreateTable
CREATE TABLE "recommendation_profile" (
    "account_id" INTEGER NOT NULL,
    "is_open" BOOLEAN NOT NULL DEFAULT false,
    "pitch" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "recommendation_profile_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "recommendation" (
    "account_id" INTEGER NOT NULL,
    "recommended_id" INTEGER NOT NULL,
    "note" TEXT,
    "position" INTEGER NOT NULL,
    "is_shown" BOOLEAN NOT NULL DEFAULT true,
    "is_blocked" BOOLEAN NOT NULL DEFAULT false,
    "shown" INTEGER NOT NULL DEFAULT 0,
    "sign_ups" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "recommendation_pkey" PRIMARY KEY ("account_id","recommended_id")
);

-- CreateIndex
CREATE INDEX "recommendation_recommended_id_idx" ON "recommendation"("recommended_id");

-- AddForeignKey
ALTER TABLE "recommendation_profile" ADD CONSTRAINT "recommendation_profile_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recommendation" ADD CONSTRAINT "recommendation_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recommendation" ADD CONSTRAINT "recommendation_recommended_id_fkey" FOREIGN KEY ("recommended_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
