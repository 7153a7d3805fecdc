import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { systemCtx } from '../core/context.ts'
import { rootLogger } from '../core/log.ts'
import { database } from '../db/client.ts'
import { env } from '../env.ts'
import { job } from '../jobs/job.ts'
import { startJobs } from '../jobs/start.ts'
import { runInOwnDatabase } from '../testing/database/own-database.ts'
import { deepTest } from '../testing/runner/deep.ts'
import type { Command, Values } from './command.ts'
import { cancelJobRun, listJobRuns, retryJobRun, showJobRun } from './jobs.ts'

runInOwnDatabase()

/** Runs a command like the command line, and closes its connections. */
async function call(command: Command, values: Values = {}) {
  const closers: (() => unknown)[] = []
  const collect = (close: () => unknown) => void closers.push(close)
  const runtime = { env: env(), log: rootLogger(), migrated: [], close: async () => undefined }
  try {
    return await command.run(values, runtime, { work: collect, runtime: collect })
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

/** Creates a failed run of a job whose process has ended. */
async function failedRun(): Promise<void> {
  const definition = job(
    { id: 'imports/apply', on: 'thing', data: z.object({ account_id: z.int() }), retries: 0 },
    async () => {
      throw new Error('the disk is full')
    },
  )
  const jobs = await startJobs({
    pool: database().pool,
    definitions: [definition],
    systemCtx,
    settings: {},
    work: true,
    log: rootLogger(),
  })
  await jobs.send([{ name: 'thing', data: { account_id: 1 } }])
  await expect
    .poll(async () => (await database().pool.query(`select from jobs.run where state = 'failed'`)).rowCount)
    .toBe(1)
  await jobs.stop(1_000)
}

test('an operator finds a failed run of a job, queues it again and cancels it', async () => {
  await failedRun()
  const { lines, data } = await call(listJobRuns, { state: 'failed', job: 'imports/apply' })
  const [run] = (data as { runs: { id: string }[] }).runs
  expect(lines).toEqual([expect.stringMatching(/^\w{26} {2}\S+Z {2}failed {5}imports\/apply {2}the disk is full$/)])
  expect((await call(listJobRuns, { state: 'completed' })).lines).toEqual(['No run matches.'])
  const id = run?.id
  expect((await call(showJobRun, { id })).data).toMatchObject({ state: 'failed', events: [{ name: 'thing' }] })
  expect((await call(retryJobRun, { id })).data).toMatchObject({ error: null })
  expect((await call(listJobRuns, { state: 'failed' })).lines).toEqual(['No run matches.'])
  expect((await call(cancelJobRun, { id })).data).toMatchObject({ state: 'cancelled' })
  await expect(call(cancelJobRun, { id })).rejects.toThrow('Only a run that has not ended can be canceled')
})

test('on Inngest an operator finds the runs that this service executed', async () => {
  const { pool } = database()
  const { INNGEST_DEV } = env()
  Object.assign(env(), { INNGEST_DEV: 'http://127.0.0.1:9' })
  onTestFinished(() => void Object.assign(env(), { INNGEST_DEV }))
  await pool.query(
    `insert into job_run (id, job, state, error, ended_at)
     values ('01ARZ3NDEKTSV4RRFFQ69G5FA1', 'imports/apply', 'failed', '{"name": "Error", "message": "the disk is full"}', now()),
       ('01ARZ3NDEKTSV4RRFFQ69G5FA2', 'exports/make', 'active', null, null)`,
  )
  const { lines } = await call(listJobRuns, { job: 'imports/apply' })
  expect(lines).toEqual([expect.stringMatching(/^\w{26} {2}\S+Z {2}failed {5}imports\/apply {2}the disk is full$/)])
  expect((await call(listJobRuns)).lines).toHaveLength(2)
  await expect(call(retryJobRun, { id: 'x' })).rejects.toThrow('Jobs run on Inngest: use its dashboard for this')
})

/** Starts a command in a separate process, with an unavailable Inngest. */
function start(...args: string[]) {
  const { DATA_DIR, SECRET_KEY } = env()
  const settings = {
    PATH: '',
    NODE_ENV: 'test' as const,
    DATABASE_URL: database().url,
    DATA_DIR,
    SECRET_KEY,
    LOG_LEVEL: 'info',
  }
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../cli.ts'), ...args], {
    env: { ...settings, INNGEST_DEV: 'http://127.0.0.1:9' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: once(child, 'exit') }
}

deepTest('with --json a command prints only JSON, and its log goes to standard error', async () => {
  const { child, ended } = start('jobs', 'list', '--json')
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  expect(errors).toContain('jobs run on Inngest')
  expect(JSON.parse(output)).toMatchObject({ runs: expect.any(Array) })
  expect(code).toBe(0)
})

test('without Inngest, doctor fails and names the oldest waiting job', async () => {
  await database().pool.query(
    `insert into outbox (type, account_id, data, created_at) values ('thing', 1, '{}', now() - interval '2 hours')`,
  )
  onTestFinished(async () => void (await database().pool.query('delete from outbox')))
  const { child, ended } = start('doctor', '--json')
  const [output, [code]] = await Promise.all([text(child.stdout), ended])
  expect(JSON.parse(output)).toEqual(
    expect.arrayContaining([
      { subject: 'Inngest', status: 'fail', text: expect.stringContaining('cannot be reached at http://127.0.0.1:9') },
      {
        subject: 'jobs',
        status: 'warn',
        text: expect.stringMatching(/the oldest has waited 7\d{3} s: work continues/),
      },
    ]),
  )
  expect(code).toBe(1)
})

test('the error for an invalid value names the accepted ones', async () => {
  await expect(call(listJobRuns, { state: 'lost' })).rejects.toThrow('--state is one of queued, active')
  await expect(call(listJobRuns, { job: 'import' })).rejects.toThrow(/^--job is one of .*imports\/apply/)
  await expect(call(showJobRun)).rejects.toThrow('Name the run by its id, as jobs list shows it')
  await expect(call(showJobRun, { id: 'none' })).rejects.toMatchObject({ code: 'not_found' })
})
