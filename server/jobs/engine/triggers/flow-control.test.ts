import { expect, test } from 'vitest'
import { z } from 'zod'
import { systemCtx } from '../../../core/context.ts'
import { job } from '../../job.ts'
import { gate, silent, testEngines, until } from '../../testing/harness.ts'
import { endRun } from '../run/ending.ts'

const { start, runs, ended, pool, count } = testEngines()

test('a run that is canceled while it waits for a slot makes room for the next; a run inside a step stops after the step', async () => {
  const { pass, open, total } = gate()
  const { engine, send } = await start((inngest) => [
    inngest.createFunction({ id: 'busy', triggers: [{ event: 'order' }], concurrency: 1 }, async ({ event, step }) => {
      await step.run('work', () => pass(`${event.data.id}`))
      return step.run('more', () => event.data.id)
    }),
  ])
  for (const id of [1, 2, 3]) await send({ name: 'order', data: { id } })
  await until(() => total() === 1, 'the first run to work')
  await until(async () => (await parked()) === 2, 'two runs to be parked')
  const [working, waiting] = await runs('busy')
  const cancel = (id = '') =>
    engine.rt.db.transaction((tx) => endRun(engine.rt, tx, id, { state: 'cancelled', reason: 'Stopped' }))
  expect([await cancel(waiting?.id), await cancel(working?.id)]).toEqual([true, true])
  open()
  await until(async () => (await runs('busy'))[2]?.state === 'completed', 'the third run')
  expect((await runs('busy')).map(({ state, output, error }) => [state, output ?? error?.message])).toEqual([
    ['cancelled', 'Stopped'],
    ['cancelled', 'Stopped'],
    ['completed', 3],
  ])
  await until(async () => (await count('jobs.lease')) + (await count('jobs.slot')) + (await parked()) === 0, 'the end')
  expect(
    await count(`jobs.step s join jobs.run r on r.id = s.run_id where r.state = 'cancelled' and s.name = 'more'`),
  ).toBe(0)
})

test('an engine that frees a singleton late gets its event again after that time', async () => {
  let parts_left = 2
  const definition = job(
    {
      id: 'parts',
      on: 'part',
      data: z.object({ account_id: z.int() }),
      singleton: { mode: 'skip', unfinished: async () => parts_left > 0 },
    },
    async () => {
      parts_left--
    },
  )
  const { send } = await start((inngest) =>
    definition.create(inngest, {
      pool: pool(),
      now: () => new Date(),
      log: silent,
      systemCtx,
      singleton_kept_ms: 3_600_000,
    }),
  )
  await send({ name: 'part', data: { account_id: 1 } })
  await until(async () => (await count(`jobs.step where ${SLEEP} and state = 'sleeping'`)) === 1, 'the sleep')
  expect(parts_left).toBe(1)
  const { rows } = await pool().query(
    `select round(extract(epoch from j.start_after - s.created_at)) as seconds
     from jobs.step s join pgboss.job j on j.id = s.job where s.name = 'until the singleton is free'`,
  )
  expect(rows).toEqual([{ seconds: '3600' }])
  // Ends the hour of the sleep.
  await pool().query(`update pgboss.job set start_after = now() where data ->> 'kind' = 'timer'`)
  await until(() => parts_left === 0, 'the second part')
  expect(await count(`jobs.step where ${SLEEP}`)).toBe(1)
})

test('events of one key that arrive together start one run of a singleton', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction(
      { id: 'one', triggers: [{ event: 'go' }], singleton: { mode: 'skip', key: 'event.data.k' } },
      async ({ event, step }) => {
        await step.waitForEvent('stop', { event: 'stop', timeout: '1h' })
        return event.data.n
      },
    ),
  ])
  const going = ['a', 'b', 'a', 'b', 'a'].map((k, n) => ({ name: 'go', data: { k, n } }))
  await send(...going)
  expect(await runs('one')).toHaveLength(2)
  await until(async () => (await count(`jobs.step where state = 'waiting'`)) === 2, 'the runs to wait')
  await send({ name: 'stop' })
  expect((await ended('one', 2)).map(({ output }) => output).sort()).toEqual([0, 1])
})

test('an event that arrives during the call that then waits for it is found even if its transaction began before the call', async () => {
  const { pass, open, total } = gate()
  const { engine, send } = await start((inngest) => [
    inngest.createFunction({ id: 'ask', triggers: [{ event: 'go' }] }, async ({ step }) => {
      await step.run('question', () => pass('question'))
      return (await step.waitForEvent('answer', { event: 'answer', timeout: '1h' }))?.data.n
    }),
  ])
  await engine.rt.db.transaction(async (tx) => {
    await tx.rows('select now()')
    await send({ name: 'go' })
    await until(() => total() === 1, 'the question')
    await engine.dispatch(tx, [{ name: 'answer', data: { n: 42 } }])
  })
  open()
  await until(async () => (await count(`jobs.step where name = 'answer'`)) === 1, 'the wait')
  expect(await count(`jobs.step where name = 'answer' and state = 'done'`)).toBe(1)
  expect((await ended('ask'))[0]?.output).toBe(42)
})

test('the engine does not start with an unsupported option, and names the function', async () => {
  const refusal = (options: object) =>
    start((inngest) => [
      inngest.createFunction({ id: 'odd', name: 'odd/job', triggers: [{ event: 'go' }], ...options }, () => 1),
    ]).then(
      () => 'started',
      (error: Error) => error.message,
    )
  const unsupported: Record<string, unknown> = {
    throttle: { limit: 1, period: '1m' },
    debounce: { period: '5s' },
    rateLimit: { limit: 1, period: '1m' },
    idempotency: 'event.data.n',
    priority: { run: '100' },
    timeouts: { start: '2s' },
  }
  for (const [name, value] of Object.entries(unsupported))
    expect(await refusal({ [name]: value })).toBe(
      `The job "odd/job" cannot run on the embedded engine: the option ${name} is not supported`,
    )
  expect(await refusal({ cancelOn: [{ event: 'stop' }] })).toContain('the option cancel is not supported')
  expect(await refusal({ batchEvents: { maxSize: 2, timeout: '1s', if: 'event.data.x' } })).toContain(
    'the option batchEvents.if is not supported',
  )
  expect(await refusal({ singleton: { mode: 'cancel' } })).toMatch(/^(?=.*odd\/job).*singleton.mode/)
  expect(await refusal({ concurrency: { limit: 1, scope: 'env', key: '"all"' } })).toMatch(
    /^(?=.*odd\/job).*concurrency/,
  )
  expect(await refusal({ triggers: [{ cron: '* * * * *', jitter: '5s' }] })).toContain('odd/job')
  expect(await refusal({ triggers: [{ cron: 'TZ=Europe/Paris 0 9 * * *' }] })).toContain('odd/job')
  expect(await refusal({ triggers: [{ cron: 'every day' }] })).toContain('odd/job')
  expect(await refusal({ triggers: [{ event: 'go', if: 'event.data.' }] })).toMatch(/^(?=.*odd\/job).*triggers/)
  expect(await refusal({ concurrency: { limit: 1, key: '(' } })).toMatch(/^(?=.*odd\/job).*concurrency/)
  expect(await refusal({ batchEvents: { maxSize: 2, timeout: 'soon' } })).toMatch(
    /^(?=.*odd\/job).*"soon" is not a duration/,
  )
})

const SLEEP = `name = 'until the singleton is free' and op = 'Sleep'`
const parked = () => count('jobs.parked')
