import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { checkRights } from '../../../cli/doctor.ts'
import { adminRecord } from '../../../core/audit/admin-write.ts'
import { makeCtx, serviceCtx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { closeDatabase, database, openDatabase } from '../../../db/client.ts'
import { administer } from '../../../db/embedded/embedded.ts'
import { migrate } from '../../../db/migrate.ts'
import { purgeExpired } from '../../../db/purge.ts'
import { env } from '../../../env.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { PATIENCE } from '../../../testing/patience.ts'
import { startRest } from '../../../testing/processes/rest-process.ts'
import { latestBackups } from '../../backups/service.ts'
import { deleteDueAccounts } from '../../deletion/delete.ts'
import { getExport, requestExport } from '../../exports/service.ts'
import { eraseSubscriber } from '../../privacy/erase.ts'
import { EXPIRED_SECURITY_EVENTS, recordSecurityEvent } from '../../security-events/service.ts'
import { purgeAuditEntries } from './retention.ts'

runInOwnDatabase()

const OPERATE = path.join(import.meta.dirname, '../../../../docs/operate.md')
const WORKER = path.resolve('server/worker.ts')
/** The server used by all tests (server/testing/global-setup.ts). Only its superuser can create roles. */
const CLUSTER = inject('cluster')
const PASSWORD = 'of the application'

/** Returns the statements that docs/operate.md tells operators to run, with the role and the database of this test. */
function documentedSetup(role: string, database_name: string): string {
  const [, section = ''] = readFileSync(OPERATE, 'utf8').split('### Two roles')
  const [, block = ''] = section.split(/```(?:sql\n)?/)
  expect(block).toContain('REVOKE ALL ON audit_entry, security_event')
  return block
    .replaceAll('envoi_app', role)
    .replaceAll('DATABASE envoi', `DATABASE ${database_name}`)
    .replaceAll("'...'", `'${PASSWORD}'`)
}

/** Creates the documented role and deletes it after the test. Returns the database's URL for it. */
async function documentedRole(): Promise<{ role: string; as_role: URL }> {
  const owner = database().pool
  const url = database().url
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  const role = `app_${randomUUID().slice(0, 8)}_of_${rows[0]?.name}`
  const [create = '', ...grants] = documentedSetup(role, rows[0]?.name ?? '').split(';\n')
  await administer(CLUSTER, (session) => session.query(create))
  onTestFinished(async () => {
    await closeDatabase()
    openDatabase(url, { max: 8 })
    await administer(CLUSTER, (session) => session.query(`grant ${role} to envoi`))
    await database().pool.query(`drop owned by ${role} cascade`)
    await administer(CLUSTER, (session) => session.query(`drop role ${role}`))
  })
  await owner.query(grants.join(';'))
  const as_role = new URL(url)
  as_role.username = role
  as_role.password = PASSWORD
  return { role, as_role }
}

test('a worker with the application’s role does jobs and makes backups', async () => {
  const { role, as_role } = await documentedRole()
  const folder = mkdtempSync(path.join(tmpdir(), 'envoi-role-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { ctx } = await testAccount()
  const { id } = await requestExport(ctx, { kind: 'subscribers', selection: { status: 'all' } })
  const { DATA_DIR, SECRET_KEY } = env()
  const worker = spawn(process.execPath, [WORKER], {
    env: {
      PATH: '',
      NODE_ENV: 'production',
      DATABASE_URL: as_role.href,
      DATA_DIR,
      SECRET_KEY,
      LOG_LEVEL: 'error',
      BACKUP_DIR: folder,
      BACKUP_PASSPHRASE: 'correct horse battery staple',
      BASE_URL: env().BASE_URL,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(worker, 'exit')
  onTestFinished(() => void worker.kill('SIGKILL'))
  const printed: Buffer[] = []
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk))
  await expect.poll(async () => (await getExport(ctx, { id })).state, PATIENCE).toBe('completed')
  await expect.poll(async () => (await latestBackups(serviceCtx())).tried, PATIENCE).toMatchObject({ error: null })
  const { rows } = await database().pool.query(
    `select distinct usename as name from pg_stat_activity where datname = current_database() and usename = $1`,
    [role],
  )
  expect(rows).toEqual([{ name: role }])
  worker.kill('SIGTERM')
  expect((await exit)[0]).toBe(0)
  expect(Buffer.concat(printed).toString()).not.toMatch(/permission denied|"level":50/)
})

test('the application’s role adds and reads entries of both logs, and may not change, delete or truncate them', async () => {
  const { role, as_role } = await documentedRole()

  const owner = new pg.Client({ connectionString: database().url })
  await owner.connect()
  onTestFinished(() => owner.end())
  // Restores the state before the documentation named this table.
  await owner.query(`grant update on security_event to ${role}`)
  expect(await checkRights()).toEqual([])

  const other_account = await testAccount()
  const rest = await startRest(as_role.href)
  onTestFinished(rest.kill)
  expect(await rest.get('/v4/account', { Authorization: `Bearer ${other_account.token}` })).toBe(200)

  await closeDatabase()
  openDatabase(as_role.href, { max: 4 })
  expect(await migrate(as_role.href)).toEqual([])
  expect(await checkRights()).toMatchObject([
    { status: 'warn', text: expect.stringContaining('can change security_event') },
  ])
  await owner.query(`revoke update on security_event from ${role}`)
  expect(await checkRights()).toEqual([])
  const { account_id, user_id } = other_account
  const ctx = makeCtx({ account_id, actor: { kind: 'user', user_id, role: 'owner' } })
  const account = { ...other_account, ctx }
  const actor = { kind: 'administrator' as const, user_id, ip: '192.0.2.7', written: { entries: 0 } }
  const details = { account: 'Studio North', plan: 'free' }
  for (const days of [0, 1_000])
    await adminRecord(
      { ...makeCtx({ account_id: 0, actor }), now: () => new Date(Date.now() - days * 86_400_000) },
      { action: 'plan_set', account_id, details },
    )
  const run = (text: string) => database().pool.query(text)
  expect((await run('select current_user as name')).rows).toEqual([{ name: role }])
  await write(account.ctx, async (tx) => {
    for (const days of [0, 1_000])
      await recordSecurityEvent(tx, {
        kind: 'suppression_removed',
        summary: `Removed a@b.example ${days} days ago`,
        occurred_at: new Date(Date.now() - days * 86_400_000),
      })
  })
  for (const [table, change] of [
    ['audit_entry', `action = 'x'`],
    ['security_event', `summary = 'x'`],
  ] as const) {
    for (const statement of [
      `update ${table} set ${change}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `select from ${table} for update`,
    ])
      await expect(run(statement)).rejects.toThrow(`permission denied for table ${table}`)
    for (const statement of [
      `alter table ${table} disable trigger all`,
      `drop table ${table}`,
      `drop trigger ${table}_is_append_only on ${table}`,
    ])
      await expect(run(statement)).rejects.toThrow(/must be owner|permission denied/)
  }
  for (const statement of [
    `create or replace function purge_security_events(before timestamptz, most int) returns setof int language sql as $$ select 1 $$`,
    `create or replace function purge_audit_entries(before timestamptz, most int) returns setof bigint language sql as $$ select 1::bigint $$`,
  ])
    await expect(run(statement)).rejects.toThrow(/must be owner|permission denied/)

  const { audit } = dashboard(account, account.ctx, { is_admin: true }).admin
  const audited = async () => (await audit.list({ account_id, action: 'plan_set' })).rows
  const summaries = async () => (await dashboard(account).security_events.list()).map(({ summary }) => summary)
  expect(await audited()).toHaveLength(2)
  expect(await summaries()).toHaveLength(2)
  // Only two deletions are possible: of entries older than the shortest retention, and of an account whose deletion has started.
  await purgeExpired([purgeAuditEntries, ...EXPIRED_SECURITY_EVENTS], { now: new Date() })
  expect(await audited()).toMatchObject([{ action: 'plan_set', details }])
  expect(await summaries()).toEqual(['Removed a@b.example 0 days ago'])
  await run(`select delete_security_events(${account_id}, 100)`)
  expect(await summaries()).toHaveLength(1)
  // Only one change is possible: erasing a subscriber.
  const { id, email_address } = await account.ctx.db.subscriber.create({
    data: { account_id, email_address: 'a@b.example' },
  })
  await eraseSubscriber(account.ctx, { id: Number(id), email_address })
  expect(await summaries()).toEqual(['Removed an erased address 0 days ago'])
  await dashboard(account).deletion.schedule({ name: 'Studio North' })
  for (const days of [15, 16]) await deleteDueAccounts({ now: new Date(Date.now() + days * 86_400_000) })
  for (const table of ['security_event where account_id', 'account where id'])
    expect((await run(`select from ${table} = ${account_id}`)).rowCount).toBe(0)
})
