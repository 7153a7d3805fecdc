-- CreateTable
CREATE TABLE "instance_invitation" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "invited_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),

    CONSTRAINT "instance_invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "instance_setting" (
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "instance_setting_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "instance_invitation_email_key" ON "instance_invitation"("email");

-- CreateIndex
CREATE UNIQUE INDEX "instance_invitation_token_hash_key" ON "instance_invitation"("token_hash");

-- Every process reads the settings again.
CREATE FUNCTION announce_instance_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('instance_settings', '');
  RETURN NULL;
END $$;
CREATE TRIGGER "instance_setting_is_announced" AFTER INSERT OR UPDATE OR DELETE ON "instance_setting"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_instance_settings();
