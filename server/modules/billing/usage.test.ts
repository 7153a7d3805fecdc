import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { systemPool } from '../../core/context.ts'
import { configureOutbound } from '../../core/outbound.ts'
import { requireStandardWebhook } from '../../lib/crypto/standard-webhooks.ts'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { failOnce } from '../../testing/database/fail-once.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { addSubscribers } from '../../testing/modules/sending.ts'
import { configure } from '../../testing/servers/provider-webhooks.ts'
import { webhookReceiver } from '../../testing/servers/webhook-receiver.ts'
import { sendReports } from './reports.ts'
import { countUsage, makeReports } from './usage.ts'

// Usage covers all accounts, so this file has its own database.
runInOwnDatabase()

const SECRET = `whsec_${Buffer.from('a secret of billing for tests').toString('base64')}`
const at = (text: string) => new Date(text)
const query = async (text: string, values: unknown[] = []) => (await systemPool().query(text, values)).rows
const count = (now: string) => countUsage({ now: at(now), after: 0, budget_ms: 60_000 })
const send = (now: string) => sendReports({ now: () => at(now) })

async function receiver() {
  const usage = await webhookReceiver()
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  configure({ BILLING_WEBHOOK_SECRET: SECRET, BILLING_USAGE_URL: `${usage.url}/usage` })
  onTestFinished(async () => {
    await configureOutbound()
    await usage.close()
  })
  return usage
}

beforeEach(async () => {
  await query('delete from usage_day')
  await query('delete from usage_batch')
})

test('an account is reported once a day, with its highest count, its messages and a stable ID', async () => {
  const usage = await receiver()
  const account = await testAccount()
  const { account_id } = account
  const ids = await addSubscribers(account, 5)
  await count('2099-03-09T10:00:00Z')
  for (const id of ids.slice(0, 3)) await api(`POST /v4/subscribers/${id}/unsubscribe`, key(account), {})
  await count('2099-03-09T23:00:00Z')
  for (const [day, sent] of [
    ['2099-02-27', 100],
    ['2099-03-02', 20],
    ['2099-03-09', 3],
    ['2099-03-10', 50],
  ])
    await query(`insert into reputation_count (account_id, domain, day, sent) values ($1, 'studio.example', $2, $3)`, [
      account_id,
      day,
      sent,
    ])
  await makeReports({ now: at('2099-03-09T23:59:59Z') })
  await send('2099-03-09T23:59:59Z')
  expect(usage.received).toEqual([])
  for (const now of ['2099-03-10T00:10:00Z', '2099-03-10T00:20:00Z']) {
    await makeReports({ now: at(now) })
    await send(now)
  }
  expect(usage.received).toHaveLength(1)
  const [{ headers, raw, body }] = usage.received as [(typeof usage.received)[0]]
  const header = (name: string) => headers[name] as string | undefined
  const id = requireStandardWebhook(SECRET, { body: Buffer.from(raw), header, now: at('2099-03-10T00:10:00Z') })
  expect(await query('select id::text, attempts from usage_batch')).toEqual([{ id, attempts: 1 }])
  expect(body).toMatchObject({ type: 'usage.reported', data: { day: '2099-03-09' } })
  expect(body.data.accounts.find((one: { account_id: number }) => one.account_id === account_id)).toEqual({
    id: `${account_id}:2099-03-09`,
    account_id,
    plan_type: 'creator',
    active_subscribers: 2,
    peak_subscribers: 5,
    messages_sent: 3,
    messages_sent_this_month: 23,
  })
})

test('a rejected report is sent again later with the same ID and body, until it is accepted', async () => {
  const usage = await receiver()
  await testAccount()
  await count('2099-04-01T12:00:00Z')
  await makeReports({ now: at('2099-04-02T00:10:00Z') })
  usage.answer({ status: 500 })
  await send('2099-04-02T00:10:00Z')
  // Not due yet.
  await send('2099-04-02T00:11:00Z')
  expect(usage.received).toHaveLength(1)
  usage.answer({ status: 204 })
  await send('2099-04-02T00:20:00Z')
  await send('2099-04-03T00:20:00Z')
  expect(usage.received).toHaveLength(2)
  const [first, second] = usage.received
  expect(second?.raw).toBe(first?.raw)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
})

test('an accepted report is not sent again when recording it fails once', async () => {
  const usage = await receiver()
  await testAccount()
  await count('2099-05-01T12:00:00Z')
  await makeReports({ now: at('2099-05-02T00:10:00Z') })
  const hasFailed = await failOnce('usage_batch', { fault: 'its connection ended', when: 'new.sent_at is not null' })
  for (const now of ['2099-05-02T00:10:00Z', '2099-05-02T00:30:00Z']) await send(now)
  expect(await hasFailed()).toBe(true)
  expect(usage.received).toHaveLength(1)
})

test('each account is in exactly one report, although several processes make them and one dies halfway', async () => {
  const usage = await receiver()
  await query(
    `insert into account (id, name) select 7000000 + n, 'Studio ' || n from generate_series(1, 1200) n on conflict do nothing`,
  )
  await count('2099-05-01T12:00:00Z')
  await query(
    `create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
  )
  await query('create trigger killed after update on usage_day for each statement execute function refuse()')
  const now = at('2099-05-02T00:10:00Z')
  await expect(makeReports({ now })).rejects.toThrow()
  await query('drop trigger killed on usage_day')
  expect(await query('select from usage_batch')).toEqual([])
  await Promise.all([makeReports({ now }), makeReports({ now })])
  // The process that claimed this report died before sending it.
  await query(`update usage_batch set next_attempt_at = '2099-05-02T00:20:00Z', attempts = 1
    where id = (select id from usage_batch order by id limit 1)`)
  await Promise.all([send('2099-05-02T00:10:00Z'), send('2099-05-02T00:10:00Z')])
  await send('2099-05-02T00:21:00Z')
  const reported = usage.received.flatMap(({ body }) => body.data.accounts.map(({ id }: { id: string }) => id))
  expect(new Set(reported).size).toBe(reported.length)
  const [{ n }] = (await query('select count(*)::int as n from account')) as [{ n: number }]
  expect(reported).toHaveLength(n)
})

test('without a URL nothing is counted, and a private URL is not called', async () => {
  await testAccount()
  await count('2099-06-01T12:00:00Z')
  expect(await query('select from usage_day')).toEqual([])
  configure({ BILLING_WEBHOOK_SECRET: SECRET, BILLING_USAGE_URL: `http://127.0.0.1:8080/${randomUUID()}` })
  await count('2099-06-01T12:00:00Z')
  await makeReports({ now: at('2099-06-02T00:10:00Z') })
  await send('2099-06-02T00:10:00Z')
  expect((await query('select error from usage_batch where attempts > 0'))[0].error).toContain(
    'not a publicly reachable',
  )
})
