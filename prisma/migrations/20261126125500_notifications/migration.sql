-- AlterTable
ALTER TABLE "service_mail" ADD COLUMN     "stop_url" TEXT;

-- AlterTable
ALTER TABLE "tag" ADD COLUMN     "color" TEXT;

-- CreateTable
CREATE TABLE "notification" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "user_id" INTEGER,
    "least_role" "role" NOT NULL,
    "title" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "notification_read" (
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "notification_id" INTEGER NOT NULL,

    CONSTRAINT "notification_read_pkey" PRIMARY KEY ("account_id","user_id","notification_id")
);

-- CreateTable
CREATE TABLE "notification_setting" (
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "read_up_to" INTEGER NOT NULL DEFAULT 0,
    "channels" JSONB NOT NULL DEFAULT '{}',
    "digest" TEXT NOT NULL DEFAULT 'off',
    "digest_until" TIMESTAMPTZ(3),

    CONSTRAINT "notification_setting_pkey" PRIMARY KEY ("account_id","user_id")
);

-- CreateTable
CREATE TABLE "draft_comment" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "item_id" INTEGER NOT NULL,
    "thread_id" INTEGER,
    "author_id" INTEGER,
    "author" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "mentions" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "quote" TEXT,
    "quote_before" TEXT,
    "quote_after" TEXT,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "edited_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "draft_comment_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "draft_comment_read" (
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "item_id" INTEGER NOT NULL,
    "read_up_to" INTEGER NOT NULL,

    CONSTRAINT "draft_comment_read_pkey" PRIMARY KEY ("account_id","user_id","kind","item_id")
);

-- CreateTable
CREATE TABLE "tag_merge" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "from_tag_id" INTEGER NOT NULL,
    "from_name" TEXT NOT NULL,
    "into_tag_id" INTEGER NOT NULL,
    "into_name" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "problem" TEXT,
    "copied_to" BIGINT NOT NULL DEFAULT 0,
    "moved" INTEGER NOT NULL DEFAULT 0,
    "already_had" INTEGER NOT NULL DEFAULT 0,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tag_merge_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "notification_account_id_key_key" ON "notification"("account_id", "key");

-- CreateIndex
CREATE INDEX "draft_comment_account_id_kind_item_id_id_idx" ON "draft_comment"("account_id", "kind", "item_id", "id");

-- CreateIndex
CREATE INDEX "draft_comment_account_id_thread_id_id_idx" ON "draft_comment"("account_id", "thread_id", "id");

-- CreateIndex
CREATE INDEX "draft_comment_read_account_id_kind_item_id_idx" ON "draft_comment_read"("account_id", "kind", "item_id");

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "membership"("account_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_read" ADD CONSTRAINT "notification_read_account_id_notification_id_fkey" FOREIGN KEY ("account_id", "notification_id") REFERENCES "notification"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_read" ADD CONSTRAINT "notification_read_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "membership"("account_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_setting" ADD CONSTRAINT "notification_setting_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "membership"("account_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draft_comment" ADD CONSTRAINT "draft_comment_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draft_comment" ADD CONSTRAINT "draft_comment_account_id_thread_id_fkey" FOREIGN KEY ("account_id", "thread_id") REFERENCES "draft_comment"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draft_comment_read" ADD CONSTRAINT "draft_comment_read_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "membership"("account_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag_merge" ADD CONSTRAINT "tag_merge_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Merging tags gives subscribers another tag, which is no event: no one was tagged.
CREATE OR REPLACE FUNCTION note_tags_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('envoi.merges_tags', true) = 'on' THEN
    RETURN NULL;
  END IF;
  INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
  SELECT n.account_id, 'tag_added', n.tag_id::text, n.subscriber_id, n.tagged_at FROM new_rows n
  WHERE (SELECT true FROM automation_listener l
    WHERE l.account_id = n.account_id AND l.type = 'tag_added' AND l.object = n.tag_id::text LIMIT 1);
  RETURN NULL;
END $$;
