import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { adminRecord } from '../../../core/audit/admin-write.ts'
import { makeCtx, serviceCtx } from '../../../core/context.ts'
import { closeDatabase, database, openDatabase } from '../../../db/client.ts'
import { administer } from '../../../db/embedded/embedded.ts'
import { migrate } from '../../../db/migrate.ts'
import { env } from '../../../env.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { PATIENCE } from '../../../testing/patience.ts'
import { startRest } from '../../../testing/processes/rest-process.ts'
import { latestBackups } from '../../backups/service.ts'
import { getExport, requestExport } from '../../exports/service.ts'
import { purgeAuditEntries } from './retention.ts'

runInOwnDatabase()

const OPERATE = path.join(import.meta.dirname, '../../../../docs/operate.md')
const WORKER = path.resolve('server/worker.ts')
/** The server of all tests (server/testing/global-setup.ts). Only its superuser creates roles. */
const CLUSTER = inject('cluster')
const PASSWORD = 'of the application'

/** The statements that docs/operate.md tells operators to run, for roles and a database of this test. */
function documentedSetup(role: string, database_name: string): string {
  const [, section = ''] = readFileSync(OPERATE, 'utf8').split('### Two roles')
  const [, block = ''] = section.split(/```(?:sql\n)?/)
  expect(block).toContain('purge_audit_entries')
  return block
    .replaceAll('envoi_app', role)
    .replaceAll('DATABASE envoi', `DATABASE ${database_name}`)
    .replaceAll("'...'", `'${PASSWORD}'`)
}

/** Makes the role as documented, and takes it away with the test. Returns the database's address for it. */
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
      ...{ NODE_ENV: 'production', DATABASE_URL: as_role.href, DATA_DIR, SECRET_KEY, LOG_LEVEL: 'error' },
      ...{ BACKUP_DIR: folder, BACKUP_PASSPHRASE: 'correct horse battery staple', BASE_URL: env().BASE_URL },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(worker, 'exit')
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
  expect((await ended)[0]).toBe(0)
  expect(Buffer.concat(printed).toString()).not.toMatch(/permission denied|"level":50/)
})

test('the application’s role adds and reads audit entries, and has no right to change, delete or truncate them', async () => {
  const { role, as_role } = await documentedRole()

  const account = await testAccount()
  const rest = await startRest(as_role.href)
  onTestFinished(rest.kill)
  expect(await rest.get('/v4/account', { Authorization: `Bearer ${account.token}` })).toBe(200)

  await closeDatabase()
  openDatabase(as_role.href, { max: 4 })
  expect(await migrate(as_role.href)).toEqual([])
  const { account_id, user_id } = account
  const actor = { kind: 'administrator' as const, user_id, ip: '192.0.2.7', written: { entries: 0 } }
  const details = { account: 'Studio North', plan: 'free' }
  for (const days of [0, 1_000])
    await adminRecord(
      { ...makeCtx({ account_id: 0, actor }), now: () => new Date(Date.now() - days * 86_400_000) },
      { action: 'plan_set', account_id, details },
    )
  const run = (text: string) => database().pool.query(text)
  expect((await run('select current_user as name')).rows).toEqual([{ name: role }])
  for (const statement of [
    `update audit_entry set action = 'x'`,
    'delete from audit_entry',
    'truncate audit_entry',
    'select from audit_entry for update',
  ])
    await expect(run(statement)).rejects.toThrow('permission denied for table audit_entry')
  for (const statement of [
    'alter table audit_entry disable trigger all',
    'drop table audit_entry',
    'drop trigger audit_entry_is_append_only on audit_entry',
    `create or replace function purge_audit_entries(before timestamptz, most int) returns setof bigint language sql as $$ select 1::bigint $$`,
  ])
    await expect(run(statement)).rejects.toThrow(/must be owner|permission denied/)

  const { audit } = dashboard(account, account.ctx, { is_admin: true }).admin
  expect((await audit.list({ account_id })).rows).toHaveLength(2)
  // The only way to delete, and only what is older than the shortest retention.
  await purgeAuditEntries({ now: new Date() })
  expect((await audit.list({ account_id })).rows).toMatchObject([{ action: 'plan_set', details }])
})
