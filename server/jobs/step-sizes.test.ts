import type { Inngest } from 'inngest'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { systemCtx } from '../core/context.ts'
import { makeLog } from '../core/log.ts'
import { database } from '../db/client.ts'
import { testAccount } from '../testing/account.ts'
import { loosen, manyRows } from '../testing/many-rows.ts'
import { runInOwnDatabase } from '../testing/own-database.ts'
import { jobs } from './registry.ts'

runInOwnDatabase()

/** More than two steps may write. */
const MANY = 11_000
const MAX_ROWS = 5_500
const MAX_BYTES = 64 * 1_024

/** Writes what the job has to do, and returns the data of its event. */
type Work = (account_id: number) => Promise<Record<string, unknown> | undefined>

const OLD = `now() - interval '400 days'`

/** Rows of one table that have had their time. */
const expired =
  (table: string, values: Record<string, string> = {}, count = MANY): Work =>
  async (account_id) => {
    await manyRows(
      table,
      count,
      Object.fromEntries(Object.entries(values).map(([k, v]) => [k, v.replaceAll('$account', String(account_id))])),
    )
    return undefined
  }

/** Jobs whose work grows with the data. */
const GROWING: Record<string, Work> = {
  'accounts/purge-expired-sign-ups': expired('sign_up_request', { expires_at: OLD }),
  'accounts/sweep-invitations': expired('invitation', { account_id: '$account', expires_at: OLD }),
  'delivery/sweep-caught-mail': expired('caught_mail', { account_id: '$account', created_at: OLD }, 250),
  'exports/sweep': async (account_id) => {
    await manyRows('export', 1, { id: '1', account_id: `${account_id}`, state: `'failed'`, updated_at: OLD })
    await manyRows('export_chunk', 250, { account_id: `${account_id}`, export_id: '1', seq: 'n' })
    return undefined
  },
  'imports/tidy': async (account_id) => {
    await manyRows('import', 1, {
      id: '1',
      account_id: `${account_id}`,
      state: `'completed'`,
      done_rows: '9',
      updated_at: OLD,
    })
    await manyRows('import_row', MANY, { account_id: `${account_id}`, import_id: '1' })
    return undefined
  },
  'oauth/sweep': expired('oauth_token', { account_id: '$account', refresh_expires_at: OLD }),
  'people/sweep-sign-in': expired('session', { created_at: OLD }),
  'rest/sweep-bulk': expired('bulk_request', { account_id: '$account', completed_at: OLD }, 250),
  'rest/sweep-idempotency-keys': expired('idempotency_key', { account_id: '$account', expires_at: OLD }),
  'security-events/sweep': expired('security_event', { account_id: '$account', occurred_at: OLD }),
  'sequences/clean-up': async (account_id) => {
    await manyRows('sequence', 1, { id: '1', account_id: `${account_id}`, deleted_at: OLD })
    await manyRows('enrollment', MANY, { account_id: `${account_id}`, sequence_id: '1', subscriber_id: 'n' })
    return { sequence_id: 1 }
  },
  'sequences/replan': async (account_id) => {
    await manyRows('sequence', 1, { id: '2', account_id: `${account_id}` })
    await manyRows('enrollment', MANY, {
      ...{ account_id: `${account_id}`, sequence_id: '2', subscriber_id: 'n', state: `'active'`, next_email_id: '7' },
    })
    return { sequence_id: 2 }
  },
  'service-mail/sweep': expired('service_mail', { sent_at: OLD, created_at: OLD }),
  'subscribers/erase-custom-field': async (account_id) => {
    await manyRows('retired_slot', 1, { account_id: `${account_id}`, slot: `'city'` })
    await manyRows('subscriber', MANY, {
      ...{ account_id: `${account_id}`, email_address: `'p' || n || '@x.example'`, fields: `'{"city": "Oslo"}'` },
    })
    return { slot: 'city' }
  },
  'webhooks/sweep': expired('webhook_delivery', { account_id: '$account', created_at: OLD, next_attempt_at: 'null' }),
}

/** Jobs whose steps do the same however much data there is, and why. */
const BOUNDED: Record<string, string> = {
  'accounts/refresh-domain-policies': '50 domains a step',
  'accounts/refresh-sender-policy': 'one domain',
  'apps/uninstall-everywhere': '200 installations a batch, until the time of the slice is over',
  'broadcasts/look-after': 'late broadcasts, until the time of the slice is over',
  'broadcasts/send': 'batches until the time of the slice is over (sending.test.ts)',
  'broadcasts/start-scheduled': 'one broadcast',
  'delivery/check-transport': 'one connection',
  'exports/look-after': '500 exports a round',
  'exports/make': 'a step waits at most 20 seconds for the process that makes the file (making.test.ts)',
  'forms/look-after-confirmations': '1,000 accounts, until the time of the slice is over',
  'forms/send-confirmations': 'batches until the time of the slice is over',
  'imports/apply': 'batches until the time of the slice is over (imports.test.ts)',
  'imports/look-after': '500 imports a round',
  'imports/preview': 'batches until the time of the slice is over',
  'imports/undo': 'batches until the time of the slice is over',
  'installs/leave': 'one installation',
  'jobs/resend-kept-events': '1,000 events a round',
  'oauth/report-reduced-access': 'the grants and keys of one member',
  'oauth/revoke-member-access': 'the grants and keys of one member',
  'people/mail-reset-link': 'one person',
  'people/renew-mailed-link': 'one link',
  'plugins/notify-download': 'one request',
  'posts/publish-due': '1,000 posts a minute',
  'proxies/forget': 'two rows',
  'privacy/clear-files': '16 pieces a batch, until the time of the slice is over (clear-files.test.ts)',
  'rest/apply-bulk': 'batches until the time of the slice is over',
  'rest/leave-bulk': 'batches until the time of the slice is over',
  'rest/look-after-bulk': '500 requests a round',
  'rest/send-bulk-callback': 'one request',
  'sequences/look-after': '500 sequences a step',
  'sequences/resume-subscribers': 'the subscribers of one change',
  'sequences/work': 'batches until the time of the slice is over',
  'service-mail/retry': '500 emails a minute, of which each may wait',
  'service-mail/send': 'one email',
  'subscribers/apply-queued-fields': '100 subscribers',
  'subscribers/expire-engagement': '5,000 subscribers a batch, until the time of the slice is over',
  'subscribers/look-after-queued-fields': '500 subscribers a batch, until the time of the slice is over',
  'webhooks/dismiss-app': 'the endpoints of one app',
  'webhooks/requeue-retries': 'one statement a minute over the endpoints that have something to retry',
  'webhooks/retry': 'attempts until the time of the slice is over',
  'webhooks/welcome-app': 'one endpoint',
}

/** Jobs with steps that take as long as there is data. */
const WHOLE: Record<string, string> = {
  'jobs/follow-set-back': 'when the clock was set back, all that waits is brought forward in one transaction',
}

test('every job says what bounds its steps', () => {
  const known = [...Object.keys(GROWING), ...Object.keys(BOUNDED), ...Object.keys(WHOLE)]
  expect(known.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted())
})

let writes: () => Promise<number>
beforeAll(async () => {
  writes = await loosen()
})

test.each(Object.keys(GROWING))('%s writes a few thousand rows a step, however many there are', async (id) => {
  const { account_id } = await testAccount()
  const data = await GROWING[id]?.(account_id)
  const rows_of = { before: await writes(), steps: [] as number[] }
  const bytes: number[] = []
  // Time is over whenever a slice asks: each does one batch.
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 60_000))
  onTestFinished(() => clock.mockRestore())
  const step = {
    run: async (_name: string, work: () => Promise<unknown>) => {
      const output = await work()
      rows_of.steps.push(await writes())
      bytes.push(Buffer.byteLength(JSON.stringify(output) ?? ''))
      return output
    },
  }
  const event = { data: { account_id, ...data } }
  await performer(id)({ event, events: [event], step })
  const outside = await writes()
  expect(outside).toBeLessThan(10)
  expect(rows_of.steps.length).toBeGreaterThan(1)
  expect(Math.max(...rows_of.steps)).toBeLessThan(MAX_ROWS)
  expect(rows_of.steps.reduce((sum, rows) => sum + rows, 0)).toBeGreaterThanOrEqual(250)
  expect(Math.max(...bytes)).toBeLessThan(MAX_BYTES)
})

type Perform = (given: { event: unknown; events: unknown[]; step: unknown }) => Promise<unknown>

/** What the SDK would call. */
function performer(id: string): Perform {
  const performs: Perform[] = []
  const client = { id: 'envoi', createFunction: (_: unknown, perform: Perform) => performs.push(perform) }
  const services = {
    pool: database().pool,
    now: () => new Date(),
    log: makeLog('silent'),
    systemCtx,
    singleton_kept_ms: 0,
  }
  jobs.find((job) => job.id === id)?.create(client as unknown as Inngest.Any, services)
  const [perform] = performs
  if (!perform) throw new Error(`There is no job ${id}`)
  return perform
}
