import { expect, test } from 'vitest'
import { serviceCtx, systemCtx, systemPool } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { Budget } from '../../lib/concurrency/budget.ts'
import { createDemo } from '../../seeding/demo.ts'
import { type TestAccount, testAccount, withRole } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { addSubscribers, sendAll, sendToSink, startBroadcast } from '../../testing/modules/sending.ts'
import { deepTest } from '../../testing/runner/deep.ts'
import { findSession, startSession } from '../users/sessions.ts'
import { deleteDueAccounts, remindOfDeletions } from './delete.ts'
import { accountTables } from './tables.ts'
import { scheduleTestAccounts } from './test-accounts.ts'

// Deletes due accounts of the whole instance, so this file has its own database.
runInOwnDatabase()

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
const MARK = 'Studio Farewell'
const REASON = 'They asked for it by phone'

async function asAdministrator() {
  const admin = await testAccount()
  const { account_deletions, admin: procedures } = dashboard(admin, admin.ctx, { is_admin: true })
  return { admin, account_deletions, accounts: procedures.accounts, audit: procedures.audit }
}

const subjectsTo = (account: TestAccount) =>
  systemCtx(account.account_id)
    .db.serviceMail.findMany({ orderBy: { id: 'asc' }, select: { subject: true } })
    .then((rows) => rows.map(({ subject }) => subject))

// Runs first, because the demo is only created in a database without users.
deepTest(
  'a process that dies after every statement still deletes everything, of this account only, and then tells the owners',
  async () => {
    const demo = (await createDemo()) ?? expect.fail('the database has users')
    const { account_id } = demo
    const other = await testAccount()
    await addSubscribers(other, 5)
    const apps = await unscoped().app.findMany({ where: { account_id }, select: { id: true } })
    await unscoped().membership.create({ data: { account_id, user_id: other.user_id, role: 'editor' } })
    await unscoped().account.update({ where: { id: account_id }, data: { name: MARK } })
    const { account_deletions } = await asAdministrator()
    await account_deletions.schedule({ account_id, name: MARK, reason: REASON })
    const filled = await rowsOf(account_id)
    expect(Object.values(filled).filter((count) => count > 0).length).toBeGreaterThan(45)

    await deleteDueAccounts({ now: inDays(13) })
    expect(await rowsOf(account_id)).toEqual(filled)
    expect(await deleteInPieces(account_id)).toBeGreaterThan(30)

    expect(Object.entries(await rowsOf(account_id)).filter(([, count]) => count > 0)).toEqual([])
    expect(await unscoped().account.findUnique({ where: { id: account_id } })).toBeNull()
    expect(await unscoped().user.findUnique({ where: { email: demo.email } })).toBeNull()
    expect(await unscoped().app.count({ where: { id: { in: apps.map(({ id }) => id) } } })).toBe(0)
    expect(await unscoped().user.findUnique({ where: { id: other.user_id } })).not.toBeNull()
    expect((await rowsOf(other.account_id)).subscriber).toBe(5)
    // Search for its name in every column of every table.
    const { rows: tables } = await systemPool().query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const text = `select 1 from "${name}" t where t::text like $1 limit 1`
      if ((await systemPool().query(text, [`%${MARK}%`])).rowCount) found.push(name)
    }
    // Only the audit log, and the email that confirms the deletion.
    expect(found.sort()).toEqual(['audit_entry', 'service_mail'])
    expect(
      await unscoped().serviceMail.findMany({
        where: { to_address: demo.email },
        select: { account_id: true, subject: true },
      }),
    ).toEqual([{ account_id: 0, subject: `“${MARK}” was deleted` }])
    const { audit } = await asAdministrator()
    expect((await audit.list({ account_id, action: 'account_deleted' })).rows).toMatchObject([
      { details: { account: MARK, requested_by: 'administrator', users: 1 } },
    ])
  },
)

test('deletion completes although the process dies after every statement', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  for (const some of [account, other]) await addSubscribers(some, 5)
  const { account_deletions } = await asAdministrator()
  const name = 'Studio North'
  await account_deletions.schedule({ account_id: account.account_id, name, reason: REASON })
  expect(await deleteInPieces(account.account_id)).toBeGreaterThan(5)
  expect(Object.entries(await rowsOf(account.account_id)).filter(([, count]) => count > 0)).toEqual([])
  expect(await unscoped().user.findUnique({ where: { email: account.email } })).toBeNull()
  expect((await rowsOf(other.account_id)).subscriber).toBe(5)
})

test('an owner types the account’s name, and sees counts of what will be deleted', async () => {
  const account = await testAccount()
  await addSubscribers(account, 3)
  const { deletion } = dashboard(account)
  expect(await deletion.contents()).toMatchObject({
    name: 'Studio North',
    subscribers: 3,
    members: 1,
    users: 1,
    days: 14,
  })
  await expect(deletion.schedule({ name: 'Studio' })).rejects.toThrow('Type “Studio North”')
  await deletion.schedule({ name: 'Studio North' })
  expect(await deletion.get()).toMatchObject({
    account_name: 'Studio North',
    by_administrator: false,
    has_started: false,
  })
  await expect(deletion.schedule({ name: 'Studio North' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(dashboard(account, withRole(account, 'admin')).deletion.keep()).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const [scheduled] = await subjectsTo(account)
  expect(scheduled).toMatch(/^“Studio North” will be deleted on /)
})

test('everything that leaves the account stops immediately, and continues if the deletion is canceled', async () => {
  const account = await testAccount()
  const { account_id } = account
  await addSubscribers(account, 4)
  const sink = await sendToSink({}, 'pool=1')
  const id = await startBroadcast(account)
  const status = async () => (await api('GET /v4/account', key(account))).status
  expect(await status()).toBe(200)
  const { deletion } = dashboard(account)
  await deletion.schedule({ name: 'Studio North' })
  expect(await sendAll(account, id)).toBe('wait')
  expect(sink.messages).toHaveLength(0)
  await expect.poll(status).toBe(401)
  const before = await unscoped().account.findUniqueOrThrow({ where: { id: account_id } })
  expect(before).toMatchObject({ api_disabled: false, sending_disabled: false, sign_in_disabled: false })
  await deletion.keep()
  await expect.poll(status).toBe(200)
  expect(await sendAll(account, id)).toBe('finished')
  expect(sink.messages).toHaveLength(4)
  expect(await deletion.get()).toBeNull()
  expect((await subjectsTo(account)).at(-1)).toBe('“Studio North” will not be deleted')
})

test('an earlier suspension stays if the deletion is canceled', async () => {
  const { accounts, account_deletions } = await asAdministrator()
  const { account_id } = await testAccount()
  await accounts.suspend({ account_id, what: 'api', reason: REASON })
  await account_deletions.schedule({ account_id, name: 'Studio North', reason: REASON })
  await account_deletions.cancel({ account_id })
  expect(await accounts.get({ account_id })).toMatchObject({ suspensions: [{ what: 'api' }], deletes_at: null })
})

test('until the deletion, members can read but change nothing', async () => {
  const account = await testAccount()
  await dashboard(account).deletion.schedule({ name: 'Studio North' })
  const session_id = await startSession(serviceCtx(), {
    user_id: account.user_id,
    source: { ip: '192.0.2.7', user_agent: null },
  })
  const session = await findSession(serviceCtx(), { id: session_id, source: { ip: '192.0.2.7', user_agent: null } })
  expect(session?.account?.deletes_at).toBeInstanceOf(Date)
  const open = dashboard(account, account.ctx, { deletes_at: session?.account?.deletes_at })
  expect(await open.tags.list({})).toMatchObject({ rows: [] })
  await expect(open.tags.create({ name: 'Glaze' })).rejects.toThrow('scheduled for deletion')
  await open.exports.requestAccount()
  await open.deletion.keep()
})

test('owners are reminded once, two days before', async () => {
  const account = await testAccount()
  await dashboard(account).deletion.schedule({ name: 'Studio North' })
  await remindOfDeletions({ now: inDays(11) })
  expect(await subjectsTo(account)).toHaveLength(1)
  await remindOfDeletions({ now: inDays(12.5) })
  await remindOfDeletions({ now: inDays(12.6) })
  expect(await subjectsTo(account)).toHaveLength(2)
})

test('an administrator’s deletion has a reason, which is in the owners’ email and the audit log', async () => {
  const { admin, account_deletions, audit } = await asAdministrator()
  const account = await testAccount()
  const { account_id } = account
  const input = { account_id, name: 'Studio North', reason: REASON }
  await expect(account_deletions.schedule({ ...input, reason: '' })).rejects.toThrow('reason')
  await expect(account_deletions.schedule({ ...input, account_id: 2_000_000_000 })).rejects.toThrow('Not Found')
  await account_deletions.schedule(input)
  expect(await account_deletions.get({ account_id })).toMatchObject({ by_administrator: true, reason: REASON })
  await account_deletions.cancel({ account_id })
  expect((await audit.list({ account_id })).rows.filter(({ action }) => action.startsWith('account_'))).toMatchObject([
    { action: 'account_deletion_canceled', by_email: admin.email },
    { action: 'account_deletion_scheduled', details: { account: 'Studio North', reason: REASON } },
  ])
  await expect(account_deletions.cancel({ account_id })).rejects.toMatchObject({ code: 'CONFLICT' })
})

/** Tables that a deletion leaves alone, with the reason. A table in none of the lists fails the test below. */
const LEFT: Record<string, string> = {
  account: 'deleted at the end',
  usage_batch: 'of the instance: which requests reported usage, without figures; expires',
  account_deletion: 'deleted last, with the email to the owners',
  audit_entry: 'proves what administrators did; names the account, kept as the setting of the instance says',
  authenticator: 'of users',
  passkey: 'of users',
  password_reset: 'of users',
  recovery_code: 'of users',
  session: 'of users',
  user_identity: 'of users',
  users: 'those who belong to no other account are deleted',
  auth_throttle: 'against abuse: counts attempts, expires after hours',
  used_challenge: 'against abuse: a passkey answer works once; expires',
  instance_suppression: 'against abuse: addresses that the instance must not email, as hashes',
  daily_allowance: 'against abuse: what an address or an account used of the day; expires',
  established_domain: 'against abuse: which domains have sent before; names no account',
  received_message: 'reports of mail servers before they are matched to a message; expires',
  instance_invitation: 'of the instance: an address that was invited; expires',
  sign_up_request: 'of the instance: a sign-up that was not finished; expires',
  backup: 'of the instance',
  clock_reading: 'of the instance',
  instance_figure: 'of the instance: sums without accounts',
  instance_setting: 'of the instance',
  plan: 'of the instance: what accounts can have',
  job_run: 'of the instance: runs by ID, without content; expires',
  sending_rate: 'of the instance',
  transport_back_off: 'of the instance',
  api_count: 'of the instance: the last minute by key, without accounts',
  outbound_hour: 'of the instance: sums by host, without accounts',
  receiver_hour: 'of the instance: sums by receiving domain, without accounts',
  transport_hour: 'of the instance: sums without accounts',
  unknown_proxy: 'of the instance',
  _prisma_migrations: 'of the instance',
}

/** Deletes until nothing is due, in slices of one statement, as if the process died again and again. */
async function deleteInPieces(account_id: number): Promise<number> {
  const left = async () =>
    (await systemPool().query('select 1 from account_deletion where account_id = $1', [account_id])).rowCount
  for (let pieces = 1; pieces < 1_000; pieces++) {
    await deleteDueAccounts({ now: inDays(15), budget: new Budget(0) })
    if ((await left()) === 0) return pieces
    await systemPool().query(
      `update account_deletion set ended_at = now() - interval '1 hour' where ended_at is not null`,
    )
  }
  throw new Error('The deletion did not end')
}

test('a deletion visits every table with rows of accounts, children before parents', async () => {
  const tables = await accountTables()
  expect(tables.length).toBeGreaterThan(80)
  for (const [child, parent] of [
    ['delivery', 'mail'],
    ['tagging', 'subscriber'],
    ['export_chunk', 'export'],
  ] as const)
    expect([child, tables.indexOf(child) < tables.indexOf(parent)]).toEqual([child, true])
  expect(tables).not.toContain('session')
})

test('every table belongs to an account, is deleted with a row of one, or is left alone for a reason', async () => {
  const { rows } = await systemPool().query<{ name: string; parents: string[] }>(
    `select c.relname as name, coalesce(array_agg(p.relname::text) filter (where p.relname is not null), '{}') as parents
     from pg_class c
     left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.confdeltype = 'c'
     left join pg_class p on p.oid = f.confrelid
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace group by c.relname order by c.relname`,
  )
  const own = new Set(await accountTables())
  const unknown = rows.filter(
    ({ name, parents }) => !own.has(name) && !LEFT[name] && !parents.some((parent) => own.has(parent)),
  )
  expect(unknown.map(({ name }) => name)).toEqual([])
  const names = new Set(rows.map(({ name }) => name))
  expect(Object.keys(LEFT).filter((name) => !names.has(name) || own.has(name))).toEqual([])
})

/** Counts the rows of the account in each table. */
async function rowsOf(account_id: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await accountTables()) {
    const { rows } = await systemPool().query<{ count: number }>(
      `select count(*)::int as count from ${table} where account_id = $1`,
      [account_id],
    )
    counts[table] = rows[0]?.count ?? 0
  }
  return counts
}

test('an account created for a test is scheduled for deletion after its last test, and its owner can keep it', async () => {
  const [account, tested] = [await testAccount(), await testAccount()]
  const { user_id: started_by, account_id } = tested
  const { app_id } = await unscoped().installation.findFirstOrThrow({ where: { account_id } })
  await unscoped().testInstall.create({
    data: { account_id, app_id, started_by, started_at: new Date(), expires_at: inDays(7) },
  })
  for (const one of [account, tested])
    await unscoped().account.update({ where: { id: one.account_id }, data: { is_for_test: true } })
  const scheduled = async () => {
    await scheduleTestAccounts({ now: inDays(1) })
    return Promise.all([account, tested].map(async (one) => (await dashboard(one).deletion.get()) !== null))
  }
  await scheduleTestAccounts({ now: new Date() })
  expect(await subjectsTo(account)).toEqual([])
  expect(await scheduled()).toEqual([true, false])
  expect(await subjectsTo(account)).toHaveLength(1)
  await unscoped().testInstall.updateMany({ where: { account_id }, data: { removed_at: new Date() } })
  expect(await scheduled()).toEqual([true, true])
  await dashboard(account).deletion.keep()
  expect(await scheduled()).toEqual([false, true])
})
