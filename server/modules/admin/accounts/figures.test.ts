import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, sendAll, sendToSink, startBroadcast } from '../../../testing/modules/sending.ts'
import { applyReports } from '../../bounces/apply.ts'
import { checkReputations } from '../../reputation/service.ts'
import { exportAccounts } from './csv.ts'

const DAY_MS = 86_400_000

async function namedAccounts(count: number) {
  const tag = randomUUID().slice(0, 8)
  const test_accounts: TestAccount[] = []
  for (let at = 0; at < count; at += 1) {
    const account = await testAccount()
    await account.ctx.db.account.updateMany({ data: { name: `${at} ${tag}` } })
    test_accounts.push(account)
  }
  const admin = await testAccount()
  const { accounts } = dashboard(admin, admin.ctx, { is_admin: true }).admin
  return { tag, made: test_accounts, admin, accounts }
}

const addDay = (account_id: number, days_ago: number, sums: Record<string, number>) =>
  unscoped().reputationCount.create({
    data: { account_id, domain: `d${days_ago}.example`, day: new Date(Date.now() - days_ago * DAY_MS), ...sums },
  })

test('accounts show and sort by their messages of 30 days and when a member was last seen, page by page', async () => {
  const { tag, made, accounts } = await namedAccounts(3)
  const [a, b, c] = made.map(({ account_id }) => account_id) as [number, number, number]
  await addDay(a, 1, { sent: 100, hard_bounced: 3, complained: 1, failed: 9 })
  await addDay(a, 29, { sent: 50 })
  await addDay(a, 31, { sent: 1_000, failed: 1_000 })
  await addDay(b, 0, { sent: 20, hard_bounced: 7 })
  const recordSession = async (account: TestAccount | undefined, days_ago: number) =>
    unscoped().session.create({
      data: {
        id: randomUUID(),
        user_id: account?.user_id ?? 0,
        last_seen_at: new Date(Date.now() - days_ago * DAY_MS),
        created_at: new Date(Date.now() - 50 * DAY_MS),
      } as never,
    })
  await recordSession(made[0], 40)
  await recordSession(made[1], 2)
  const list = async (query: object) => (await accounts.list({ search: tag, ...query })).rows
  const ids = async (query: object) => (await list(query)).map(({ id }) => id)
  expect((await list({ sort: 'oldest' }))[0]).toMatchObject({ sent: 150, bounced: 3, complained: 1, refused: 9 })
  expect(await ids({ sort: 'sent' })).toEqual([a, b, c])
  expect(await ids({ sort: 'bounced' })).toEqual([b, a, c])
  expect((await ids({ sort: 'refused' }))[0]).toBe(a)
  expect(await ids({ sort: 'seen' })).toEqual([b, a, c])
  expect(await ids({ state: 'unseen' })).toEqual([c, a])
  const paged: number[] = []
  for (let after: string | undefined; ; ) {
    const { rows, pagination } = await accounts.list({ search: tag, sort: 'seen', per_page: 1, after })
    paged.push(...rows.map(({ id }) => id))
    after = pagination.end_cursor ?? undefined
    if (!pagination.has_next_page) break
  }
  expect(paged).toEqual([b, a, c])
})

test('a message that bounced during sending counts as bounced, not as refused', async () => {
  const account = await testAccount()
  const { account_id, ctx } = account
  const ids = await addSubscribers(account, 4)
  const answers: Record<string, string> = {
    'subscriber1@example.net': '5.1.1 <subscriber1@example.net>: User unknown',
    'subscriber2@example.net': '5.2.2 <subscriber2@example.net>: Mailbox full',
  }
  await sendToSink({
    onRecipient: (address) => {
      const text = answers[address]
      return text === undefined ? undefined : { code: 550, text }
    },
  })
  const id = await startBroadcast(account)
  await sendAll(account, id)
  while (!(await checkReputations()).is_last);
  const { id: mail_id } = await ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  const of_sent = { account_id, mail_id, subscriber_id: ids[3] ?? 0 }
  await applyReports([{ source: 'test', source_id: `${mail_id}`, kind: 'hard', at: ctx.now(), delivery: of_sent }])
  while (!(await checkReputations()).is_last);
  const { accounts } = dashboard(account, ctx, { is_admin: true }).admin
  const { rows } = await accounts.list({ search: String(account_id) })
  expect(rows.find((row) => row.id === account_id)).toMatchObject({ sent: 2, bounced: 2, refused: 1 })
})

test('accounts sort by the price of their plan', async () => {
  const { tag, made, accounts } = await namedAccounts(3)
  const [a, b, c] = made.map(({ account_id }) => account_id) as [number, number, number]
  for (const [id, price_month] of [
    [a, 1_900],
    [b, 4_900],
    [c, null],
  ] as const) {
    const [key, at] = [`plan_${randomUUID()}`, new Date()]
    await unscoped().plan.create({ data: { key, name: key, price_month, created_at: at, updated_at: at } })
    await unscoped().account.update({ where: { id }, data: { plan_type: key } })
  }
  expect((await accounts.list({ search: tag, sort: 'price' })).rows.map(({ id }) => id)).toEqual([b, a, c])
})

test('the filtered list is exported, and the export is in the audit log', async () => {
  const { tag, made, admin } = await namedAccounts(2)
  await addDay(made[0]?.account_id ?? 0, 1, { sent: 12 })
  const ctx = {
    ...admin.ctx,
    actor: { kind: 'administrator', user_id: admin.user_id, written: { entries: 0 } },
  } as typeof admin.ctx
  const lines = (await text(exportAccounts(ctx, { search: tag, sort: 'sent' }))).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('sent_30_days,bounced_30_days')
  expect(lines[1]).toContain(`${made[0]?.account_id},0 ${tag}`)
  const entries = await unscoped().auditEntry.findMany({ where: { user_id: admin.user_id }, select: { action: true } })
  expect(entries).toEqual([{ action: 'accounts_exported' }])
})

test('sending of several accounts is suspended and released, and a deleted one is skipped', async () => {
  const { tag, made, accounts } = await namedAccounts(2)
  const account_ids = [...made.map(({ account_id }) => account_id), 2_147_483_000]
  const suspended = async () => (await accounts.list({ search: tag })).rows.map((row) => row.suspended)
  const reason = 'Bought a list of addresses'
  expect(await accounts.suspendMany({ account_ids, what: 'sending', reason })).toEqual({ changed: 2 })
  expect(await suspended()).toEqual([['sending'], ['sending']])
  expect(await accounts.releaseMany({ account_ids, what: 'sending' })).toEqual({ changed: 2 })
  expect(await suspended()).toEqual([[], []])
  const entries = await unscoped().auditEntry.findMany({
    where: { subject_account_id: { in: account_ids } },
    orderBy: { id: 'asc' },
    select: { action: true },
  })
  const actions = ['account_suspended', 'account_suspended', 'account_released', 'account_released']
  expect(entries.map(({ action }) => action)).toEqual(actions)
  await expect(accounts.suspendMany({ account_ids: [], what: 'sending', reason })).rejects.toThrow(
    'Select at least one',
  )
})
