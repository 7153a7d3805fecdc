import { setTimeout as pause } from 'node:timers/promises'
import { systemCtx } from '../../core/context.ts'
import { configureLog } from '../../core/log.ts'
import { configureOutbound } from '../../core/outbound.ts'
import { database, openDatabase } from '../../db/client.ts'
import { setEnv } from '../../env.ts'
import { startJobs } from '../../jobs/start.ts'
import { webhookJobs } from '../../modules/webhooks/jobs.ts'
import { startWebhooks } from '../../webhooks.ts'
import { createTags } from '../modules/tags/created-tags.ts'
import './keep-compiled.ts'

// A separate process that creates tags, a hundred per transaction, and sends the webhooks subscribed to them, until it is killed.
// node webhook-child.ts '{"settings": {...}, "account_id": 1, "tags": 20000, "retries": true}'

const { settings, account_id, tags, retries } = JSON.parse(process.argv[2] ?? '{}')
setEnv({ ...settings, DATABASE_CHECK: 'on' })
const log = configureLog('silent')
openDatabase(settings.DATABASE_URL)
await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
await startWebhooks({ work: true, log })
if (retries) {
  const definitions = webhookJobs.filter(({ id }) => id === 'webhooks/retry')
  await startJobs({ pool: database().pool, definitions, systemCtx, settings: {}, work: true, log })
}
const ctx = systemCtx(account_id)
while (await createTags(ctx, { up_to: tags }));
// The test ends the process.
for (;;) await pause(1_000)
