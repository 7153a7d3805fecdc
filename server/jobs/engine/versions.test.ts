import { expect, test } from 'vitest'
import { testEngines, until } from '../testing/harness.ts'
import { newJobId } from './queue/queue.ts'

// During an update, processes of two versions work on the same queue.
const { start, count, ended, runs, pool } = testEngines()

const query = async (text: string, values: unknown[] = []) => (await pool().query(text, values)).rows
const tries = async () => Number((await query('select max(retry_count) as n from pgboss.job'))[0]?.n ?? 0)
/** Makes jobs that were returned for later due now. */
const hurry = () => query('update pgboss.job set start_after = now()')

const newer = (work: () => Promise<unknown>) =>
  start(
    (inngest) => [
      inngest.createFunction({ id: 'new', triggers: [{ event: 'go' }], concurrency: 1 }, async ({ step }) => {
        const both = await Promise.all([step.run('a', work), step.run('b', work)])
        return both.join()
      }),
    ],
    { poll_ms: 20 },
  )
const older = () => start(() => [], { poll_ms: 20, recovery_ms: 20 })

test('a process leaves runs of unknown functions to processes that know them, without counting an attempt', async () => {
  const first = await newer(() => new Promise(() => {}))
  await first.send({ name: 'go' })
  await until(async () => (await count('jobs.slot')) === 1, 'a step to begin')
  await first.engine.stop(0)
  const old = await older()
  await until(async () => (await tries()) > 1, 'the older process to give the steps back')
  expect(await runs('new')).toMatchObject([{ state: 'active', attempt: 0 }])
  expect(await count(`jobs.step where attempt > 0 or state <> 'planned'`)).toBe(0)
  await old.engine.stop(1_000)
  await newer(async () => 'done')
  await hurry()
  expect((await ended('new'))[0]).toMatchObject({ state: 'completed', output: 'done,done' })
})

test('a run whose function is unknown to all processes for an hour fails and frees its slot', async () => {
  const first = await newer(() => new Promise(() => {}))
  await first.send({ name: 'go' })
  await until(async () => (await count('jobs.slot')) === 1, 'a step to begin')
  await first.engine.stop(0)
  await older()
  await until(async () => {
    await query('update pgboss.job set retry_count = 1000, start_after = now()')
    return (await runs('new'))[0]?.state === 'failed'
  }, 'the run to fail')
  await until(async () => (await count('jobs.slot')) === 0, 'the slot to be free')
})

test('a claimed step that an older process lost runs when a newer process starts', async () => {
  const first = await newer(() => new Promise(() => {}))
  await first.send({ name: 'go' })
  await until(async () => (await count('jobs.slot')) === 1, 'a step to begin')
  await first.engine.stop(0)
  // Simulates an older process, which requeued only jobs and not claimed steps.
  await query(`delete from pgboss.job where data ->> 'kind' = 'step'`)
  await query('delete from jobs.lease')
  await query('delete from jobs.slot')
  await query('delete from jobs.parked')
  await newer(async () => 'done')
  expect((await ended('new'))[0]).toMatchObject({ state: 'completed', output: 'done,done' })
})

test('recovery keeps leases of a kind that only newer processes know', async () => {
  const job = newJobId()
  await older()
  const lease = (tries: number) =>
    query('insert into jobs.lease (job, worker, tries) values ($1, 0, $2)', [tries === -2 ? job : newJobId(), tries])
  await lease(-2)
  await lease(0)
  await until(async () => (await count('jobs.lease')) === 1, 'recovery to end the lease that it knows')
  expect(await query('select job from jobs.lease')).toEqual([{ job }])
})
