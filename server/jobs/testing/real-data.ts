import { onTestFinished } from 'vitest'
import { configureOutbound } from '../../core/outbound.ts'
import { write } from '../../core/write/write.ts'
import { database } from '../../db/client.ts'
import { applyAction } from '../../modules/automations/effects/effect.ts'
import { cancelBulkRequest } from '../../modules/bulk-requests/service.ts'
import { requestExport } from '../../modules/exports/service.ts'
import { previewImport } from '../../modules/imports/preview/preview.ts'
import { requestUndo } from '../../modules/imports/undo/undo.ts'
import { suppressionHash } from '../../modules/subscribers/state/suppression.ts'
import { createTag } from '../../modules/tags/service.ts'
import { drainRetries } from '../../modules/webhooks/retries/retries.ts'
import { createWebhookEndpoint } from '../../modules/webhooks/service.ts'
import type { TestAccount } from '../../testing/account.ts'
import { addEmail, makeAutomation } from '../../testing/automations/automation.ts'
import { liveAutomation } from '../../testing/automations/live.ts'
import { storedBulk } from '../../testing/modules/bulk.ts'
import { IMPORT_OPTIONS, imported, uploaded } from '../../testing/modules/imports.ts'
import { installedPlugin } from '../../testing/modules/installed-plugin.ts'
import { sendToSink, startBroadcast } from '../../testing/modules/sending.ts'
import { makeSequence } from '../../testing/modules/sequences.ts'
import { pluginServer } from '../../testing/servers/plugin-server.ts'
import { webhookReceiver } from '../../testing/servers/webhook-receiver.ts'
import type { RunInput } from './measured-run.ts'

/** More rows than two steps may write. */
const MANY = 11_000
/** Number of subscribers who really get an email, in several batches, and of subscribers suppressed by hash. */
const MAILED = 1_600
const SUPPRESSED = 4_400

/** Ends the time of a slice after each statement. */
const SLOW_MS = 60_000

export interface Real extends Omit<RunInput, 'account_id'> {
  /** Minimum number of steps. */
  steps: number
  /** SQL of the remaining rows; `$1` is the account. */
  left?: string
}

/** Creates a job's work as the product does, and returns how to run it. */
export type RealWork = (account: TestAccount) => Promise<Real>

/** Adds subscribers of whom few get an email: the next ones are suppressed, and all other addresses are invalid. */
async function addCrowd({ ctx, account_id }: TestAccount): Promise<void> {
  await ctx.sql.run(
    `insert into subscriber (account_id, email_address, first_name)
     select $1, 'p' || n || case when n > $3 then '@x' else '@x.example' end, 'Subscriber ' || n from generate_series(1, $2::int) n`,
    [MANY, MAILED + SUPPRESSED],
  )
  const suppressed = Array.from({ length: SUPPRESSED }, (_, n) => `p${MAILED + n + 1}@x.example`)
  await ctx.sql.run(
    `insert into suppression (account_id, address_hash, reason) select $1, h, 'erased' from unnest($2::text[]) h`,
    [suppressed.map((address) => suppressionHash(account_id, address))],
  )
  await database().pool.query('analyze subscriber, suppression')
}

/** Lines of a CSV file, large enough that reading does not wait for the whole file. */
const lines = (count: number) => [
  'email,note',
  ...Array.from({ length: count }, (_, n) => `p${n}@x.example,${'n'.repeat(120)}`),
]

async function manyItems({ account_id }: TestAccount) {
  const subscribers = Array.from({ length: 4_500 }, (_, n) => ({ email_address: `p${n}@x.example` }))
  return storedBulk(account_id, 'POST /v4/bulk/subscribers', { subscribers })
}

async function callLoopback(): Promise<void> {
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  onTestFinished(() => configureOutbound())
}

/** Jobs that need messages, files, requests or servers. Everything is as in the product, and rows are counted. */
export const REAL: Record<string, RealWork> = {
  'broadcasts/send': async (account) => {
    await sendToSink({}, 'pool=4')
    await addCrowd(account)
    const broadcast_id = await startBroadcast(account)
    const left = `mail m where m.account_id = $1 and m.completed_at is null`
    // Recipients are enqueued while messages are sent, so the number of statements per step varies.
    return { given: { broadcast_id }, statement_ms: SLOW_MS, steps: 4, left }
  },
  'exports/make': async (account) => {
    await addCrowd(account)
    const selection = { status: 'all' as const }
    const { id: export_id } = await requestExport(account.ctx, { kind: 'subscribers', selection })
    return { given: { export_id }, steps: 1, left: `export where account_id = $1 and state <> 'completed'` }
  },
  'imports/preview': async ({ ctx }) => {
    const { id } = await uploaded(ctx, lines(11_000).join('\n'))
    await previewImport(ctx, { id, ...IMPORT_OPTIONS })
    return { given: { import_id: id }, steps: 5, left: `import_preview_subscriber where account_id = $1` }
  },
  'imports/undo': async ({ ctx }) => {
    const { id } = await imported(ctx, lines(2_500).join('\n'))
    await requestUndo(ctx, { id })
    return { given: { import_id: id }, steps: 2, left: `import where account_id = $1 and undo_state <> 'completed'` }
  },
  'plugins/notify-download': async ({ ctx }) => {
    await callLoopback()
    const app = await pluginServer(() => ({ body: {} }))
    onTestFinished(() => app.close())
    const request_url = `${app.url}/media`
    const { plugin_id } = await installedPlugin(ctx, { kind: 'media_source', request_url })
    return { given: { plugin_id, url: `${app.url}/placed` }, steps: 1 }
  },
  'bulk-requests/apply': async (account) => {
    const { id } = await manyItems(account)
    return {
      given: { bulk_request_id: id, queue: 'q' },
      steps: 3,
      left: `bulk_request where account_id = $1 and state <> 'completed'`,
    }
  },
  'bulk-requests/cancel': async (account) => {
    const { id } = await manyItems(account)
    await cancelBulkRequest(account.ctx, { id })
    return {
      given: { bulk_request_id: id },
      steps: 3,
      left: `bulk_request where account_id = $1 and state <> 'stopped'`,
    }
  },
  'automations/match-events': async (account) => {
    await addCrowd(account)
    const { id: tag_id } = (await createTag(account.ctx, { name: 'Beta' })).value
    await liveAutomation(account, { triggers: [{ id: 't', on: { type: 'tag_added', tag_id } }] })
    await account.ctx.sql.run(
      'insert into tagging (account_id, tag_id, subscriber_id) select $1, $2, id from subscriber where account_id = $1',
      [tag_id],
    )
    return { statement_ms: SLOW_MS, steps: 7, left: 'automation_event where account_id = $1' }
  },
  'automations/work': async (account) => {
    await addCrowd(account)
    const { id: tag_id } = (await createTag(account.ctx, { name: 'Beta' })).value
    const tag = { kind: 'action', action: { type: 'add_tag', tag_id } }
    const { id: automation_id } = await liveAutomation(account, {
      steps: [
        { ...tag, id: 'a', next: 'w' },
        { id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 0 }, next: 'b' },
        { ...tag, id: 'b', next: null },
      ],
    })
    await account.ctx.sql.run(
      `insert into automation_run (account_id, automation_id, subscriber_id, version, state, step_id, due_at, arrived_at, entered_at)
       select $1, $2, id, 1, 'ready', 'a', now(), now(), now() from subscriber where account_id = $1`,
      [automation_id],
    )
    return {
      given: { automation_id },
      statement_ms: SLOW_MS,
      steps: 11,
      left: 'automation_run where account_id = $1 and ended_at is null',
    }
  },
  'sequences/work': async (account) => {
    await sendToSink({}, 'pool=4')
    await addCrowd(account)
    const { id: sequence_id, email } = await makeSequence(account)
    const email_id = await email({ delay_value: 0 })
    await account.ctx.sql.run(
      `insert into enrollment (account_id, sequence_id, subscriber_id, next_email_id, next_at)
       select $1, $2, id, $3, now() - interval '1 hour' from subscriber where account_id = $1`,
      [sequence_id, email_id],
    )
    await database().pool.query('analyze enrollment')
    return {
      given: { sequence_id },
      statement_ms: SLOW_MS,
      steps: 8,
      left: `enrollment where account_id = $1 and state = 'active'`,
    }
  },
  'automations/send-emails': async (account) => {
    const { ctx } = account
    await sendToSink({}, 'pool=4')
    await addCrowd(account)
    const automation_id = await makeAutomation(account)
    const email_id = await addEmail(account, { automation_id })
    const runs = await ctx.sql.rows<{ run_id: number; subscriber_id: number }>(
      'select id as run_id, id as subscriber_id from subscriber where account_id = $1 order by id limit $2',
      [MAILED + 900],
    )
    const set = { automation_id, version: 1, step_id: 'a', runs }
    await write(ctx, (tx) => applyAction(tx, set, { type: 'send_email', email_id }))
    const left = `mail m where m.account_id = $1 and m.completed_at is null`
    return { given: { automation_id }, statement_ms: SLOW_MS, steps: 3, left }
  },
  'webhooks/retry': async ({ ctx, account_id }) => {
    await callLoopback()
    const hook = await webhookReceiver()
    onTestFinished(() => hook.close())
    const { id: hook_id } = await createWebhookEndpoint(ctx, { url: hook.url, events: ['tag.created'] })
    await ctx.sql.run(
      `with event as (
         insert into webhook_event (account_id, type, data, kept_until)
         select $1, 'tag.created', '{"tag": {"id": 1, "name": "Beta"}}', now() + interval '1 day' returning id
       ), waiting as (
         insert into webhook_delivery (account_id, hook_id, event_type, event_ids, event_count, bytes, status, attempt_count, next_attempt_at)
         select $1, $2, 'tag.created', array[event.id], 1, 100, 'retrying', 1, now() - interval '1 minute'
         from event, generate_series(1, 4000)
       ) insert into webhook_retry (account_id, legacy, hook_id, due_at) values ($1, false, $2, now() - interval '1 minute')`,
      [hook_id],
    )
    return {
      given: { legacy: false, hook_id, hook: `${account_id}/webhook_endpoints/${hook_id}` },
      statement_ms: 6,
      settled: () => drainRetries(60_000),
      steps: 3,
      most_steps: 3,
    }
  },
}
