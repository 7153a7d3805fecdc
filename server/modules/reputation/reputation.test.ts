import { expect, test } from 'vitest'
import { makeCtx } from '../../core/context.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { later } from '../../testing/clock.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { sentMail } from '../../testing/modules/ledger.ts'
import {
  addSubscribers,
  ledgerCounts,
  ledgerRows,
  sendAll,
  sendToSink,
  startBroadcast,
} from '../../testing/modules/sending.ts'
import { sequenceFixture } from '../../testing/modules/sequences.ts'
import { serviceEmailsTo } from '../../testing/modules/service-emails.ts'
import { applyReports } from '../bounces/apply.ts'
import { resumeBroadcast } from '../broadcasts/sending/stopping.ts'
import { decideReputation } from '../delivery/reputation/limits.ts'
import { checkReputations } from './service.ts'

const DAY_MS = 86_400_000
const COUNTS = { sent: 5_000, failed: 0, hard_bounced: 0, complained: 20 }
const PAUSE = { domain: 'news.example', state: 'paused', cause: 'complaints', since: new Date(), ...COUNTS }

async function check(): Promise<void> {
  while (!(await checkReputations()).is_last);
}

/** Creates an email of the account from this domain. `count` sets the results of its messages. */
async function emailFrom({ ctx }: TestAccount, domain: string) {
  const { mail_id: id } = await sentMail(ctx)
  const snapshot = { sender: { name: 'Nora', address: `nora@${domain}` } }
  await ctx.db.mail.updateMany({ where: { id }, data: { snapshot } })
  const count = async (counts: { sent?: number; hard_bounced?: number; complained?: number }) => {
    await ctx.db.mail.updateMany({ where: { id }, data: counts })
    await check()
  }
  return { count }
}

const domainsOf = async (account: TestAccount) =>
  (await dashboard(account).reputation.health()).domains.map(({ domain, state, cause }) => [domain, state, cause])

test.each([
  [{ sent: 2_000, complained: 1 }, 'good', null],
  [{ sent: 2_000, complained: 2 }, 'warned', 'complaints'],
  [{ sent: 10_000, complained: 29 }, 'warned', 'complaints'],
  [{ sent: 10_000, complained: 30 }, 'paused', 'complaints'],
  // Too few messages for a rate.
  [{ sent: 100, complained: 1 }, 'good', null],
  [{ sent: 100, complained: 6 }, 'paused', 'complaints'],
  [{ sent: 20, hard_bounced: 9 }, 'good', null],
  [{ sent: 1_000, hard_bounced: 49 }, 'good', null],
  [{ sent: 1_000, hard_bounced: 50 }, 'warned', 'bounces'],
  [{ sent: 1_000, hard_bounced: 100 }, 'paused', 'bounces'],
  [{ sent: 1_000, hard_bounced: 50, complained: 6 }, 'paused', 'complaints'],
  [{ sent: 0 }, 'good', null],
  // Refused messages count as attempts.
  [{ sent: 900, failed: 120, hard_bounced: 100 }, 'warned', 'bounces'],
] as const)('with %o messages an account is %s [B7]', (counts, state, cause) => {
  expect(decideReputation({ failed: 0, hard_bounced: 0, complained: 0, ...counts })).toEqual({ state, cause })
})

test('complaints warn the owners at 0.1 % and pause sending at 0.3 %, once each, and only for their domain [B7]', async () => {
  const account = await testAccount()
  const news = await emailFrom(account, 'news.example')
  const shop = await emailFrom(account, 'shop.example')
  await shop.count({ sent: 9_000 })
  await news.count({ sent: 3_000, complained: 2 })
  expect(await domainsOf(account)).toEqual([
    ['shop.example', 'good', null],
    ['news.example', 'good', null],
  ])
  await news.count({ complained: 3 })
  await news.count({ complained: 4 })
  expect(await subjectsTo(account)).toEqual(['Too many spam complaints from news.example'])
  await news.count({ complained: 9 })
  await news.count({ complained: 20 })
  expect(await subjectsTo(account)).toEqual([
    'Too many spam complaints from news.example',
    'Sending from news.example is paused',
  ])
  const { domains } = await dashboard(account).reputation.health()
  expect(domains).toMatchObject([
    {
      domain: 'news.example',
      state: 'paused',
      complaint_rate: 0.67,
      summary: 'In the last 7 days, 9 of 3,000 messages (0.3%) from news.example were reported as spam.',
    },
    { domain: 'shop.example', state: 'good', complaint_rate: 0 },
  ])
})

test('only hard bounces count, once per message; full mailboxes and blocked messages do not', async () => {
  const account = await testAccount()
  const { account_id } = account
  const ids = await addSubscribers(account, 5)
  await sendToSink()
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('finished')
  const { id: mail_id } = await account.ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  const report = (at: number, kind: 'hard' | 'soft' | 'blocked', source_id = kind as string) => ({
    source: 'test',
    source_id: `${source_id} ${ids[at]}`,
    kind,
    at: account.ctx.now(),
    delivery: { account_id, mail_id, subscriber_id: ids[at] ?? 0 },
  })
  await applyReports([report(0, 'hard'), report(1, 'soft'), report(2, 'blocked'), report(3, 'soft')])
  await applyReports([report(3, 'hard'), report(0, 'hard', 'again'), report(0, 'soft')])
  await check()
  expect((await dashboard(account).reputation.health()).domains).toMatchObject([
    { sent: 5, hard_bounced: 2, hard_bounce_rate: 40, state: 'good' },
  ])
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ bounced: 4, hard_bounced: 2 })
})

test('domains that are fine individually are paused together if the account as a whole is not [B7]', async () => {
  const account = await testAccount()
  for (const domain of ['a.example', 'b.example', 'c.example', 'd.example'])
    await (await emailFrom(account, domain)).count({ sent: 500, complained: 1 })
  expect(await domainsOf(account)).toContainEqual(['*', 'warned', 'complaints'])
  for (const domain of ['e.example', 'f.example'])
    await (await emailFrom(account, domain)).count({ sent: 0, complained: 1 })
  expect((await domainsOf(account))[0]).toEqual(['*', 'paused', 'complaints'])
})

test('rates ignore everything older than seven days, and a pause stays until someone ends it', async () => {
  const account = await testAccount()
  const email = await emailFrom(account, 'news.example')
  await email.count({ sent: 1_000, hard_bounced: 60 })
  expect(await domainsOf(account)).toEqual([['news.example', 'warned', 'bounces']])
  later(8 * DAY_MS)
  const ctx = makeCtx({ account_id: account.account_id, actor: account.ctx.actor })
  expect((await dashboard(account, ctx).reputation.health()).domains).toMatchObject([
    { domain: 'news.example', state: 'good', sent: 0, hard_bounce_rate: null },
  ])
  const paused = await testAccount()
  await paused.ctx.db.sendingGuard.create({ data: { ...PAUSE, account_id: paused.account_id } })
  expect(await domainsOf(paused)).toEqual([['news.example', 'paused', 'complaints']])
})

test('a paused broadcast keeps its queue, shows the reason, and continues after an admin resumes sending', async () => {
  const account = await testAccount()
  await sendToSink()
  await addSubscribers(account, 3)
  const id = await startBroadcast(account)
  const domain = account.email.split('@')[1] ?? ''
  await (await emailFrom(account, domain)).count({ sent: 1_000, complained: 6 })
  expect(await sendAll(account, id)).toBe('stopped')
  expect((await ledgerRows(account, id)).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued'])
  const { problem, stopped_at } = await account.ctx.db.broadcast.findFirstOrThrow({ where: { id } })
  expect(stopped_at).not.toBeNull()
  expect(problem).toBe(
    `Sending is paused. In the last 7 days, 6 of 1,000 messages (0.6%) from ${domain} were reported as spam. The limit is 0.3%. Unsent messages stay queued. An owner or admin can resume in Settings › Sending health.`,
  )
  await expect(resumeBroadcast(account.ctx, { id })).rejects.toThrow(/Sending is paused/)
  const as = (role: 'admin' | 'editor') =>
    dashboard(account, { ...account.ctx, actor: { kind: 'user', user_id: account.user_id, role } })
  const note = 'Removed subscribers who were imported without consent'
  await expect(as('editor').reputation.resume({ domain, note })).rejects.toThrow(/admin role/)
  await expect(as('admin').reputation.resume({ domain, note: 'ok' })).rejects.toThrow(/what you changed/)
  await as('admin').reputation.resume({ domain, note })
  expect(await dashboard(account).security_events.list()).toMatchObject([
    { kind: 'sending_resumed', summary: expect.stringContaining(`Note: ${note}`) },
  ])
  await resumeBroadcast(account.ctx, { id })
  expect(await sendAll(account, id)).toBe('finished')
  expect((await ledgerRows(account, id)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  await check()
  expect((await domainsOf(account))[0]).toEqual([domain, 'good', null])
})

test('a sequence of a paused domain keeps its messages, and sends them after an admin resumes sending', async () => {
  const { account, ctx, at, join, email } = await sequenceFixture(2)
  await email({ subject: 'One', delay_value: 1, delay_unit: 'hours' })
  await join()
  const domain = account.email.split('@')[1] ?? ''
  await ctx.db.sendingGuard.create({ data: { ...PAUSE, domain, account_id: account.account_id } })
  expect(await at('2026-01-14T10:05:00.000Z')).toEqual([])
  expect(await ctx.db.subscriber.count({ where: { state: 'active' } })).toBe(2)
  await dashboard(account).reputation.resume({ domain, note: 'Removed subscribers who were imported' })
  expect(await at('2026-01-14T10:30:00.000Z')).toEqual(['One to subscriber1', 'One to subscriber2'])
  expect(await at('2026-01-14T11:30:00.000Z')).toEqual([])
})

test('only administrators of the instance see who was warned or paused', async () => {
  const account = await testAccount()
  await (await emailFrom(account, 'news.example')).count({ sent: 1_000, hard_bounced: 200 })
  const admin = dashboard(account, account.ctx, { is_admin: true })
  expect(await admin.reputation.guarded()).toContainEqual({
    account_id: account.account_id,
    account_name: 'Studio North',
    domain: 'news.example',
    state: 'paused',
    summary: 'In the last 7 days, 200 of 1,000 messages (20%) from news.example hard bounced.',
    since: expect.any(String),
  })
  await expect(dashboard(account).reputation.guarded()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

const subjectsTo = async (account: TestAccount) => (await serviceEmailsTo(account.email)).map(({ subject }) => subject)
