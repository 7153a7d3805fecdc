import { expect, test } from 'vitest'
import { AUDIT_ACTIONS, auditSentence } from '../../../core/audit/actions.ts'
import { adminRecord, adminWrite } from '../../../core/audit/admin-write.ts'
import { boundedDetails } from '../../../core/audit/details.ts'
import { makeCtx, serviceCtx, systemPool } from '../../../core/context.ts'
import { DEFAULT_SETTINGS } from '../../../core/instance/settings-schema.ts'
import { write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { administrator, router } from '../../../trpc/init.ts'
import { recordSecurityEvent } from '../../security-events/service.ts'
import { setAdministrator } from '../../users/service.ts'
import { exportAuditLog } from './export.ts'
import { purgeAuditEntries } from './retention.ts'

runInOwnDatabase()

const DAY_MS = 86_400_000

const adminCtx = ({ user_id }: TestAccount, now = () => new Date()) => ({
  ...makeCtx({
    account_id: 0,
    actor: { kind: 'administrator' as const, user_id, ip: '192.0.2.7', written: { entries: 0 } },
  }),
  now,
})

const list = async (account: TestAccount, filter: object = {}) =>
  (
    await dashboard(account, account.ctx, { is_admin: true }).admin.audit.list({
      account_id: account.account_id,
      ...filter,
    })
  ).rows

test('one list has the actions of administrators and the security events of accounts', async () => {
  const account = await testAccount()
  const { account_id, email } = account
  await write(account.ctx, (tx) =>
    recordSecurityEvent(tx, { kind: 'api_key_created', summary: 'The API key was created' }),
  )
  await dashboard(account, account.ctx, { is_admin: true }).admin.setPlan({ account_id, plan_type: 'free' })
  expect(await list(account)).toMatchObject([
    {
      source: 'instance',
      action: 'plan_set',
      acted_as: 'administrator',
      by: 'Nora Lind',
      by_email: email,
      ip: '127.0.0.1',
      account_name: 'Studio North',
      details: {
        account: 'Studio North',
        plan: 'free',
        before: { plan_type: 'creator' },
        after: { plan_type: 'free' },
      },
    },
    { source: 'account', action: 'api_key_created', by: 'Nora Lind', summary: 'The API key was created' },
  ])
  expect(await list(account, { action: 'api_key_created' })).toHaveLength(1)
  expect(await list(account, { user: email.slice(2, 30).toUpperCase() })).toHaveLength(2)
  expect(await list(account, { user: 'no one at all' })).toEqual([])
  expect(await list(account, { user: email.replace('@', '\uff20') })).toHaveLength(2)
  expect(await list(account, { until: '2001-01-01' })).toEqual([])
  expect(await list(account, { from: '2001-01-01', until: '2099-01-01' })).toHaveLength(2)
})

test('paging covers both logs without a gap', async () => {
  const account = await testAccount()
  const { account_id } = account
  const at = (minute: number) => () => new Date(Date.UTC(2026, 0, 1, 0, minute))
  for (const minute of [1, 3, 5]) {
    await write({ ...account.ctx, now: at(minute) }, (tx) =>
      recordSecurityEvent(tx, { kind: 'app_uninstalled', summary: `event ${minute}` }),
    )
    const note = { action: 'plan_set', account_id, details: { account: 'x', plan: `entry ${minute + 1}` } } as const
    await adminRecord(adminCtx(account, at(minute + 1)), note)
  }
  const { audit } = dashboard(account, account.ctx, { is_admin: true }).admin
  const seen_keys: string[] = []
  for (let after: string | undefined; ; ) {
    const { rows, pagination } = await audit.list({ account_id, per_page: 2, after })
    seen_keys.push(...rows.map(({ summary, details }) => summary ?? String(details.plan)))
    after = pagination.end_cursor ?? undefined
    if (!pagination.has_next_page) break
  }
  expect(seen_keys).toEqual(['entry 6', 'event 5', 'entry 4', 'event 3', 'entry 2', 'event 1'])
})

test('a change and its entry commit together or not at all', async () => {
  const account = await testAccount()
  const { account_id } = account
  const rename = (fail: boolean) =>
    adminWrite(adminCtx(account), { account_id }, async (tx, record) => {
      await tx.db.account.updateMany({ data: { name: 'Renamed' } })
      await record({ action: 'plan_set', details: { account: 'x', plan: 'free' } })
      if (fail) throw new Error('after the entry')
    })
  await expect(rename(true)).rejects.toThrow('after the entry')
  expect(await list(account)).toEqual([])
  await rename(false)
  expect(await list(account)).toHaveLength(1)
  const silent = adminWrite(adminCtx(account), { account_id }, (tx) =>
    tx.db.account.updateMany({ data: { name: 'No' } }),
  )
  await expect(silent).rejects.toThrow('must write an audit entry')
  expect(await unscoped().account.findUnique({ where: { id: account_id } })).toMatchObject({ name: 'Renamed' })
})

test("an administrators' procedure fails if it changes something without an entry", async () => {
  const { user_id, email } = await testAccount()
  const call = router({
    forgets: administrator.mutation(async () => 'changed'),
    records: administrator.mutation(({ ctx }) =>
      adminRecord(ctx.account, { action: 'transport_tried', details: { name: 'main' } }),
    ),
  }).createCaller({
    user: { id: user_id, email, name: null, is_admin: true, session_id: 's' },
    account: null,
    source: { ip: '127.0.0.1', user_agent: null },
    request_id: 'test',
  })
  await expect(call.forgets()).rejects.toThrow('wrote no audit entry')
  await call.records()
})

test('the database refuses to change entries, and to delete recent ones', async () => {
  const account = await testAccount()
  const { account_id } = account
  const now = Date.now()
  for (const days of [0, 89, 91, 729, 731])
    await adminRecord(
      adminCtx(account, () => new Date(now - days * DAY_MS)),
      {
        action: 'plan_set',
        account_id,
        details: { account: 'x', plan: `${days} days` },
      },
    )
  const run = (text: string) => systemPool().query(`${text} where subject_account_id = $1`, [account_id])
  await expect(run(`update audit_entry set action = 'x'`)).rejects.toThrow('cannot be changed or deleted')
  await expect(run('delete from audit_entry')).rejects.toThrow('cannot be changed or deleted')
  await expect(systemPool().query('truncate audit_entry')).rejects.toThrow('cannot be changed or deleted')
  await purgeAuditEntries({ now: new Date(now) })
  const left = async () => (await list(account)).map(({ details }) => details.plan)
  expect(await left()).toEqual(['0 days', '89 days', '91 days', '729 days'])
  // Even a process with a wrong clock cannot delete entries younger than 90 days.
  await systemPool().query(`select purge_audit_entries('2099-01-01', 5000)`)
  expect(await left()).toEqual(['0 days', '89 days'])
})

test('a security event is never changed, except for an erased address in its summary', async () => {
  const { ctx, account_id } = await testAccount()
  await write(ctx, (tx) => recordSecurityEvent(tx, { kind: 'suppression_removed', summary: 'Removed a@b.example' }))
  const change = (set: string) =>
    systemPool().query(`update security_event set ${set} where account_id = $1`, [account_id])
  await expect(change(`kind = 'app_authorised'`)).rejects.toThrow('cannot be changed')
  for (const set of [`summary = 'x'`, `summary = 'an erased address', user_id = 1`])
    await expect(change(set)).rejects.toThrow('cannot be changed')
  await change(`summary = 'Removed an erased address'`)
})

test('a security event is deleted only after 90 days, or with its account', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  for (const days of [91, 89, 0])
    await write(ctx, (tx) =>
      recordSecurityEvent(tx, {
        kind: 'api_key_created',
        summary: `${days} days`,
        occurred_at: new Date(Date.now() - days * DAY_MS),
      }),
    )
  const remainingSummaries = async () => (await dashboard(account).security_events.list()).map(({ summary }) => summary)
  const run = (text: string) => systemPool().query(text, [account_id])
  await expect(run('delete from security_event where account_id = $1')).rejects.toThrow('cannot be changed or deleted')
  await expect(systemPool().query('truncate security_event')).rejects.toThrow('cannot be changed or deleted')
  // Even with a wrong clock.
  await systemPool().query(`select purge_security_events('2099-01-01', 5000)`)
  await run('select delete_security_events($1, 5000)')
  expect(await remainingSummaries()).toEqual(['0 days', '89 days'])
  await unscoped().account.delete({ where: { id: account_id } })
  expect(await remainingSummaries()).toEqual([])
})

test('a role that does not own the tables deletes only through functions, which other roles may not call', async () => {
  const { rows } = await systemPool().query(
    `select proname as name, prosecdef as is_definer, proacl is null or exists (select from aclexplode(proacl) where grantee = 0) as is_public
     from pg_proc where proname in ('purge_audit_entries', 'purge_security_events', 'delete_security_events', 'erase_in_security_event')
     order by 1`,
  )
  expect(rows).toEqual(
    ['delete_security_events', 'erase_in_security_event', 'purge_audit_entries', 'purge_security_events'].map(
      (name) => ({ name, is_definer: true, is_public: false }),
    ),
  )
})

test('details are limited and contain no secrets', () => {
  const details = {
    name: 'x',
    password: 'hidden',
    nested: { api_key: 'hidden', deep: { deeper: { deepest: { no: 1 } } } },
  }
  const text = boundedDetails({ ...details, long: 'y'.repeat(9_000), many: Array.from({ length: 999 }, () => 1) })
  expect(text).not.toContain('hidden')
  expect(Buffer.byteLength(text)).toBeLessThan(8_001)
  expect(JSON.parse(text)).toMatchObject({ name: 'x', nested: { deep: { deeper: { deepest: '(left out)' } } } })
  const before = Array.from({ length: 50 }, () => 'z'.repeat(500))
  expect(JSON.parse(boundedDetails({ name: 'x', before, after: before }))).toEqual({ name: 'x', is_cut: true })
})

test('details include every setting of the instance by name, but no secret', () => {
  expect(JSON.parse(boundedDetails({ before: DEFAULT_SETTINGS }))).toEqual({ before: DEFAULT_SETTINGS })
  const secrets = ['api_key', 'client_secret', 'password_hash', 'key', 'access_token', 'private_key', 'code_hash']
  const given = Object.fromEntries(secrets.map((name) => [name, 'hidden']))
  expect(Object.values(JSON.parse(boundedDetails({ after: given })).after)).toEqual(secrets.map(() => '(removed)'))
})

test('a list that is too long for an entry ends with the number of omitted items', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `domain-${at}.example`)
  expect(JSON.parse(boundedDetails({ list: many(100) }))).toEqual({ list: many(100) })
  expect(JSON.parse(boundedDetails({ list: many(103) })).list.slice(99)).toEqual(['domain-99.example', '(3 more)'])
  const members = Object.fromEntries(many(102).map((name) => [name, 1]))
  expect(JSON.parse(boundedDetails({ members })).members['…']).toBe('(2 more)')
  const long = many(100).map((name) => name.padStart(250, 'x'))
  expect(JSON.parse(boundedDetails({ names: 'Domains', list: long, before: long }))).toEqual({
    names: 'Domains',
    list: [...long.slice(0, 10), '(90 more)'],
    is_cut: true,
  })
})

test('every action has a sentence, and an unknown one shows its name', () => {
  for (const [action, { label, sentence }] of Object.entries(AUDIT_ACTIONS)) {
    expect(label, action).toMatch(/^[A-Z]/)
    expect(sentence, action).toMatch(/^[a-z]/)
  }
  expect(auditSentence('app_approved', { name: 'Glaze book' })).toBe('approved the app “Glaze book”')
  expect(auditSentence('from_a_newer_version', {})).toBe('from a newer version')
})

test('the export has the filtered entries, and creates an entry', async () => {
  const account = await testAccount()
  const { account_id } = account
  await adminRecord(adminCtx(account), {
    action: 'plan_set',
    account_id,
    details: { account: 'Möss, "Co"', plan: 'free' },
  })
  const parts: Uint8Array[] = []
  for await (const part of exportAuditLog(adminCtx(account), { account_id })) parts.push(part)
  const [header, line, rest] = Buffer.concat(parts).toString().split('\r\n')
  expect(header).toContain('time,action,text,by')
  expect(line).toContain('"changed the plan of Möss, ""Co"" to free"')
  expect(rest).toBe('')
  const { rows } = await dashboard(account, account.ctx, { is_admin: true }).admin.audit.list({ user: account.email })
  expect(rows.map(({ action }) => action)).toContain('audit_exported')
})

test('an export that ends before the oldest entry says so in its last line', async () => {
  const account = await testAccount()
  const { account_id } = account
  for (const plan of ['one', 'two', 'three'])
    await adminRecord(adminCtx(account), { action: 'plan_set', account_id, details: { account: 'Co', plan } })
  const exported = async (most: number) => {
    const parts: Uint8Array[] = []
    for await (const part of exportAuditLog(adminCtx(account), { account_id }, { most })) parts.push(part)
    return Buffer.concat(parts).toString().trim().split('\r\n').slice(1)
  }
  const cut = await exported(2)
  expect(cut).toHaveLength(3)
  expect(cut[2]).toContain('Older entries are missing: an export has at most 2.')
  expect((await exported(3)).join()).not.toContain('missing')
})

test('changes of administrators on the command line are in the audit log', async () => {
  const account = await testAccount()
  const { email, user_id } = account
  const set = (is_admin: boolean) => setAdministrator(serviceCtx(), { email_address: email, is_admin })
  expect(await set(true)).toBe(true)
  expect((await serviceCtx().db.user.findUniqueOrThrow({ where: { id: user_id } })).is_admin).toBe(true)
  expect(await set(false)).toBe(true)
  expect((await serviceCtx().db.user.findUniqueOrThrow({ where: { id: user_id } })).is_admin).toBe(false)
  const { rows } = await dashboard(account, account.ctx, { is_admin: true }).admin.audit.list({ user: email })
  expect(rows).toMatchObject([
    { action: 'administrator_revoked', acted_as: 'service', details: { email, before: { is_admin: true } } },
    { action: 'administrator_granted', acted_as: 'service', details: { email, after: { is_admin: true } } },
  ])
  expect(await setAdministrator(serviceCtx(), { email_address: `no-${email}`, is_admin: true })).toBe(false)
})
