import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { sameText } from '../../mail/reports/same-text.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { deliver, sentMail } from '../../testing/modules/ledger.ts'
import { addSubscribers, sendAll, sendToSink, startBroadcast } from '../../testing/modules/sending.ts'
import { applyReports } from '../bounces/apply.ts'
import { workOnWaves } from './waves.ts'

const UNKNOWN = (n: number) => `smtp; 550-5.1.1 <subscriber${n}@example.net>: no such user q${n}-20020a05 - gsmtp`

/** Reports that the first `count` of all subscribers do not exist, `together` at a time. */
async function reported(
  { ctx }: TestAccount,
  ids: readonly number[],
  {
    count,
    together = 7,
    text = UNKNOWN,
  }: {
    count: number
    together?: number
    /** Null: the reports say nothing. */
    text?: ((n: number) => string) | null
  },
): Promise<void> {
  const { account_id } = ctx
  const { mail_id } = await sentMail(ctx)
  const reports = []
  for (const [at, subscriber_id] of ids.slice(0, count).entries()) {
    await deliver(ctx, { mail_id, subscriber_id, sent_at: ctx.now() })
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

test('fewer than 20 bounces of one text, or bounces of different texts, are applied', async () => {
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

test('bounces of up to 3% of the subscribers are applied', async () => {
  const account = await testAccount()
  await reported(account, await addSubscribers(account, 800), { count: 24, together: 500 })
  expect(await bounced(account)).toBe(24)
})

test('too many bounces of one text wait, the creator and the administrators are told, and one click discards them', async () => {
  const account = await testAccount()
  const ids = await addSubscribers(account, 60)
  await reported(account, ids, { count: 40 })
  // The first ones were applied before there were too many.
  expect(await bounced(account)).toBe(14)
  const [wave] = await dashboard(account).bounce_waves.list()
  expect(wave).toMatchObject({ domain: '', state: 'waiting', waiting: 26, bounced: 14, subscribers: 60 })
  await workOnWaves()
  await workOnWaves()
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
  await expect(editor.bounce_waves.decide({ id: wave?.id ?? 0, decision: 'apply' })).rejects.toThrow(/role admin/)
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

test('an administrator applies them; a decision is not changed by the other', async () => {
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

test('replies of one text at hand-over wait in the same way', async () => {
  const account = await testAccount()
  await addSubscribers(account, 40)
  await sendToSink({ onRecipient: (address) => ({ code: 550, text: `5.1.1 <${address}>: User unknown` }) })
  await sendAll(account, await startBroadcast(account))
  expect(await dashboard(account).bounce_waves.list()).toMatchObject([{ state: 'waiting' }])
  const [wave] = await dashboard(account).bounce_waves.list()
  await dashboard(account).bounce_waves.decide({ id: wave?.id ?? 0, decision: 'discard' })
  expect(await bounced(account)).toBe(0)
})

test('a decided wave that its process left is carried out by the job', async () => {
  const account = await testAccount()
  const ids = await addSubscribers(account, 60)
  await reported(account, ids, { count: 40, together: 40 })
  await account.ctx.sql.run(`update bounce_wave set state = 'applying', decided_at = now() where account_id = $1`)
  await workOnWaves()
  expect(await bounced(account)).toBe(40)
  expect(await dashboard(account).bounce_waves.list()).toEqual([])
})

test('a decided wave is not asked about again, and a later report of its text bounces one subscriber', async () => {
  const account = await testAccount()
  const ids = await addSubscribers(account, 60)
  await reported(account, ids, { count: 40, together: 40 })
  const [wave] = await dashboard(account).bounce_waves.list()
  await dashboard(account).bounce_waves.decide({ id: wave?.id ?? 0, decision: 'apply' })
  await reported(account, ids.slice(40), { count: 1 })
  expect(await dashboard(account).bounce_waves.list()).toEqual([])
  expect(await bounced(account)).toBe(41)
})

test('discarding a wave makes no one active who had bounced before it', async () => {
  const account = await testAccount()
  const ids = await addSubscribers(account, 60)
  const [before] = ids
  await account.ctx.sql.run(`update subscriber set state = 'bounced' where account_id = $1 and id = $2`, [before])
  await reported(account, ids, { count: 40 })
  const [wave] = await dashboard(account).bounce_waves.list()
  await dashboard(account).bounce_waves.decide({ id: wave?.id ?? 0, decision: 'discard' })
  expect(await bounced(account)).toBe(1)
})

test('reports of one cause have the same text, also about other subscribers and at other times', () => {
  const text = (n: number, host: string) =>
    sameText({
      status: '5.1.1',
      text: `smtp; 550 5.1.1 <subscriber${n}@example.net>: Recipient rejected by ${host}[192.0.2.${n}] at 12:0${n}; id q${n}x`,
    })
  expect(text(1, 'mx1.example.net')).toBe(text(2, 'mx2.example.net'))
  expect(sameText({ status: '5.1.1', text: 'Rejected' })).not.toBe(sameText({ status: '5.1.2', text: 'Rejected' }))
  expect(sameText({ text: 'User unknown' })).not.toBe(sameText({ text: 'Domain unknown' }))
})
