import { expect, test } from 'vitest'
import { gate, testEngines, until } from '../../testing/harness.ts'
import type { Engine } from '../engine.ts'
import { fireTick } from '../triggers/cron.ts'
import { pauseFunction, releaseResumed, resumeFunction, setAside } from './pausing.ts'
import { newJobId } from './queue.ts'

const { start, startWorker, kill, runs, ended, pool, count } = testEngines()

async function pause({ rt }: Engine, id: string) {
  await rt.db.transaction((tx) => pauseFunction(tx, `test-${id}`))
  await rt.paused.read(rt)
}
async function resume({ rt }: Engine, id: string) {
  await rt.db.transaction((tx) => resumeFunction(rt, tx, `test-${id}`))
  await releaseResumed(rt)
}
const asideAre = (many: number) =>
  until(async () => (await count('jobs.paused_job')) === many, `${many} jobs to be set aside`)

type Build = Parameters<typeof start>[0]
const simple: Build = (inngest) => [
  inngest.createFunction({ id: 'simple', triggers: [{ event: 'go' }] }, ({ event }) => event.data.n),
  inngest.createFunction({ id: 'other', triggers: [{ event: 'go' }] }, ({ event }) => event.data.n),
]
const events = (many: number) => Array.from({ length: many }, (_, n) => ({ name: 'go', data: { n } }))

test('while a function is paused its events wait and other functions run; each event starts one run when it is resumed', async () => {
  const { engine, send } = await start(simple)
  await pause(engine, 'simple')
  await send(...events(20))
  await ended('other', 20)
  await asideAre(20)
  expect((await runs('simple')).map(({ state }) => state)).toEqual(Array(20).fill('queued'))
  await resume(engine, 'simple')
  const done = await ended('simple', 20)
  expect(done.map(({ output }) => output).sort((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 20 }, (_, n) => n),
  )
  expect(await count('jobs.paused_job')).toBe(0)
  expect(await runs('simple')).toHaveLength(20)
})

test('every process applies a pause and a resumption', async () => {
  const [one, two] = await Promise.all([start(simple), start(simple)])
  await pause(one.engine, 'simple')
  await until(() => two.engine.rt.paused.has('test-simple'), 'the other process to follow')
  await resume(one.engine, 'simple')
  await until(() => !two.engine.rt.paused.has('test-simple'), 'the other process to follow')
})

test('a run that has begun finishes while its function is paused', async () => {
  const { pass, open, total } = gate()
  const { engine, send } = await start((inngest) => [
    inngest.createFunction({ id: 'long', triggers: [{ event: 'go' }] }, async ({ step }) => {
      await step.run('first', () => pass('first'))
      return step.run('second', () => 'done')
    }),
  ])
  await send({ name: 'go' })
  await until(() => total() === 1, 'the run to begin')
  await pause(engine, 'long')
  await send({ name: 'go' })
  await asideAre(1)
  open()
  expect((await ended('long'))[0]).toMatchObject({ state: 'completed', output: 'done' })
  expect((await runs('long')).map(({ state }) => state)).toEqual(['completed', 'queued'])
})

test('runs that wait for a slot of a paused function do not start, and its limit applies when it is resumed', async () => {
  const { pass, open, total, most } = gate()
  const { engine, send } = await start((inngest) => [
    inngest.createFunction({ id: 'one', triggers: [{ event: 'go' }], concurrency: 1 }, ({ step }) =>
      step.run('work', () => pass('work')),
    ),
  ])
  await send(...events(3))
  await until(() => total() === 1, 'a run to begin')
  await until(async () => (await count('jobs.parked')) === 2, 'the others to be parked')
  await pause(engine, 'one')
  open()
  await ended('one')
  await asideAre(2)
  expect(await count('jobs.slot')).toBe(0)
  await resume(engine, 'one')
  await ended('one', 3)
  expect(most.get('work')).toBe(1)
})

test('a paused schedule starts nothing and keeps its next time', async () => {
  const { engine } = await start((inngest) => [
    inngest.createFunction({ id: 'tick', triggers: [{ cron: '0 0 1 1 *' }] }, () => null),
  ])
  const { rt } = engine
  const tick = async () => {
    const { rows } = await pool().query('select at, job from jobs.tick')
    return rows[0]
  }
  const fire = async () => {
    const { job, at } = await tick()
    const data = { kind: 'cron', function_id: 'test-tick', cron: '0 0 1 1 *', at: at.toISOString() } as const
    await rt.db.rows('insert into jobs.lease (job, worker, tries) values ($1, 0, 0)', [job])
    await fireTick(rt, { id: job, data, tries: 0, worker: 0 }, data)
  }
  await pause(engine, 'tick')
  const before = await tick()
  await fire()
  expect(await runs('tick')).toEqual([])
  const after = await tick()
  expect([after.at, after.job === before.job]).toEqual([before.at, false])
  await resume(engine, 'tick')
  await fire()
  expect(await ended('tick')).toHaveLength(1)
})

test('a process with an outdated list of paused functions sets no jobs aside', async () => {
  const { engine } = await start(simple, { work: false })
  const { rt } = engine
  const job = newJobId()
  await rt.db.rows('insert into jobs.lease (job, worker, tries) values ($1, 1, 0)', [job])
  const data = { kind: 'run', run_id: 'some', function_id: 'test-simple' } as const
  const delivery = { id: job, data, tries: 0, worker: 1 }
  expect(await setAside(rt, delivery, 'test-simple')).toBe(false)
  await pause(engine, 'simple')
  expect(await setAside(rt, delivery, 'test-simple')).toBe(true)
  await expect(setAside(rt, delivery, 'test-simple')).rejects.toThrow('no longer this worker')
})

test('waiting events of a paused function survive kill -9 and are delivered once each after an interrupted resumption', async () => {
  await pool().query(
    'create table if not exists effect (run_id text, step text, pid int, at timestamptz default clock_timestamp()); truncate effect',
  )
  const { engine, send } = await start(
    (inngest) => [inngest.createFunction({ id: 'counted', triggers: [{ event: 'counted' }] }, () => null)],
    { work: false },
  )
  await pause(engine, 'counted')
  const first = await startWorker()
  await send(...Array.from({ length: 15 }, (_, n) => ({ id: `early ${n}`, name: 'counted' })))
  await asideAre(15)
  await kill(first)
  // Events arrive while no worker runs, then while one works.
  await send(...Array.from({ length: 15 }, (_, n) => ({ id: `late ${n}`, name: 'counted' })))
  await startWorker()
  await asideAre(30)
  expect(await count('effect')).toBe(0)
  // The administrator's process dies after it deleted the row, and the worker requeues the jobs.
  await engine.rt.db.transaction((tx) => resumeFunction(engine.rt, tx, 'test-counted'))
  await ended('counted', 30)
  expect(await runs('counted')).toHaveLength(30)
  const { rows } = await pool().query('select run_id, count(*)::int as times from effect group by run_id')
  expect(rows.map(({ times }) => times)).toEqual(Array(30).fill(1))
  expect(await count('jobs.paused_job')).toBe(0)
})
