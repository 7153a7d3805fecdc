import { expect, test, vi } from 'vitest'
import { gate, testEngines, until } from '../../testing/harness.ts'
import { endRun } from '../run/ending.ts'
import { newJobId } from './queue.ts'

const { start, ended, runs, pool, count } = testEngines()
const NAMES = ['a', 'b', 'c', 'd', 'e']

/** Returns a function that counts the step jobs inserted into the queue since this call. */
async function watchQueue(): Promise<() => Promise<number>> {
  await pool().query(`
    create table if not exists queued_step ();
    create or replace function note_step() returns trigger language plpgsql as $$
    begin
      if new.data ->> 'kind' = 'step' then insert into queued_step default values; end if;
      return null;
    end $$;
    create or replace trigger note_step after insert on pgboss.job_common for each row execute function note_step();
    truncate queued_step`)
  return () => count('queued_step')
}

test('parallel steps of many runs stay with the worker that planned them, in fewer than four statements a step', async () => {
  let statements = 0
  const { engine, send } = await start(
    (inngest) => [
      inngest.createFunction({ id: 'parallel', triggers: [{ event: 'go' }] }, async ({ step, event }) => {
        const done = await Promise.all(NAMES.map((name) => step.run(name, () => `${name}${event.data.n}`)))
        return done.join()
      }),
    ],
    { claim_ms: 3_600_000 },
  )
  const countQueuedSteps = await watchQueue()
  const { rows, transaction } = engine.rt.db
  engine.rt.db.rows = (...given) => {
    statements++
    return rows(...given)
  }
  engine.rt.db.transaction = (work) => {
    statements += 2
    return transaction((tx) => {
      const counting = <Given extends unknown[], Result>(run: (...given: Given) => Result) => {
        return (...given: Given) => {
          statements++
          return run(...given)
        }
      }
      return work({ ...tx, rows: counting(tx.rows) as typeof tx.rows, executeSql: counting(tx.executeSql) })
    })
  }
  await send(...Array.from({ length: 20 }, (_, n) => ({ name: 'go', data: { n } })))
  const done = await ended('parallel', 20)
  expect(done.map(({ output }) => output).sort()).toEqual(
    Array.from({ length: 20 }, (_, n) => NAMES.map((name) => `${name}${n}`).join()).sort(),
  )
  expect(await countQueuedSteps()).toBe(0)
  expect(statements / (20 * NAMES.length)).toBeLessThan(4)
  expect(await Promise.all(['jobs.lease', `jobs.step where state <> 'done'`].map(count))).toEqual([0, 0])
})

/** Five parallel steps, of which the first blocks the first worker. */
const blocking = (ran: string[], wait: () => Promise<void>, worker: string) =>
  ((inngest) => [
    inngest.createFunction({ id: 'blocked', triggers: [{ event: 'go' }] }, async ({ step }) => {
      await Promise.all(
        NAMES.map((name) =>
          step.run(name, async () => {
            ran.push(`${worker} ${name}`)
            if (worker === 'first') await wait()
            return name
          }),
        ),
      )
    }),
  ]) satisfies Parameters<typeof start>[0]

test('a step that its worker cannot start within a second goes to another worker', async () => {
  const { pass, open } = gate()
  const ran: string[] = []
  const first = await start(
    blocking(ran, () => pass('first'), 'first'),
    { concurrency: 1 },
  )
  await first.send({ name: 'go' })
  await until(() => ran.length === 1, 'the first step')
  await start(
    blocking(ran, () => pass('second'), 'second'),
    { poll_ms: 50 },
  )
  await until(() => ran.length === NAMES.length, 'the other steps to run elsewhere')
  expect(ran).toContain('second e')
  open()
  await ended('blocked')
  expect(ran.map((entry) => entry.split(' ')[1]).sort()).toEqual(NAMES)
})

test("another worker runs a dead worker's claimed steps, except finished ones", async () => {
  const { pass, open } = gate()
  const ran: string[] = []
  const first = await start(
    blocking(ran, () => pass('first'), 'first'),
    { concurrency: 1, recovery_ms: 3_600_000 },
  )
  await first.send({ name: 'go' })
  await until(() => ran.length === 1, 'the first step')
  expect(await count(`jobs.lease where tries = -1`)).toBe(NAMES.length)
  await pool().query(
    `select pg_terminate_backend(l.pid) from pg_locks l where l.locktype = 'advisory' and l.objsubid = 2
       and l.database = (select oid from pg_database where datname = current_database())`,
  )
  await start(
    blocking(ran, () => pass('second'), 'second'),
    { recovery_ms: 20, poll_ms: 20 },
  )
  const [run] = await ended('blocked')
  open()
  expect(run?.state).toBe('completed')
  expect(ran.filter((entry) => entry.startsWith('second')).sort()).toEqual(NAMES.map((name) => `second ${name}`))
  const { rows } = await pool().query('select job from jobs.lease')
  expect(rows).toEqual([])
})

test('a run continues when its parallel steps were stored but the response of the statement was lost', async () => {
  const { engine, send } = await start((inngest) => [
    inngest.createFunction({ id: 'plain', triggers: [{ event: 'go' }] }, async ({ step }) => {
      const done = await Promise.all(NAMES.map((name) => step.run(name, () => name)))
      return done.join()
    }),
  ])
  const { rows } = engine.rt.db
  let cuts = 0
  engine.rt.db.rows = (...given) =>
    rows<never>(...given).then((answer) => {
      if (!given[0].includes('delete from jobs.lease l using done')) return answer
      cuts++
      throw new Error('Connection terminated unexpectedly')
    })
  await send({ name: 'go' })
  expect((await ended('plain'))[0]).toMatchObject({ state: 'completed', output: NAMES.join() })
  expect(cuts).toBeGreaterThan(0)
})

test('the slot of a step of a dead worker is released even if the step was deleted', async () => {
  await start(() => [], { work: false })
  const job = newJobId()
  await pool().query(`insert into jobs.lease (job, worker, tries, run_id) values ($1, 0, -1, 'tried again')`, [job])
  await pool().query(`insert into jobs.slot (key, job) values ('fn limited', $1)`, [job])
  await start(() => [], { recovery_ms: 20, poll_ms: 20 })
  await until(async () => (await count('jobs.slot')) === 0, 'the slot to be free')
  expect(await count('jobs.lease')).toBe(0)
})

test('a concurrency limit applies to the parallel steps of one run', async () => {
  const { pass, most, total, open } = gate()
  const { send } = await start((inngest) => [
    inngest.createFunction({ id: 'two-at-a-time', triggers: [{ event: 'go' }], concurrency: 2 }, async ({ step }) => {
      await Promise.all(NAMES.map((name) => step.run(name, () => pass('step'))))
    }),
  ])
  await send({ name: 'go' })
  await until(async () => total() === 2 && (await count('jobs.parked')) === 3, 'two steps inside and three parked')
  open()
  expect((await ended('two-at-a-time'))[0]?.state).toBe('completed')
  expect(most.get('step')).toBe(2)
  expect(await Promise.all(['jobs.slot', 'jobs.parked', 'jobs.lease'].map(count))).toEqual([0, 0, 0])
})

test('a cancelled run starts none of the steps that its worker has not started', async () => {
  const { pass, open, total } = gate()
  const ran: string[] = []
  const { engine, send } = await start(
    (inngest) => [
      inngest.createFunction({ id: 'cancelled', triggers: [{ event: 'go' }] }, async ({ step }) => {
        const work = (name: string) => async () => {
          ran.push(name)
          await pass('step')
        }
        await Promise.all(NAMES.map((name) => step.run(name, work(name))))
      }),
    ],
    { concurrency: 1 },
  )
  await send({ name: 'go' })
  await until(() => total() === 1, 'the first step')
  const [run] = await runs('cancelled')
  const { rt } = engine
  await rt.db.transaction((tx) => endRun(rt, tx, run?.id ?? '', { state: 'cancelled', reason: 'Stopped' }))
  open()
  await until(async () => (await count('jobs.lease')) === 0, 'all leases to end')
  expect(ran).toEqual(['a'])
})

test('an idle worker asks when the next job is due, and starts one without having been notified', async () => {
  const { engine, send } = await start(
    (inngest) => [inngest.createFunction({ id: 'later', triggers: [{ event: 'go' }] }, async () => 'done')],
    { poll_ms: 20 },
  )
  const { queue } = engine.rt
  const nextDue = queue.nextDue.bind(queue)
  const due_times: (number | undefined)[] = []
  queue.nextDue = async () => {
    const next = await nextDue()
    due_times.push(next)
    return next
  }
  await until(async () => due_times.length > 0, 'an idle worker')
  const fetching = vi.spyOn(queue, 'fetch')
  const before = due_times.length
  await until(async () => due_times.length > before + 3, 'more questions')
  // Asking is one statement. Fetching is four, and needs a job that is due.
  expect(fetching).not.toHaveBeenCalled()
  // Simulates a job inserted for later, of which other workers are not notified.
  await pool().query(`create or replace function later() returns trigger language plpgsql as $$
    begin new.start_after := now() + interval '1 second'; return new; end $$;
    create trigger later before insert on pgboss.job_common for each row execute function later()`)
  await send({ name: 'go', data: {} })
  await until(
    async () => due_times.some((next) => next !== undefined && next > 0 && next <= 1_000),
    'the question that the job answers',
  )
  expect((await ended('later'))[0]?.output).toBe('done')
  await pool().query('drop trigger later on pgboss.job_common')
})
