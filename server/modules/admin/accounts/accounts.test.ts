import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { serviceCtx, systemCtx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, ledgerCounts, sendAll, sendToSink, startBroadcast } from '../../../testing/modules/sending.ts'
import { storeSubscriberCounts } from '../../accounts/settings/subscriber-order.ts'
import { findSession, startSession, switchAccount } from '../../users/sessions.ts'

const source = { ip: '192.0.2.7', user_agent: null }
const REASON = 'Bought a list of addresses'

/** Returns the procedures as called by another account's owner, who is an administrator. */
async function asAdministrator() {
  const admin = await testAccount()
  const { accounts, users, audit } = dashboard(admin, admin.ctx, { is_admin: true }).admin
  return { admin, accounts, users, audit }
}

const emailsTo = (account: TestAccount) =>
  systemCtx(account.account_id).db.serviceMail.findMany({ orderBy: { id: 'asc' }, select: { subject: true } })

describe('the list of accounts', () => {
  test('is searched by name, owner and id, filtered and sorted', async () => {
    const { accounts } = await asAdministrator()
    const tag = randomUUID().slice(0, 8)
    const test_accounts: TestAccount[] = []
    for (const name of ['Alpha', 'Beta', 'Gamma']) {
      const account = await testAccount()
      await account.ctx.db.account.updateMany({ data: { name: `${name} ${tag}` } })
      test_accounts.push(account)
    }
    const [alpha, beta, gamma] = test_accounts as [TestAccount, TestAccount, TestAccount]
    await addSubscribers(beta, 3)
    await unscoped().account.update({ where: { id: alpha.account_id }, data: { sending_disabled: true } })
    await unscoped().account.update({
      where: { id: gamma.account_id },
      data: { trial_lapse_date: new Date(Date.now() + 86_400_000), plan_type: 'creator_pro' },
    })
    await unscoped().sendingGuard.create({
      data: {
        account_id: beta.account_id,
        domain: 'studio.example',
        state: 'paused',
        cause: 'bounces',
        sent: 100,
        hard_bounced: 20,
        complained: 0,
        since: new Date(),
      },
    })
    const ids = async (query: object) => (await accounts.list({ search: tag, ...query })).rows.map(({ id }) => id)
    const [a, b, c] = test_accounts.map(({ account_id }) => account_id)
    expect(await ids({})).toEqual([c, b, a])
    expect(await ids({ sort: 'oldest' })).toEqual([a, b, c])
    expect(await ids({ sort: 'name' })).toEqual([a, b, c])
    for (let after: number | null = 0; after !== null; after = await storeSubscriberCounts(after));
    expect((await ids({ sort: 'subscribers' }))[0]).toBe(b)
    expect(await ids({ state: 'suspended' })).toEqual([a])
    expect(await ids({ state: 'active' })).toEqual([c, b])
    expect(await ids({ state: 'trial' })).toEqual([c])
    expect(await ids({ plan_type: 'creator_pro' })).toEqual([c])
    const { deletes_at } = await dashboard(gamma).deletion.schedule({ name: `Gamma ${tag}` })
    expect((await accounts.list({ search: tag, state: 'deleting' })).rows).toMatchObject([{ id: c, deletes_at }])
    expect(await ids({ state: 'active' })).toEqual([b])
    await dashboard(gamma).deletion.keep()
    expect(await ids({ reputation: 'paused' })).toEqual([b])
    expect(await ids({ reputation: 'good' })).toEqual([c, a])
    expect(await ids({ search: alpha.email.toUpperCase() })).toEqual([a])
    expect(await ids({ search: String(b) })).toContain(b)
    await unscoped().user.update({ where: { id: gamma.user_id }, data: { email: `lea${c}@münchen.example` } })
    expect(await ids({ search: `lea${c}@xn--mnchen-3ya.example` })).toEqual([c])
    const first = await accounts.list({ search: tag, sort: 'subscribers', per_page: 1 })
    expect(first.rows).toMatchObject([{ id: b, active_subscribers: 3, owner: beta.email, reputation: 'paused' }])
    const after = first.pagination.end_cursor ?? undefined
    expect((await accounts.list({ search: tag, sort: 'subscribers', after })).rows).toHaveLength(2)
    // The search for parts needs at least three characters. A shorter text is a whole name or an id.
    await unscoped().account.update({ where: { id: alpha.account_id }, data: { name: 'Q7' } })
    expect(await ids({ search: 'q7' })).toContain(a)
    expect(await ids({ search: 'q' })).not.toContain(a)
  })
})

describe('suspension', () => {
  test('in mid-broadcast stops sending immediately, loses nothing, and the broadcast continues when it ends', async () => {
    const { accounts } = await asAdministrator()
    const account = await testAccount()
    const { account_id } = account
    await addSubscribers(account, 8)
    const sink = await sendToSink(
      {
        onMessage: async () => {
          if (sink.messages.length === 3) await accounts.suspend({ account_id, what: 'sending', reason: REASON })
          return undefined
        },
      },
      'pool=1',
    )
    const id = await startBroadcast(account)
    expect(await sendAll(account, id)).toBe('wait')
    const { length } = sink.messages
    expect(length).toBeLessThan(6)
    expect(await sendAll(account, id)).toBe('wait')
    expect(sink.messages).toHaveLength(length)
    const { broadcasts } = dashboard(account)
    expect(await broadcasts.get({ id })).toMatchObject({ status: 'sending', stopped_at: null })

    sink.behavior = {}
    await accounts.release({ account_id, what: 'sending' })
    expect(await sendAll(account, id)).toBe('finished')
    expect(sink.messages.map(({ to }) => to).sort()).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `subscriber${n}@example.net`),
    )
    const { kept, counted } = await ledgerCounts(account, id)
    expect(kept).toEqual(counted)
  })

  test('of the API rejects every key until it ends', async () => {
    const { accounts } = await asAdministrator()
    const account = await testAccount()
    const { account_id } = account
    const status = async () => (await api('GET /v4/account', key(account))).status
    expect(await status()).toBe(200)
    await accounts.suspend({ account_id, what: 'api', reason: REASON })
    // A cached key is dropped when PostgreSQL's notification arrives.
    await expect.poll(status).toBe(401)
    await accounts.release({ account_id, what: 'api' })
    await expect.poll(status).toBe(200)
  })

  test("of sign-in ends open sessions and rejects new ones, but not for the user's other accounts", async () => {
    const { accounts } = await asAdministrator()
    const account = await testAccount()
    const { account_id, user_id } = account
    const service = serviceCtx()
    const id = await startSession(service, { user_id, source })
    await accounts.suspend({ account_id, what: 'sign_in', reason: REASON })
    expect(await findSession(service, { id, source })).toBeNull()
    await expect(startSession(service, { user_id, source })).rejects.toThrow('suspended')
    const other = await testAccount()
    await unscoped().membership.create({ data: { account_id: other.account_id, user_id, role: 'editor' } })
    expect(await findSession(service, { id, source })).toMatchObject({ account: { account_id: other.account_id } })
    await expect(switchAccount(systemCtx(account_id), { user_id, session_id: id })).rejects.toThrow('suspended')
    await accounts.release({ account_id, what: 'sign_in' })
    await unscoped().membership.deleteMany({ where: { account_id: other.account_id, user_id } })
    expect(await findSession(service, { id, source })).toMatchObject({ account: { account_id } })
  })

  test('needs a reason, which is emailed to the owner and kept in the audit log', async () => {
    const { admin, accounts, audit } = await asAdministrator()
    const account = await testAccount()
    const { account_id } = account
    await expect(accounts.suspend({ account_id, what: 'api', reason: ' ' })).rejects.toThrow('reason')
    await accounts.suspend({ account_id, what: 'api', reason: REASON })
    expect(await accounts.get({ account_id })).toMatchObject({
      suspensions: [{ what: 'api', reason: REASON, by: 'Nora Lind' }],
    })
    await accounts.release({ account_id, what: 'api' })
    expect((await emailsTo(account)).map(({ subject }) => subject)).toEqual([
      'API access of “Studio North” was suspended',
      'API access of “Studio North” was released',
    ])
    expect((await audit.list({ account_id })).rows).toMatchObject([
      { action: 'account_released', by_email: admin.email },
      { action: 'account_suspended', details: { account: 'Studio North', what: 'API access', reason: REASON } },
    ])
    await expect(accounts.suspend({ account_id: 2_000_000_000, what: 'api', reason: REASON })).rejects.toThrow(
      'Not Found',
    )
  })
})

test("only administrators see an account's usage, team, health and problems", async () => {
  const { accounts } = await asAdministrator()
  const account = await testAccount({ subscriber_limit: 50 })
  const { account_id } = account
  await addSubscribers(account, 2)
  await account.ctx.db.export.create({
    data: { account_id, kind: 'subscribers', filename: 'people.csv', state: 'failed', error: 'No space left' },
  })
  await account.ctx.db.webhookEndpoint.create({
    data: { account_id, name: 'Shop', url: 'https://shop.example/hook?token=abc', events: [], secret: 'x' },
  })
  for (const [digest, state] of [
    ['1', 'ready'],
    ['2', 'removing'],
  ] as const)
    await account.ctx.db.mediaPicture.create({
      data: {
        account_id,
        key: `storage ${account_id} ${digest}`,
        digest,
        name: 'harbor.jpg',
        state,
        is_animated: false,
        width: 640,
        height: 480,
        bytes: 4_000,
        sizes: [],
      },
    })
  const detail = await accounts.get({ account_id })
  expect(detail).toMatchObject({
    id: account_id,
    plan: { plan_type: 'creator', subscriber_limit: 50 },
    suspensions: [],
    usage: { active_subscribers: 2, all_subscribers: 2, sent_30_days: 0 },
    team: [{ email_address: account.email, role: 'owner' }],
    health: { domains: [] },
    api_keys: [{ name: 'Test' }],
    webhooks: [{ name: 'Shop', host: 'shop.example', failed: 0 }],
    apps: [{ name: 'Test app' }],
    storage: [
      { area: 'Subscribers', rows: 2, is_estimated: true },
      {},
      {},
      {},
      { area: 'Images', rows: 1, bytes: 4_000 },
      { area: 'Import files', rows: 0, bytes: 0 },
      { area: 'Export files', rows: 0, bytes: 0 },
    ],
    problems: [{ kind: 'export', name: 'people.csv', text: 'No space left' }],
  })
  expect(JSON.stringify(detail)).not.toContain('token=abc')
  await expect(dashboard(account).admin.accounts.get({ account_id })).rejects.toThrow('Not Found')
  await expect(accounts.get({ account_id: 2_000_000_000 })).rejects.toThrow('Not Found')
})

test('notes are kept in order with their authors', async () => {
  const { accounts, audit } = await asAdministrator()
  const { account_id } = await testAccount()
  for (const text of ['Asked for a higher limit', 'Called them']) await accounts.addNote({ account_id, text })
  expect((await accounts.notes({ account_id })).rows).toMatchObject([
    { text: 'Called them', author: 'Nora Lind' },
    { text: 'Asked for a higher limit', author: 'Nora Lind' },
  ])
  expect((await audit.list({ account_id, action: 'account_note_added' })).rows).toHaveLength(2)
})
