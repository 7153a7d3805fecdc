import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { testEngines, until } from '../../testing/harness.ts'
import { newJobId } from '../queue/queue.ts'
import { nextTick } from './cron.ts'

const { start, runs, pool } = testEngines()

/** Speed of the database's clock, so ticks of every second come sooner. */
const SPEED = 10
/** Larger than the fast clock's gain during a test, and smaller than a test's change of the clock. */
const HALF_A_DAY_MS = 43_200_000
let start_time = ''
beforeEach(async () => {
  start_time = (await pool().query('select now()::text as now')).rows[0].now
})

/** Changes the clock that decides when jobs are due, until the test ends. */
async function setDatabaseClock(days: number, speed = 1): Promise<void> {
  const set = (now: string) =>
    pool().query(
      `create or replace function pgboss.job_now() returns timestamptz language sql stable as $$ select ${now} $$`,
    )
  await set(
    `pg_catalog.now() + interval '${days} days' + (pg_catalog.now() - timestamptz '${start_time}') * ${speed - 1}`,
  )
  onTestFinished(async () => void (await set('pg_catalog.now()')))
}

/** Starts a worker with a fast clock. */
async function startFast(build: Build, tuning: Parameters<typeof start>[1] = {}) {
  const started = await start(build, { poll_ms: 20, ...tuning })
  await setDatabaseClock(0, SPEED)
  return started
}

type Build = Parameters<typeof start>[0]
const everySecond: Build = (inngest) => [
  inngest.createFunction({ id: 'tick', triggers: [{ cron: '* * * * * *' }] }, ({ event }) => event.id),
]
const everyMonth: Build = (inngest) => [
  inngest.createFunction({ id: 'tick', triggers: [{ cron: '0 0 1 * *' }] }, ({ event }) => event.id),
]

/** Waits for `count` more ended runs of the function and returns them. */
async function moreTicks(count: number) {
  const before = (await runs('tick')).length
  return until(async () => {
    const done = (await runs('tick')).slice(before).filter(({ state }) => state === 'completed')
    return done.length >= count && done
  }, `${count} more ticks`)
}

/** Returns the ended runs of a clock that is about `days` days ahead of the real one. */
const ticksBy = async (days: number) =>
  (await runs('tick')).filter(
    ({ state, output }) =>
      state === 'completed' &&
      Math.abs(Date.parse(String(output)) - Date.now() - days * 2 * HALF_A_DAY_MS) < HALF_A_DAY_MS,
  )

const next = (schedule: string, after: string) => nextTick(schedule, new Date(after)).toISOString()

test('the next tick of a schedule is computed in UTC', () => {
  expect(next('0 9 * * *', '2026-01-01T09:00:00Z')).toBe('2026-01-02T09:00:00.000Z')
  expect(next('30 9 * * 1', '2026-06-01T00:00:00Z')).toBe('2026-06-01T09:30:00.000Z')
  expect(next('* * * * *', '2026-01-01T00:00:59.999Z')).toBe('2026-01-01T00:01:00.000Z')
})

test('two workers start each tick once, and a third one later does not repeat any', async () => {
  const build = (inngest: Parameters<Parameters<typeof start>[0]>[0]) => [
    inngest.createFunction({ id: 'tick', triggers: [{ cron: '* * * * * *' }] }, ({ event }) => event),
  ]
  await Promise.all([startFast(build), start(build, { poll_ms: 20 })])
  await until(async () => (await runs('tick')).filter(({ state }) => state === 'completed').length >= 2, 'two ticks')
  await start(build, { poll_ms: 20 })
  const ticks = await until(async () => {
    const done = (await runs('tick')).filter(({ state }) => state === 'completed')
    return done.length >= 3 && done
  }, 'three ticks')
  const fired = ticks.map(
    ({ output }) => output as { name: string; id: string; data: { cron: string; scheduledAt: string } },
  )
  expect(fired[0]).toMatchObject({ name: 'inngest/scheduled.timer', data: { cron: '* * * * * *' } })
  expect(new Set(fired.map(({ id }) => id)).size).toBe(fired.length)
  expect(fired.every(({ id, data }) => id === data.scheduledAt && id.endsWith('.000Z'))).toBe(true)
})

test('after a pause one of the missed ticks runs late; a removed schedule starts nothing', async () => {
  const build = (inngest: Parameters<Parameters<typeof start>[0]>[0]) => [
    inngest.createFunction({ id: 'daily', triggers: [{ cron: '0 0 * * *' }] }, ({ event }) => event.id),
  ]
  const first = await start(build)
  await first.engine.stop(1_000)
  // Simulates ten days without a process.
  const missed = new Date(Date.now() - 10 * 86_400_000).toISOString()
  const { rows } = await pool().query(
    `update pgboss.job set start_after = $1::timestamptz, data = data || jsonb_build_object('at', $2::text)
     where data ->> 'function_id' = 'test-daily' returning id`,
    [missed, missed],
  )
  expect(rows).toHaveLength(1)
  await start(build)
  const [made_up] = await until(async () => {
    const done = (await runs('daily')).filter(({ state }) => state === 'completed')
    return done.length > 0 && done
  }, 'the missed tick')
  expect(made_up?.output).toBe(missed)
  const pendingTicks = async () =>
    (
      await pool().query(
        `select start_after > now() as later from pgboss.job where data ->> 'function_id' = 'test-daily'`,
      )
    ).rows
  expect(await pendingTicks()).toEqual([{ later: true }])
  expect(await runs('daily')).toHaveLength(1)

  await pool().query(
    `update pgboss.job set start_after = now(), data = data || '{"cron": "5 5 * * *"}'
     where data ->> 'function_id' = 'test-daily'`,
  )
  await until(async () => (await pendingTicks()).length === 0, 'the tick of the removed schedule to be dropped')
  expect(await runs('daily')).toHaveLength(1)
})

test.each([1, -1])("a process whose clock is %s days off ticks by the database's clock", async (days) => {
  const real = Date.now()
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: real + days * 86_400_000 })
  await startFast(everySecond)
  const ticks = await moreTicks(3)
  // No tick is from the days between the two clocks.
  for (const { output } of ticks) expect(Math.abs(Date.parse(String(output)) - real)).toBeLessThan(HALF_A_DAY_MS)
})

const SEEN_TOMORROW = `select from jobs.clock where seen_at > now() + interval '12 hours'`

test('setting the clock back or forward does not stop crons', async () => {
  await startFast(everySecond, { recovery_ms: 50 })
  await moreTicks(1)
  await setDatabaseClock(1, SPEED)
  await until(async () => (await ticksBy(1)).length > 0, 'a tick of tomorrow')
  // On a busy machine the clock may be set back before any worker has read tomorrow's time. Then no worker can compute the difference.
  await until(async () => (await pool().query(SEEN_TOMORROW)).rowCount === 1, 'a look at the clock')
  await setDatabaseClock(-1, SPEED)
  await until(async () => (await ticksBy(-1)).length > 0, 'a tick of yesterday')
})

test('a clock set back while no process ran is detected at the start', async () => {
  const { engine } = await start(everySecond, { recovery_ms: 50, poll_ms: 20 })
  await setDatabaseClock(1, SPEED)
  await until(async () => (await ticksBy(1)).length > 0, 'a tick of tomorrow')
  await until(async () => (await pool().query(SEEN_TOMORROW)).rowCount === 1, 'a look at the clock')
  await engine.stop(1_000)
  const before = (await ticksBy(0)).length
  await setDatabaseClock(0, SPEED)
  await start(everySecond, { poll_ms: 20 })
  await until(async () => (await ticksBy(0)).length > before, 'a tick of today')
})

test('setting the clock back does not prolong the sleep of a run', async () => {
  const { send } = await start(
    (inngest) => [
      inngest.createFunction({ id: 'sleeper', triggers: [{ event: 'go' }] }, async ({ step }) => {
        await step.sleep('a moment', 2_000)
        return 'awake'
      }),
    ],
    { recovery_ms: 50 },
  )
  await setDatabaseClock(1)
  await until(async () => (await pool().query('select from jobs.clock where seen_at > now()')).rowCount === 1, 'a look')
  await send({ name: 'go' })
  await until(async () => (await pool().query(`select from jobs.step where state = 'sleeping'`)).rowCount === 1, 'it')
  await setDatabaseClock(0)
  const done = await until(async () => {
    const [run] = await runs('sleeper')
    return run?.state === 'completed' && run
  }, 'the sleep to end')
  expect(done.output).toBe('awake')
})

test('a tick whose job is lost is queued again', async () => {
  await start(everyMonth, { recovery_ms: 50 })
  const ticks = async () =>
    (await pool().query(`select start_after from pgboss.job where data ->> 'kind' = 'cron'`)).rows
  const before = await ticks()
  await pool().query(`delete from pgboss.job where data ->> 'kind' = 'cron'`)
  expect(await until(async () => (await ticks()).length === 1 && (await ticks()), 'the tick')).toEqual(before)
})

test('keeping ticks queued does not read the whole queue', async () => {
  const { engine } = await start(everyMonth)
  await pool().query(
    `insert into pgboss.job (name, data, start_after)
     select 'jobs', '{"kind": "announce", "events": "[]"}', now() + interval '1 day' from generate_series(1, 5000)`,
  )
  await pool().query('analyze pgboss.job')
  const { rows } = await pool().query(`select job from jobs.tick`)
  const plans: string[] = []
  const explaining = {
    async rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
      const plan = await pool().query(`explain ${text}`, values as unknown[])
      plans.push(plan.rows.map((row) => row['QUERY PLAN']).join('\n'))
      return (await pool().query(text, values as unknown[])).rows
    },
  }
  expect(await engine.rt.queue.present(explaining, [rows[0].job, newJobId()])).toEqual(new Set([rows[0].job]))
  expect(plans.join()).toMatch(/Index/)
  expect(plans.join()).not.toMatch(/Seq Scan/)
})
