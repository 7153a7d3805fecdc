import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { rootLogger } from '../../core/log.ts'
import { unscoped } from '../../db/client.ts'
import { sameText } from '../../mail/reports/same-text.ts'
import { type TestAccount, testAccount, testToken } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { sentMail } from '../../testing/modules/ledger.ts'
import { addSubscribers, sendAll, sendToSink, startBroadcast } from '../../testing/modules/sending.ts'
import { configure, post, SETTINGS, SIGNED, type Signed } from '../../testing/servers/provider-webhooks.ts'
import { applyReports } from '../bounces/apply.ts'
import { workOnWaves } from './waves.ts'

const UNKNOWN = (n: number) => `smtp; 550-5.1.1 <subscriber${n}@example.net>: no such user q${n}-20020a05 - gsmtp`

/** Hands an email over to these subscribers and counts it. Returns its ID. */
async function sentTo(
  ctx: Ctx,
  ids: readonly number[],
  { hours_ago = 0, email }: { hours_ago?: number; email?: number } = {},
): Promise<number> {
  const mail_id = email ?? (await sentMail(ctx)).mail_id
  await ctx.sql.run(
    `insert into delivery (account_id, mail_id, subscriber_id, state, sent_at) select $1, $2, id, 'sent', $4 from unnest($3::bigint[]) id`,
    [mail_id, ids, new Date(+ctx.now() - hours_ago * 3_600_000)],
  )
  await ctx.db.mail.updateMany({ where: { id: mail_id }, data: { sent: { increment: ids.length } } })
  return mail_id
}

/** Reports the first `count` of these subscribers as unknown, `together` at a time. */
async function reported(
  { ctx }: TestAccount,
  ids: readonly number[],
  {
    count,
    together = 7,
    text = UNKNOWN,
    email,
  }: {
    count: number
    together?: number
    /** The email they received. Undefined: all receive a new one now. */
    email?: number
    /** Null: the reports have no text. */
    text?: ((n: number) => string) | null
  },
): Promise<void> {
  const { account_id } = ctx
  const mail_id = email ?? (await sentTo(ctx, ids))
  const reports = []
  for (const [at, subscriber_id] of ids.slice(0, count).entries()) {
    const delivery = { account_id, mail_id, subscriber_id }
    const source_id = `${account_id} ${mail_id} ${subscriber_id}`
    reports.push({
      source: 'test',
      source_id,
      kind: 'hard' as const,
      at: ctx.now(),
      delivery,
      ...(text ? { status: '5.1.1', diagnostic: text(at) } : {}),
    })
  }
  for (let from = 0; from < reports.length; from += together) await applyReports(reports.slice(from, from + together))
}

const bounced = ({ ctx }: TestAccount) => ctx.db.subscriber.count({ where: { state: 'bounced' } })

test('fewer than 20 bounces with the same text, or bounces with different texts, are applied', async () => {
  const [few, different] = [await testAccount(), await testAccount()]
  await reported(few, await addSubscribers(few, 30), { count: 19 })
  expect(await bounced(few)).toBe(19)
  const words = ['red', 'green', 'blue']
  await reported(different, await addSubscribers(different, 45), {
    count: 45,
    text: (n) => `550 No such ${words[n % 3]} user`,
  })
  expect(await bounced(different)).toBe(45)
  expect(await dashboard(few).bounce_waves.list()).toEqual([])
})

test('bounces of up to 3% of the messages are applied', async () => {
  const account = await testAccount()
  await reported(account, await addSubscribers(account, 800), { count: 24, together: 500 })
  expect(await bounced(account)).toBe(24)
})

test('bounces are compared with the messages of their email, not with the whole list', async () => {
  const account = await testAccount()
  const ids = await addSubscribers(account, 1_500)
  await sentTo(account.ctx, ids)
  await reported(account, ids.slice(0, 50), { count: 50 })
  expect(await dashboard(account).bounce_waves.list()).toMatchObject([{ domain: '', subscribers: 50 }])
})

test.each([
  ['now', 0],
  ['three days ago', 72],
])('bounces are compared with the part of a list that was sent %s', async (_when, hours_ago) => {
  const account = await testAccount()
  const { ctx } = account
  const ids = await addSubscribers(account, 1_500)
  const email = await sentTo(ctx, ids.slice(0, 1_400), { hours_ago: hours_ago + 9 })
  await reported(account, ids, { count: 40, email })
  expect(await bounced(account)).toBe(40)
  await sentTo(ctx, ids.slice(1_400), { hours_ago, email })
  await reported(account, ids.slice(1_400), { count: 30, email, text: (n) => `550 No account ${n}x` })
  expect(await dashboard(account).bounce_waves.list()).toMatchObject([{ domain: '', subscribers: 100, waiting: 16 }])
})

test('bounces at one domain are compared with the messages to that domain', async () => {
  const account = await testAccount()
  const { ctx } = account
  const ids = await addSubscribers(account, 2_000)
  await ctx.sql.run(
    `update subscriber set email_address = replace(email_address, '@example.net', '@small.example') where account_id = $1 and id > $2`,
    [ids[999]],
  )
  const email = await sentTo(ctx, ids.slice(1_025), { hours_ago: 9 })
  await sentTo(ctx, ids.slice(0, 1_025), { email })
  await reported(account, ids.slice(1_000), { count: 25, email })
  expect(await dashboard(account).bounce_waves.list()).toMatchObject([{ domain: 'small.example', subscribers: 25 }])
})

test('too many bounces with the same text wait, the creator and the administrators are notified, and one click discards them', async () => {
  const account = await testAccount()
  const ids = await addSubscribers(account, 60)
  await reported(account, ids, { count: 40 })
  // The first ones were applied before there were too many.
  expect(await bounced(account)).toBe(14)
  const [wave] = await dashboard(account).bounce_waves.list()
  expect(wave).toMatchObject({ domain: '', state: 'waiting', waiting: 26, bounced: 14, subscribers: 60 })
  const warned = vi.spyOn(rootLogger(), 'warn')
  onTestFinished(() => warned.mockRestore())
  await workOnWaves()
  await workOnWaves()
  const { account_id } = account
  const ofAccount = ([fields]: unknown[]) => (fields as { account_id?: number }).account_id === account_id
  expect(warned.mock.calls.filter(ofAccount)).toEqual([
    [{ account_id, wave: wave?.id }, 'bounces of one text wait for a decision'],
  ])
  const told = await account.ctx.db.notification.findMany({ where: { kind: 'bounces_waiting' } })
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({ path: '/settings/sending-health' })
  const admin = dashboard(account, account.ctx, { is_admin: true })
  const all = await admin.bounce_waves.all()
  expect(all).toContainEqual(expect.objectContaining({ account_id: account.account_id, id: wave?.id, waiting: 26 }))
  expect((await admin.admin.overview()).bouncing_accounts).toBeGreaterThan(0)

  const editor = dashboard(account, {
    ...account.ctx,
    actor: { ...account.ctx.actor, role: 'editor' } as typeof account.ctx.actor,
  })
  await expect(editor.bounce_waves.decide({ id: wave?.id ?? 0, decision: 'apply' })).rejects.toThrow(/admin role/)
  await dashboard(account).bounce_waves.decide({ id: wave?.id ?? 0, decision: 'discard' })
  expect(await bounced(account)).toBe(0)
  expect(await dashboard(account).bounce_waves.list()).toEqual([])
  expect(await account.ctx.sql.rows('select reason from suppression where account_id = $1')).toEqual([])
  await expect(dashboard(account).bounce_waves.decide({ id: 2_000_000, decision: 'apply' })).rejects.toThrow(
    'Not Found',
  )
})

test('too many bounces without a reason wait too', async () => {
  const account = await testAccount()
  await reported(account, await addSubscribers(account, 60), { count: 40, text: null })
  expect(await bounced(account)).toBe(14)
  expect(await dashboard(account).bounce_waves.list()).toMatchObject([{ waiting: 26, sample: '' }])
})

test('an administrator can apply waiting bounces, and the creator cannot change that decision', async () => {
  const account = await testAccount()
  const ids = await addSubscribers(account, 60)
  await reported(account, ids, { count: 40, together: 40 })
  expect(await bounced(account)).toBe(0)
  const admin = dashboard(account, account.ctx, { is_admin: true })
  const [wave] = await dashboard(account).bounce_waves.list()
  const { account_id } = account
  await admin.bounce_waves.decideOf({ account_id, id: wave?.id ?? 0, decision: 'apply' })
  await dashboard(account).bounce_waves.decide({ id: wave?.id ?? 0, decision: 'discard' })
  expect(await bounced(account)).toBe(40)
  const entries = await unscoped().auditEntry.findMany({
    where: { subject_account_id: account_id },
    select: { action: true, details: true },
  })
  expect(entries).toEqual([{ action: 'bounces_decided', details: expect.objectContaining({ decision: 'applied' }) }])
})

test('replies with the same text at hand-over wait too', async () => {
  const account = await testAccount()
  await addSubscribers(account, 40)
  await sendToSink({ onRecipient: (address) => ({ code: 550, text: `5.1.1 <${address}>: User unknown` }) })
  await sendAll(account, await startBroadcast(account))
  expect(await dashboard(account).bounce_waves.list()).toMatchObject([{ state: 'waiting' }])
  const [wave] = await dashboard(account).bounce_waves.list()
  await dashboard(account).bounce_waves.decide({ id: wave?.id ?? 0, decision: 'discard' })
  expect(await bounced(account)).toBe(0)
})

test('a provider’s reports with the same text wait too, and one click applies them', async () => {
  configure(SETTINGS)
  const account = await testAccount()
  const ids = await addSubscribers(account, 40)
  const mail_id = await sentTo(account.ctx, ids)
  for (const [at, id] of ids.entries()) {
    const event = {
      id: randomUUID(),
      type: 'hard_bounce',
      email_address: `subscriber${at + 1}@example.net`,
      message_id: `<${account.account_id}.${mail_id}.${id}@mail.example.com>`,
      occurred_at: account.ctx.now().toISOString(),
      status: '5.1.1',
      diagnostic: UNKNOWN(at),
    }
    expect(await post('generic', SIGNED.generic?.(event) as Signed)).toMatchObject({ body: { applied: 1 } })
  }
  // 19 bounces are too few to wait.
  expect(await bounced(account)).toBe(19)
  const waves = dashboard(account).bounce_waves
  const [wave] = await waves.list()
  expect(wave).toMatchObject({ state: 'waiting', waiting: 21, bounced: 19 })
  await waves.decide({ id: wave?.id ?? 0, decision: 'apply' })
  expect(await bounced(account)).toBe(40)
})

test('a decided wave whose process died is completed by the job', async () => {
  const account = await testAccount()
  const ids = await addSubscribers(account, 60)
  await reported(account, ids, { count: 40, together: 40 })
  await account.ctx.sql.run(`update bounce_wave set state = 'applying', decided_at = now() where account_id = $1`)
  await workOnWaves()
  expect(await bounced(account)).toBe(40)
  expect(await dashboard(account).bounce_waves.list()).toEqual([])
})

test('a decided wave asks for no second decision, and a later report with its text bounces one subscriber', async () => {
  const account = await testAccount()
  const ids = await addSubscribers(account, 60)
  await reported(account, ids, { count: 40, together: 40 })
  const [wave] = await dashboard(account).bounce_waves.list()
  await dashboard(account).bounce_waves.decide({ id: wave?.id ?? 0, decision: 'apply' })
  await reported(account, ids.slice(40), { count: 1 })
  expect(await dashboard(account).bounce_waves.list()).toEqual([])
  expect(await bounced(account)).toBe(41)
})

test('discarding a wave reactivates no one who had bounced before it', async () => {
  const account = await testAccount()
  const ids = await addSubscribers(account, 60)
  const [before] = ids
  await account.ctx.sql.run(`update subscriber set state = 'bounced' where account_id = $1 and id = $2`, [before])
  await reported(account, ids, { count: 40 })
  const [wave] = await dashboard(account).bounce_waves.list()
  await dashboard(account).bounce_waves.decide({ id: wave?.id ?? 0, decision: 'discard' })
  expect(await bounced(account)).toBe(1)
})

test('reports with the same cause have the same text, whatever their subscribers and times', () => {
  const text = (n: number, host: string) =>
    sameText({
      status: '5.1.1',
      text: `smtp; 550 5.1.1 <subscriber${n}@example.net>: Recipient rejected by ${host}[192.0.2.${n}] at 12:0${n}; id q${n}x`,
    })
  expect(text(1, 'mx1.example.net')).toBe(text(2, 'mx2.example.net'))
  expect(sameText({ status: '5.1.1', text: 'Rejected' })).not.toBe(sameText({ status: '5.1.2', text: 'Rejected' }))
  expect(sameText({ text: 'User unknown' })).not.toBe(sameText({ text: 'Domain unknown' }))
})

test('a program reads the sending health and decides about waiting bounces [contract 22.6]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  expect((await ask('GET /v4/sending_health')).body).toEqual({ window_days: 7, domains: [] })
  const resume = { domain: '*', note: 'Removed the list that we bought' }
  expect((await ask('POST /v4/sending_health/resume', { ...resume, note: 'x' })).body.errors).toEqual([
    'note: Write in at least 10 characters what you changed',
  ])
  expect((await ask('POST /v4/sending_health/resume', resume)).status).toBe(404)
  const { account_id, user_id } = account
  const wave = { text_key: 'rejected', domain: '', sample: 'Rejected', subscribers: 9, since: new Date() }
  const { id } = await unscoped().bounceWave.create({ data: { account_id, ...wave } })
  expect((await ask('GET /v4/bounce_waves')).body.bounce_waves).toMatchObject([{ id, state: 'waiting', waiting: 0 }])
  const decide = `POST /v4/bounce_waves/${id}/decide`
  expect((await ask(decide, { decision: 'wait' })).body.errors).toEqual(['decision must be one of: apply, discard'])
  const token = await testToken(account_id, user_id, { scopes: ['read', 'write'] })
  expect((await api(decide, { token }, { decision: 'apply' })).status).toBe(403)
  expect((await api(decide, key(await testAccount()), { decision: 'apply' })).status).toBe(404)
  expect((await ask(decide, { decision: 'discard' })).status).toBe(204)
  expect((await ask('GET /v4/bounce_waves')).body.bounce_waves).toEqual([])
})
