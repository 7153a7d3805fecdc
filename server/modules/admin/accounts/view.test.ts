import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { VIEW_IS_READ_ONLY } from '../../../auth/assurance.ts'
import { serviceCtx, systemCtx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount, withRole } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { auditedActions } from '../../../testing/database/audit.ts'
import type { ProcedureMeta } from '../../../trpc/init.ts'
import { appRouter, createCaller } from '../../../trpc/root.ts'
import { runExport } from '../../exports/run.ts'
import { findSession, startSession } from '../../users/sessions.ts'
import { beginView, endLapsedViews } from './view.ts'

const source = { ip: '192.0.2.7', user_agent: null }
const REASON = 'They wrote that a form is missing'
const MINUTE_MS = 60_000

/** Returns an administrator with a real session, and the account that this session opens now. */
async function asAdministrator() {
  const admin = await testAccount()
  await unscoped().user.update({ where: { id: admin.user_id }, data: { is_admin: true } })
  const session_id = await startSession(serviceCtx(), { user_id: admin.user_id, source })
  const open = (minutes_later = 0) =>
    findSession(
      { ...serviceCtx(), now: () => new Date(Date.now() + minutes_later * MINUTE_MS) },
      { id: session_id, source },
    )
  const call = async () => {
    const view = (await open())?.view ?? null
    return dashboard(admin, admin.ctx, { is_admin: true, session_id, view }).admin.accounts
  }
  return { admin, session_id, open, call }
}

const subjectsTo = async (account: TestAccount) =>
  (await systemCtx(account.account_id).db.serviceMail.findMany({ select: { subject: true } })).map(
    ({ subject }) => subject,
  )

test('a view shows the account with the rights of a viewer for half an hour, and is in both logs', async () => {
  const { admin, open, call } = await asAdministrator()
  const account = await testAccount()
  const { account_id } = account
  await expect((await call()).view({ account_id, reason: 'no' })).rejects.toThrow('reason')
  await (await call()).view({ account_id, reason: REASON })
  expect(await open()).toMatchObject({
    account: { account_id, role: 'viewer' },
    view: { account_id, account_name: 'Studio North' },
  })
  expect(await open(29)).toMatchObject({ account: { account_id } })
  expect(await open(30)).toMatchObject({ account: { account_id: admin.account_id, role: 'owner' }, view: null })
  await expect((await call()).view({ account_id: admin.account_id, reason: REASON })).rejects.toThrow(VIEW_IS_READ_ONLY)
  expect(await (await call()).stopView()).toEqual({ account_id })
  expect(await open()).toMatchObject({ account: { account_id: admin.account_id }, view: null })
  const { audit } = dashboard(admin, admin.ctx, { is_admin: true }).admin
  const entries = (await audit.list({ account_id })).rows.filter(({ action }) => action.startsWith('account_view'))
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['account_view_began', 'account_view_ended']),
  )
  const log = await dashboard(account).security_events.list()
  expect(log.map(({ kind }) => kind)).toEqual(['account_view_ended', 'account_viewed'])
  expect(log[1]?.summary).toContain(REASON)
  expect(await subjectsTo(account)).toEqual([])
})

test('an expired view does not keep the administrator from another account', async () => {
  const { admin, session_id, call } = await asAdministrator()
  const [first_account, other_account] = [await testAccount(), await testAccount()]
  await (await call()).view({ account_id: first_account.account_id, reason: REASON })
  const actor = { kind: 'administrator' as const, user_id: admin.user_id, ip: source.ip, written: { entries: 0 } }
  const begin = (minutes_later: number) =>
    beginView(
      { ...serviceCtx(), actor, now: () => new Date(Date.now() + minutes_later * MINUTE_MS) },
      { account_id: other_account.account_id, reason: REASON, session_id },
    )
  await expect(begin(29)).rejects.toThrow('Stop viewing the other account first')
  await begin(31)
  const kinds = async (account: TestAccount) =>
    (await dashboard(account).security_events.list()).map(({ kind }) => kind)
  expect(await kinds(first_account)).toEqual(['account_view_ended', 'account_viewed'])
  expect(await kinds(other_account)).toEqual(['account_viewed'])
})

test("owners get an email about a view if the account's settings ask for it", async () => {
  const { call } = await asAdministrator()
  const account = await testAccount()
  const { account: settings } = dashboard(account)
  await settings.saveSettings({ ...(await settings.settings()), announces_views: true })
  await (await call()).view({ account_id: account.account_id, reason: REASON })
  expect(await subjectsTo(account)).toEqual(['An administrator viewed “Studio North”'])
})

test("a view ends with the administrator's rights, and the logs record its end", async () => {
  const { admin, open, call } = await asAdministrator()
  const account = await testAccount()
  await (await call()).view({ account_id: account.account_id, reason: REASON })
  await unscoped().user.update({ where: { id: admin.user_id }, data: { is_admin: false } })
  expect(await open()).toMatchObject({ account: { account_id: admin.account_id }, view: null })
  await endLapsedViews({ now: new Date() })
  expect((await dashboard(account).security_events.list()).map(({ kind }) => kind)).toEqual([
    'account_view_ended',
    'account_viewed',
  ])
  await unscoped().user.update({ where: { id: admin.user_id }, data: { is_admin: true } })
  expect(await open()).toMatchObject({ view: null })
})

test('the dashboard refuses mutations and queries that show a secret during a view', async () => {
  const account = await testAccount()
  const caller = createCaller({
    user: {
      id: account.user_id,
      email: account.email,
      name: null,
      is_admin: true,
      session_id: '00000000-0000-4000-8000-000000000000',
      confirmed_at: new Date(),
      has_second_factor: true,
    },
    // Refuses even with the rights of an owner.
    account: withRole(account, 'owner'),
    view: { account_id: account.account_id, account_name: 'Studio North', until: new Date(Date.now() + MINUTE_MS) },
    source,
    request_id: 'test',
  })
  type Procedure = { _def: { type: string; meta?: Partial<ProcedureMeta> } }
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>)
  const refused_procedures = procedures.filter(
    ([, { _def }]) =>
      (_def.type === 'mutation' && !_def.meta?.works_in_view) ||
      (_def.type === 'query' && _def.meta?.is_hidden_in_view),
  )
  expect(refused_procedures.length).toBeGreaterThan(150)
  const open: string[] = []
  for (const [path] of refused_procedures) {
    const call = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], caller)
    const answer = await (call as (input: unknown) => Promise<unknown>)({}).then(
      () => 'passed',
      (error: Error) => error.message,
    )
    if (answer !== VIEW_IS_READ_ONLY) open.push(`${path}: ${answer}`)
  }
  expect(open).toEqual([])
  const working = procedures.filter(([, { _def }]) => _def.meta?.works_in_view).map(([path]) => path)
  expect(working).toEqual(['admin.accounts.stopView'])
})

/** Routes that read the session and do not refuse a view themselves, with the reason. */
const ROUTES: Record<string, string> = {
  'app/(dashboard)/broadcasts/new/route.ts': 'calls a procedure, as is tested above',
  'app/(dashboard)/posts/new/route.ts': 'calls a procedure, as is tested above',
  'app/api/trpc/[trpc]/route.ts': 'every procedure is tested above',
  'app/api/auth/[...nextauth]/route.ts': 'signs in and out, and changes no account',
  'app/api/locale/route.ts': 'sets a cookie of the browser, and knows no session',
  'app/api/texts/[tag]/route.ts': 'has no session',
  'app/api/[...path]/route.ts': 'leads to app/api/files',
  'app/v4/[[...path]]/route.ts': 'has no session: API keys and tokens',
  'app/oauth/[endpoint]/route.ts': 'has no session: clients of apps',
}

test('every other route that reads the session refuses a view', () => {
  const routes = globSync('app/{**/route,api/files/!(*.test)}.ts')
  expect(routes.length).toBeGreaterThan(5)
  const open = routes.filter((file) => {
    const text = readFileSync(file, 'utf8')
    return (
      !ROUTES[file] &&
      !/\basMember\(/.test(text) &&
      !text.includes('VIEW_IS_READ_ONLY') &&
      !text.includes('csvDownload(')
    )
  })
  expect(open).toEqual([])
  expect(readFileSync('app/api/csv-download.ts', 'utf8')).toContain('VIEW_IS_READ_ONLY')
})

test('an administrator starts an export that only the account can read', async () => {
  const { admin, call } = await asAdministrator()
  const account = await testAccount()
  await (await call()).exportForOwners({ account_id: account.account_id, reason: REASON })
  const { exports } = await dashboard(account).exports.list({})
  expect(exports).toMatchObject([{ kind: 'account', state: 'queued' }])
  await runExport(systemCtx(account.account_id), { id: exports[0]?.id ?? 0 })
  expect(await subjectsTo(account)).toEqual(['An export of your account is ready'])
  expect((await dashboard(admin).exports.list({})).exports).toEqual([])
  expect(await dashboard(account).security_events.list()).toMatchObject([{ kind: 'export_by_administrator' }])
  expect(await auditedActions(admin.user_id)).toEqual(['account_export_requested'])
})
