-- AlterTable
ALTER TABLE "post" ADD COLUMN     "search" tsvector,
ADD COLUMN     "topics" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "site" (
    "account_id" INTEGER NOT NULL,
    "name" TEXT,
    "form_id" INTEGER,
    "has_form" BOOLEAN NOT NULL DEFAULT true,
    "domain" TEXT,
    "domain_token" TEXT,
    "domain_added_at" TIMESTAMPTZ(3),
    "domain_checked_at" TIMESTAMPTZ(3),
    "domain_results" JSONB NOT NULL DEFAULT '{}',
    "domain_live_at" TIMESTAMPTZ(3),
    "domain_broken_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "site_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "site_name" (
    "name" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "site_name_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "site_domain_idx" ON "site"("domain");

-- CreateIndex
CREATE INDEX "site_name_account_id_created_at_idx" ON "site_name"("account_id", "created_at");

-- AddForeignKey
ALTER TABLE "site" ADD CONSTRAINT "site_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_name" ADD CONSTRAINT "site_name_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateIndex
CREATE UNIQUE INDEX "site_live_domain_key" ON "site"("domain") WHERE "domain_live_at" IS NOT NULL;

-- The parser leaves out tags and entities. 'simple' knows no language, because posts are written in any. The limit keeps the vector below
-- the megabyte that PostgreSQL accepts.
CREATE FUNCTION post_search(title TEXT, description TEXT, content TEXT) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT setweight(to_tsvector('simple', coalesce(title, '')), 'A')
    || setweight(to_tsvector('simple', coalesce(description, '')), 'B')
    || setweight(to_tsvector('simple', left(coalesce(content, ''), 300000)), 'D')
$$;

CREATE FUNCTION keep_post_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.search := post_search(new.title, new.description, new.content_html);
  RETURN new;
END
$$;

CREATE TRIGGER post_search BEFORE INSERT OR UPDATE OF title, description, content_html ON post
  FOR EACH ROW EXECUTE FUNCTION keep_post_search();
