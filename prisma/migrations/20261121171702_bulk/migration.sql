-- CreateTable
CREATE TABLE "bulk_request" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "app_id" INTEGER NOT NULL,
    "token_id" INTEGER NOT NULL,
    "operation" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "state" "work_state" NOT NULL DEFAULT 'queued',
    "item_count" INTEGER NOT NULL,
    "done_count" INTEGER NOT NULL DEFAULT 0,
    "failure_count" INTEGER NOT NULL DEFAULT 0,
    "byte_size" BIGINT NOT NULL,
    "callback_url" TEXT,
    "callback_state" TEXT,
    "callback_attempts" INTEGER NOT NULL DEFAULT 0,
    "callback_at" TIMESTAMPTZ(3),
    "callback_result" TEXT,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_request_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "bulk_slice" (
    "account_id" INTEGER NOT NULL,
    "bulk_request_id" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "item_count" INTEGER NOT NULL,
    "items" TEXT,
    "rows" TEXT,
    "failures" TEXT,
    "keys" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "bulk_slice_pkey" PRIMARY KEY ("account_id","bulk_request_id","seq")
);

-- AddForeignKey
ALTER TABLE "bulk_request" ADD CONSTRAINT "bulk_request_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_slice" ADD CONSTRAINT "bulk_slice_account_id_bulk_request_id_fkey" FOREIGN KEY ("account_id", "bulk_request_id") REFERENCES "bulk_request"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma cannot say: the requests that count against an app's quota, and those whose callback is due.
CREATE INDEX "bulk_request_open_idx" ON "bulk_request" (account_id, app_id) WHERE state IN ('queued', 'running', 'stopping');
CREATE INDEX "bulk_request_callback_idx" ON "bulk_request" (callback_at) WHERE callback_state = 'waiting';
