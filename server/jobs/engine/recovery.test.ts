import pg from 'pg'
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { deepTest } from '../../testing/runner/deep.ts'
import { testEngines, until } from '../testing/harness.ts'
import { requeueOrphans } from './queue/leases.ts'
import { newJobId } from './queue/queue.ts'
import { type Database, openEngineDatabase } from './storage/database.ts'

const { start, startWorker, kill, runs, ended, pool, url, count } = testEngines()

const KILLS = inject('kills')

beforeEach(async () => {
  await pool().query(`create table if not exists effect (run_id text, step text, pid int, at timestamptz default clock_timestamp());
    create table if not exists gate (); truncate effect, gate`)
})

/** Starts an engine that only sends, with the triggers of the worker's functions. */
async function sender() {
  return start(
    (inngest) =>
      ['held', 'mixed', 'notified'].map((id) =>
        inngest.createFunction({ id, triggers: [{ event: id }], ...(id === 'mixed' && { retries: 20 }) }, () => null),
      ),
    { work: false },
  )
}

const effects = async () => {
  const { rows } = await pool().query<{ effect: string; count: number }>(
    `select run_id || ' ' || step as effect, count(*)::int as count from effect group by 1`,
  )
  return new Map(rows.map(({ effect, count }) => [effect, count]))
}
const committedEffects = async () => {
  const { rows } = await pool().query<{ effect: string }>(
    `select run_id || ' ' || name as effect from jobs.step where state = 'done' and name <> 'notify'`,
  )
  return rows.map(({ effect }) => effect)
}

deepTest('a step continues after all workers but one are killed with -9 in the middle of it', async () => {
  const COUNT = 40
  const { send } = await sender()
  const workers = await Promise.all(Array.from({ length: KILLS + 1 }, startWorker))
  await send(
    { name: 'held' },
    ...Array.from({ length: COUNT }, (_, n) => ({ name: 'mixed', data: { n, group: n % 8 } })),
  )
  for (let kills = 1; kills <= KILLS; kills++) {
    const pid = await until(() => pidOfAttempt('b', kills), `step b to begin ${kills} times`)
    const victim = workers.find((worker) => worker.pid === pid)
    if (!victim) throw new Error(`Process ${pid} is no worker`)
    await kill(victim)
    const committed = await committedEffects()
    const frozen = await effects()
    await until(() => pidOfAttempt('b', kills + 1), 'another worker to continue with step b')
    const now = await effects()
    for (const effect of committed) expect(now.get(effect)).toBe(frozen.get(effect))
  }
  await pool().query('insert into gate default values')

  expect((await ended('held'))[0]).toMatchObject({ state: 'completed', output: 'abc' })
  const [held] = await runs('held')
  const counts = await effects()
  expect(['a', 'b', 'c'].map((step) => counts.get(`${held?.id} ${step}`))).toEqual([1, KILLS + 1, 1])
  const mixed = await until(async () => {
    const all = await runs('mixed')
    return all.every(({ state }) => state === 'completed') && all
  }, 'all runs to complete')
  expect(mixed.map(({ output }) => output).sort()).toEqual(
    Array.from({ length: COUNT }, (_, n) => `first,left,after right,last,${n}`).sort(),
  )
  // The step that sent it may have been interrupted after sending. The event's id prevents a duplicate.
  await ended('notified', COUNT)
  expect(await runs('notified')).toHaveLength(COUNT)
  const tables = ['jobs.lease', 'jobs.slot', 'jobs.parked', `pgboss.job where data ? 'run_id'`]
  await until(async () => (await Promise.all(tables.map(count))).every((left) => left === 0), 'nothing to be left over')
})

async function pidOfAttempt(step: string, attempt: number): Promise<number | undefined> {
  const { rows } = await pool().query<{ pid: number }>('select pid from effect where step = $1 order by at', [step])
  return rows[attempt - 1]?.pid
}

test('a worker that loses its session is fenced off: its late result is not stored', async () => {
  let calls = 0
  let release = () => {}
  const release_promise = new Promise<void>((resolve) => {
    release = resolve
  })
  const build = (inngest: Parameters<Parameters<typeof start>[0]>[0]) => [
    inngest.createFunction({ id: 'slow', triggers: [{ event: 'go' }] }, async ({ step }) =>
      step.run('once', async () => {
        const call = ++calls
        if (call === 1) await release_promise
        return `call ${call}`
      }),
    ),
  ]
  const { send } = await start(build, { recovery_ms: 3_600_000 })
  await send({ name: 'go' })
  await until(() => calls === 1, 'the first worker to be inside the step')
  await pool().query(
    `select pg_terminate_backend(l.pid) from pg_locks l where l.locktype = 'advisory' and l.objsubid = 2
       and l.database = (select oid from pg_database where datname = current_database())`,
  )
  await start(build, { recovery_ms: 20 })
  // The second worker requeues the step. Either one may execute it: the first gets a new session.
  expect((await ended('slow'))[0]?.output).toBe('call 2')
  release()
  await send({ name: 'go' })
  await ended('slow', 2)
  expect((await runs('slow')).map(({ output }) => output)).toEqual(['call 2', 'call 3'])
})

test('a job interrupted by a database outage continues much sooner than after other errors', async () => {
  const HOUR_MS = 3_600_000
  let calls = 0
  const { send } = await start(
    (inngest) => [
      inngest.createFunction({ id: 'cut', triggers: [{ event: 'go' }], retries: 3 }, async ({ step }) =>
        step.run('once', async () => {
          if (++calls === 1) await pool().query('select pg_terminate_backend(pg_backend_pid())')
          return 'done'
        }),
      ),
    ],
    { backoff: () => HOUR_MS },
  )
  await send({ name: 'go' })
  expect((await ended('cut'))[0]).toMatchObject({ state: 'completed', output: 'done' })
  expect(calls).toBe(2)
})

test('repeatedly closing all connections loses nothing and leaves nothing behind', async () => {
  const { send } = await start(
    (inngest) => [
      inngest.createFunction({ id: 'busy', triggers: [{ event: 'go' }], retries: 10 }, async ({ step, event }) => {
        const [a, b] = await Promise.all([step.run('a', () => 1), step.run('b', () => 2)])
        return step.run('c', () => a + b + event.data.n)
      }),
    ],
    { recovery_ms: 50, poll_ms: 50 },
  )
  await send(...Array.from({ length: 30 }, (_, n) => ({ name: 'go', data: { n } })))
  // Not a connection of the pool, because those are closed, even shortly after the runs have ended.
  const observer = new pg.Client({ connectionString: url() })
  await observer.connect()
  onTestFinished(() => observer.end())
  const unfinished = async () => {
    const { rows } = await observer.query<{ count: number }>(
      `select count(*)::int as count from jobs.run where ended_at is null`,
    )
    return rows[0]?.count ?? 0
  }
  for (let cut = 0; cut < 4; cut++) {
    const open = await unfinished()
    await observer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    if (open === 0) break
    await until(async () => (await unfinished()) < open, 'progress after a cut')
  }
  await until(async () => (await unfinished()) === 0, 'the runs to end')
  const { rows } = await observer.query<{ state: string; output: string }>('select state, output from jobs.run')
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['completed']))
  expect(rows.map(({ output }) => Number(output)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, n) => n + 3),
  )
})

test('a connection that breaks before it has an error listener does not end the process', async () => {
  const own = new pg.Pool({ connectionString: url(), max: 1 })
  openEngineDatabase(own)
  const client = await own.connect()
  expect(client.emit('error', new Error('cut'))).toBe(true)
  client.release(true)
  await own.end()
})

test('a job is recovered when the response to the commit that fetched it was lost', async () => {
  const { engine } = await start(
    (inngest) => [inngest.createFunction({ id: 'plain', triggers: [{ event: 'go' }] }, () => 'ran')],
    { recovery_ms: 20 },
  )
  await engine.rt.db.transaction(async (tx) => {
    await engine.dispatch(tx, [{ name: 'go' }])
    await tx.rows(`update pgboss.job set state = 'active' where data ? 'run_id'`)
    await tx.rows(
      `insert into jobs.lease (job, worker, tries, run_id, taken_at)
       select driver, (select last_value from jobs.worker), 0, id, now() - interval '1 minute' from jobs.run`,
    )
  })
  expect((await ended('plain'))[0]?.output).toBe('ran')
  expect((await pool().query('select deaths from jobs.run')).rows).toEqual([{ deaths: 0 }])
})

test('a job fetched while recovery waits for a connection is not considered lost', async () => {
  const { engine } = await start(() => [], { work: false })
  const job = newJobId()
  await pool().query(
    `insert into jobs.lease (job, worker, tries, taken_at) values ($1, 7, 0, now() - interval '1 minute')`,
    [job],
  )
  const connection = Promise.withResolvers<void>()
  const db: Database = {
    ...engine.rt.db,
    transaction: (work) => connection.promise.then(() => engine.rt.db.transaction(work)),
  }
  const jobs: string[] = []
  const recovered = requeueOrphans({ ...engine.rt, db }, () => ({ worker: 7, jobs: [...jobs] }))
  jobs.push(job)
  connection.resolve()
  expect(await recovered).toBe(0)
  expect(await count('jobs.lease')).toBe(1)
})

test('a graceful stop lets the running step finish, stores it, and leaves the rest to others', async () => {
  const ran: string[] = []
  let isInside = false
  let release = () => {}
  const release_promise = new Promise<void>((resolve) => {
    release = resolve
  })
  const build = (name: string) => (inngest: Parameters<Parameters<typeof start>[0]>[0]) => [
    inngest.createFunction({ id: 'two', triggers: [{ event: 'go' }] }, async ({ step }) => {
      await step.run('one', async () => {
        ran.push(`${name} one`)
        isInside = true
        await release_promise
      })
      return step.run('two', () => {
        ran.push(`${name} two`)
        return name
      })
    }),
  ]
  const first = await start(build('first'))
  await first.send({ name: 'go' })
  await until(() => isInside, 'the first step')
  const stopped = first.engine.stop(5_000)
  release()
  await stopped
  expect(ran).toEqual(['first one'])
  await start(build('second'))
  expect((await ended('two'))[0]?.output).toBe('second')
  expect(ran).toEqual(['first one', 'second two'])
})

test('a stop waits no longer than its grace period; the step runs again elsewhere and the late result is dropped', async () => {
  const results: string[] = []
  let inside = 0
  let release = () => {}
  const release_promise = new Promise<void>((resolve) => {
    release = resolve
  })
  const build = (name: string) => (inngest: Parameters<Parameters<typeof start>[0]>[0]) => [
    inngest.createFunction({ id: 'stuck', triggers: [{ event: 'go' }] }, async ({ step }) =>
      step.run('long', async () => {
        inside++
        if (name === 'first') await release_promise
        results.push(name)
        return name
      }),
    ),
  ]
  const first = await start(build('first'))
  await first.send({ name: 'go' })
  await until(() => inside === 1, 'the step')
  await first.engine.stop(10)
  await start(build('second'))
  expect((await ended('stuck'))[0]?.output).toBe('second')
  release()
  await until(() => results.length === 2, 'the late result')
  expect((await runs('stuck'))[0]?.output).toBe('second')
})
