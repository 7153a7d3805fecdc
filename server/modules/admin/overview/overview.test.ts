import { randomUUID } from 'node:crypto'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import hooks from 'node:perf_hooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serviceCtx, systemPool } from '../../../core/context.ts'
import { countFigure, writeFigures } from '../../../core/instance/figures.ts'
import { makeLog } from '../../../core/log.ts'
import { database, unscoped } from '../../../db/client.ts'
import { SERVICE_ACCOUNT } from '../../../db/scope.ts'
import { env } from '../../../env.ts'
import { countRequest, metricsRegistry } from '../../../rest/metrics.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { sentMail, transports } from '../../../testing/modules/sending.ts'
import { checkReputations } from '../../reputation/service.ts'
import { readOverview } from './overview.ts'
import { sampleFigures } from './sample.ts'
import { warnOfFigures } from './warn.ts'
import { watchProcess } from './warn-process.ts'

runInOwnDatabase()

test('the overview sums the counts of all processes and has the latest samples, by hour', async () => {
  await testAccount()
  const now = new Date('2026-06-01T12:34:00Z')
  const minutesAgo = (minutes: number) => new Date(+now - minutes * 60_000)
  // Moves this process's earlier counts long before the range of the overview, because they belong to other tests.
  await writeFigures(minutesAgo(100_000))
  for (const [minutes, count] of [
    [0, 5],
    [3, 7],
    [70, 100],
    [1_500, 1_000],
  ] as const) {
    countFigure('api_requests', count)
    await writeFigures(minutesAgo(minutes))
  }
  await sampleFigures({ now: minutesAgo(20), queue: { depth: 9, wait_seconds: 40.4 } })
  await sampleFigures({ now, queue: { depth: 3, wait_seconds: 1.2 } })

  const { figures, hours, days, sampled_at } = await readOverview({ ...serviceCtx(), now: () => now })
  expect(hours.at(-1)).toBe('2026-06-01T12:00:00Z')
  expect(figures.api_requests).toMatchObject({ latest: 12, day: 112 })
  expect(figures.api_requests.per_hour.slice(-3)).toEqual([0, 100, 12])
  expect(figures.api_faults).toMatchObject({ latest: 0, day: 0 })
  expect(figures.queue_depth).toMatchObject({ latest: 3, day: null })
  expect(figures.queue_depth.per_hour.slice(-2)).toEqual([null, 3])
  expect(figures.queue_wait_seconds.latest).toBe(1)
  expect(figures.accounts.latest).toBe(await unscoped().account.count())
  expect(figures.database_bytes.latest).toBeGreaterThan(1_000_000)
  expect(days.at(-1)).toMatchObject({ date: '2026-06-01', accounts: figures.accounts.latest })
  expect(days.at(-2)).toMatchObject({ accounts: null })
  expect(sampled_at).toBe('2026-06-01T12:30:00Z')
})

test('without the embedded engine the queue is unknown', async () => {
  const now = new Date('2026-07-01T12:34:00Z')
  await sampleFigures({ now, queue: null })
  const { figures } = await readOverview({ ...serviceCtx(), now: () => now })
  expect(figures.queue_depth.latest).toBeNull()
})

test('the overview names a mail server that refuses every account, and counts accounts refused individually', async () => {
  const now = new Date('2026-08-01T12:34:00Z')
  const { main } = await transports({ main: {} })
  const transport = main?.name
  const { account_id } = await testAccount()
  for (const refused of [SERVICE_ACCOUNT, account_id])
    await systemPool().query(
      `insert into transport_circuit (transport, account_id, kind, reply, failures, since, last_at, pauses, probe_at)
       values ($1, $2, 'refused', '550 Blocked', 5, $3, $3, 1, $3)`,
      [transport, refused, now],
    )
  expect(await readOverview({ ...serviceCtx(), now: () => now })).toMatchObject({
    refusing: [{ transport, kind: 'refused', since: '2026-08-01T12:34:00Z', reply: '550 Blocked' }],
    refused_accounts: 1,
  })
})

test('the overview shows the last daily backup and whether it is overdue', async () => {
  const at = (time: string) => ({ ...serviceCtx(), now: () => new Date(time) })
  const backupAt = async (time: string) => (await readOverview(at(time))).backup
  expect(await backupAt('2026-06-01T12:00:00Z')).toBeNull()
  const recordBackup = (time: string, error: string | null) =>
    unscoped().backup.create({
      data: {
        id: randomUUID(),
        file: '/backups/one.backup',
        host: 'one',
        is_scheduled: true,
        error,
        started_at: new Date(time),
        ended_at: new Date(time),
      },
    })
  await recordBackup('2026-06-01T03:00:00Z', null)
  await recordBackup('2026-06-02T03:00:00Z', 'ENOSPC')
  const made_at = '2026-06-01T03:00:00Z'
  expect(await backupAt('2026-06-02T08:00:00Z')).toEqual({ made_at, is_overdue: false })
  expect(await backupAt('2026-06-02T09:30:00Z')).toEqual({ made_at, is_overdue: true })
  // No process has made a backup for so long that backups seem to be switched off.
  expect(await backupAt('2026-06-12T08:00:00Z')).toBeNull()
})

test('each change of a message is counted once', async () => {
  const account = await testAccount()
  await sentMail(account)
  const { account_id } = account
  await systemPool().query('update mail set bounced = bounced + 1, failed = failed + 2 where account_id = $1', [
    account_id,
  ])
  await checkReputations()
  await checkReputations()
  const { figures } = await dashboard(account, account.ctx, { is_admin: true }).admin.overview()
  expect(figures).toMatchObject({
    messages_sent: { day: 1 },
    messages_bounced: { day: 1 },
    messages_failed: { day: 2 },
    messages_complained: { day: 0 },
  })
})

test('figures that trigger an alert are logged as warnings, and others are not', async () => {
  const lines: string[] = []
  const log = makeLog('warn', { write: (line: string) => void lines.push(line) })
  const now = new Date('2031-01-01T12:00:00Z')
  const warnings = async (more: Partial<Parameters<typeof warnOfFigures>[0]> = {}) => {
    const jobs = { wait_seconds: 301, failed_runs: 10 }
    await warnOfFigures({ now, log, jobs, backed_up_at: undefined, certificates: new Map(), ...more })
    return lines.splice(0).map((line) => JSON.parse(line))
  }
  expect(await warnings()).toContainEqual(expect.objectContaining({ seconds: 301, msg: 'jobs wait for a worker' }))
  countFigure('messages_sent', 1_000)
  countFigure('messages_complained', 6)
  countFigure('messages_bounced', 20)
  await writeFigures(now)
  const results = (await warnings()).flatMap(({ result, count }) => (result ? [{ result, count }] : []))
  expect(results).toEqual([{ result: 'complained', count: 6 }])
  const hoursAgo = (hours: number) => new Date(+now - hours * 3_600_000)
  const quiet = (await warnings({ backed_up_at: hoursAgo(29), jobs: { wait_seconds: 0, failed_runs: 10 } })).map(
    ({ msg }) => msg,
  )
  expect(quiet).not.toContain('the last backup is too old')
  countFigure('api_requests', 1_000)
  countFigure('api_faults', 11)
  await writeFigures(now)
  const logged_warnings = await warnings({
    jobs: { wait_seconds: 0, failed_runs: 11 },
    backed_up_at: hoursAgo(31),
    certificates: new Map([
      ['app.example.com', hoursAgo(-13 * 24)],
      ['pages.example.com', hoursAgo(-15 * 24)],
    ]),
  })
  expect(logged_warnings.map(({ msg }) => msg).sort()).toEqual(
    expect.arrayContaining([
      'a certificate expires soon',
      'many API requests of the last hour failed',
      'many runs of jobs of the last hour have failed',
      'the last backup is too old',
    ]),
  )
  expect(logged_warnings.flatMap(({ name }) => name ?? [])).toEqual(['app.example.com'])
  expect((await warnings({ backed_up_at: null })).map(({ msg }) => msg)).toContain('the last backup is too old')
})

test('a process that waits for database connections for five minutes logs one warning until it stops waiting', async () => {
  const lines: string[] = []
  const log = makeLog('warn', { write: (line: string) => void lines.push(line) })
  const { check, stop } = watchProcess({ log, registry: metricsRegistry() })
  onTestFinished(stop)
  const { pool } = database()
  const clients = await Promise.all(Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()))
  const waiting_clients = pool.connect()
  const warningsAfter = async (minutes: number) => {
    await check(minutes * 60_000)
    return lines.splice(0).flatMap((line) => JSON.parse(line).pool ?? [])
  }
  expect([await warningsAfter(0), await warningsAfter(4), await warningsAfter(5), await warningsAfter(9)]).toEqual([
    [],
    [],
    ['main'],
    [],
  ])
  for (const client of clients) client.release()
  ;(await waiting_clients).release()
  expect([await warningsAfter(10), await warningsAfter(16)]).toEqual([[], []])
})

test('a process with many slow API requests logs a warning after ten minutes', async () => {
  const lines: string[] = []
  const log = makeLog('warn', { write: (line: string) => void lines.push(line) })
  const { check, stop } = watchProcess({ log, registry: metricsRegistry() })
  onTestFinished(stop)
  for (const minutes of [0, 5, 10, 15, 20]) {
    await check(minutes * 60_000)
    for (let n = 0; n < 20; n++) countRequest('GET', '/v4/tags', 200, n < 2 ? 2 : 0.01)
  }
  expect(lines.flatMap((line) => JSON.parse(line).share ?? [])).toEqual([0.1])
})

/** Replaces functions of Node until the test ends. */
function replaceBuiltin(spy: { mockRestore: () => void }): void {
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
}

test('failed and bounced messages, delayed filters and full disks are logged with their figures', async () => {
  const lines: string[] = []
  const log = makeLog('warn', { write: (line: string) => void lines.push(line) })
  const { BACKUP_DIR } = env()
  env().BACKUP_DIR = '/backups'
  onTestFinished(() => {
    env().BACKUP_DIR = BACKUP_DIR
  })
  const free = { DATA: 5e9, '/backups': 5e9 - 4_096 }
  const statfs = async (dir: unknown) => ({
    bavail: (dir === '/backups' ? free['/backups'] : free.DATA) / 4_096,
    bsize: 4_096,
  })
  replaceBuiltin(vi.spyOn(files, 'statfs').mockImplementation(statfs as never))
  const now = new Date('2031-02-01T12:00:00Z')
  countFigure('messages_sent', 200)
  countFigure('messages_failed', 21)
  countFigure('messages_bounced', 22)
  await writeFigures(now)
  const { account_id } = await testAccount()
  await systemPool().query(
    `insert into subscriber_engagement (account_id, subscriber_id, sent, first_sent_at)
     values ($1, 1, 1, now() - interval '90 days 1000 seconds')`,
    [account_id],
  )
  await warnOfFigures({ now, log, jobs: null, backed_up_at: undefined, certificates: new Map() })
  const said = lines.map((line) => JSON.parse(line)).map(({ time: _time, level: _level, ...rest }) => rest)
  expect(said).toEqual([
    { result: 'failed', count: 21, sent: 200, failed: 21, msg: 'many messages of the last hour had this result' },
    { result: 'bounced', count: 22, sent: 200, failed: 21, msg: 'many messages of the last hour had this result' },
    { seconds: expect.any(Number), msg: 'filters by opens and clicks are behind' },
    { setting: 'BACKUP_DIR', free_bytes: free['/backups'], msg: 'a disk is nearly full' },
  ])
})

test('the bounce rate counts all attempted messages, even messages that failed during sending', async () => {
  const lines: string[] = []
  const log = makeLog('warn', { write: (line: string) => void lines.push(line) })
  const now = new Date('2031-03-01T12:00:00Z')
  const results = async () => {
    await writeFigures(now)
    await warnOfFigures({ now, log, jobs: null, backed_up_at: undefined, certificates: new Map() })
    return lines.splice(0).flatMap((line) => JSON.parse(line).result ?? [])
  }
  countFigure('messages_sent', 400)
  countFigure('messages_failed', 40)
  countFigure('messages_bounced', 22)
  expect(await results()).toEqual([])
  countFigure('messages_bounced', 1)
  expect(await results()).toEqual(['bounced'])
})

test('a process whose event loop is blocked too long logs one warning after ten minutes', async () => {
  const lines: string[] = []
  const log = makeLog('warn', { write: (line: string) => void lines.push(line) })
  const delays = { enable: () => true, disable: () => true, reset: () => undefined, percentile: () => 0.6e9 }
  replaceBuiltin(vi.spyOn(hooks, 'monitorEventLoopDelay').mockReturnValue(delays as never))
  const { check, stop } = watchProcess({ log })
  onTestFinished(stop)
  for (const minutes of [0, 9, 10, 11]) await check(minutes * 60_000)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, seconds: 0.6, msg: 'this process blocks its event loop for too long' },
  ])
})
