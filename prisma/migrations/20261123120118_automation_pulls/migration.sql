-- CreateTable
CREATE TABLE "automation_pull" (
    "account_id" INTEGER NOT NULL,
    "automation_id" INTEGER NOT NULL,
    "step_id" TEXT NOT NULL,
    "plugin_id" INTEGER NOT NULL,
    "settings_key" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "cursor" TEXT,
    "pages" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "claim" UUID,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,
    "pulled_at" TIMESTAMPTZ(3),
    "recorded" INTEGER NOT NULL DEFAULT 0,
    "unknown" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "automation_pull_pkey" PRIMARY KEY ("account_id","automation_id","step_id","plugin_id","settings_key")
);

-- CreateTable
CREATE TABLE "automation_app_event" (
    "account_id" INTEGER NOT NULL,
    "subscriber_id" BIGINT NOT NULL,
    "plugin_id" INTEGER NOT NULL,
    "event_id" TEXT NOT NULL,
    "node" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automation_app_event_pkey" PRIMARY KEY ("account_id","subscriber_id","plugin_id","event_id","node")
);

-- CreateIndex
CREATE INDEX "automation_pull_plugin_id_next_at_idx" ON "automation_pull"("plugin_id", "next_at");

-- CreateIndex
CREATE INDEX "automation_app_event_at_idx" ON "automation_app_event"("at");

-- AddForeignKey
ALTER TABLE "automation_pull" ADD CONSTRAINT "automation_pull_account_id_automation_id_fkey" FOREIGN KEY ("account_id", "automation_id") REFERENCES "automation"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_app_event" ADD CONSTRAINT "automation_app_event_account_id_subscriber_id_fkey" FOREIGN KEY ("account_id", "subscriber_id") REFERENCES "subscriber"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Nodes of automations that are published already, from now on.
INSERT INTO "automation_pull" ("account_id", "automation_id", "step_id", "plugin_id", "settings_key", "settings", "since", "next_at")
SELECT DISTINCT l.account_id, l.automation_id, l.step_id, l.object::int, md5((l.detail -> 'settings')::text), l.detail -> 'settings', now(), now()
FROM automation_listener l JOIN automation a ON a.account_id = l.account_id AND a.id = l.automation_id
WHERE l.type = 'app_event' AND l.detail ? 'settings';
