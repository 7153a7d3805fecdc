-- AlterTable
ALTER TABLE "post" ADD COLUMN     "public_html" TEXT;

-- CreateTable
CREATE TABLE "account_product" (
    "account_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "price" DECIMAL(14,4) NOT NULL,
    "currency" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "account_product_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_product_account_id_product_id_key" ON "account_product"("account_id", "product_id");

-- AddForeignKey
ALTER TABLE "account_product" ADD CONSTRAINT "account_product_account_id_product_id_fkey" FOREIGN KEY ("account_id", "product_id") REFERENCES "product"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_product" ADD CONSTRAINT "account_product_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A search finds words that everyone may read.
CREATE OR REPLACE FUNCTION keep_post_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.search := post_search(new.title, new.description, CASE WHEN new.is_paid THEN coalesce(new.public_html, '') ELSE new.content_html END);
  RETURN new;
END
$$;

CREATE OR REPLACE TRIGGER post_search BEFORE INSERT OR UPDATE OF title, description, content_html, public_html, is_paid ON post
  FOR EACH ROW EXECUTE FUNCTION keep_post_search();
