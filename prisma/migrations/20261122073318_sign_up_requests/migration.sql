-- CreateTable
CREATE TABLE "sign_up_request" (
    "token_hash" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "account_name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "service_app_id" TEXT,
    "next" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_up_request_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "sign_up_request_email_idx" ON "sign_up_request"("email");

-- CreateIndex
CREATE INDEX "sign_up_request_expires_at_idx" ON "sign_up_request"("expires_at");
