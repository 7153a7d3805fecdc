import { expect, test } from 'vitest'
import { z } from 'zod'
import { systemCtx } from '../../../core/context.ts'
import { job } from '../../job.ts'
import { gate, silent, testEngines, until } from '../../testing/harness.ts'

const { start, ended, pool, count } = testEngines()

test('cancelOn ends the run that matches, wherever it is, and the parked ones move up', async () => {
  const { pass, open } = gate()
  const { send } = await start((inngest) => [
    inngest.createFunction(
      { id: 'order', triggers: [{ event: 'order' }], cancelOn: [{ event: 'stop', match: 'data.id' }] },
      async ({ step }) => {
        await step.sleep('a while', '1h')
      },
    ),
    inngest.createFunction(
      {
        id: 'busy',
        triggers: [{ event: 'order' }],
        concurrency: 1,
        cancelOn: [{ event: 'stop', if: 'async.data.id == event.data.id' }],
      },
      async ({ event, step }) => {
        await step.run('work', () => pass(`${event.data.id}`))
        await step.run('more', () => 'more')
      },
    ),
  ])
  await send({ name: 'order', data: { id: 1 } }, { name: 'order', data: { id: 2 } })
  await until(async () => (await sleepers()) === 2, 'both orders to sleep')
  await until(async () => (await parked()) === 1, 'one run to be parked')
  await send({ name: 'stop', data: { id: 1 } })
  expect((await ended('order'))[0]).toMatchObject({ state: 'cancelled', error: { message: 'The event stop arrived' } })
  expect((await ended('busy'))[0]?.state).toBe('cancelled')
  expect(await sleepers()).toBe(1)
  open()
  const busy = await ended('busy', 2)
  expect(busy.map(({ state }) => state).sort()).toEqual(['cancelled', 'completed'])
  const { rows } = await pool().query(`select name from jobs.step s join jobs.run r on r.id = s.run_id
    where r.function_id = 'test-busy' and r.state = 'cancelled'`)
  expect(rows).toEqual([])
})

test('where an engine frees a singleton late, its event is sent again after that time', async () => {
  let left = 2
  const ran: number[] = []
  const definition = job(
    {
      id: 'parts',
      on: 'part',
      data: z.object({ account_id: z.int() }),
      singleton: { mode: 'skip', unfinished: async () => left > 0 },
    },
    async () => {
      left--
      ran.push(Date.now())
    },
  )
  const { send } = await start((inngest) =>
    definition.create(inngest, {
      pool: pool(),
      now: () => new Date(),
      log: silent,
      systemCtx,
      singleton_kept_ms: 1_000,
    }),
  )
  await send({ name: 'part', data: { account_id: 1 } })
  const [first, second] = await until(() => ran.length === 2 && ran, 'the second part')
  expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(990)
  expect(await count(`jobs.step where name = 'until the singleton is free' and op = 'Sleep'`)).toBe(1)
})

test('options that are not honoured stop the start and name the function', async () => {
  const refusal = (options: object) =>
    start((inngest) => [
      inngest.createFunction({ id: 'odd', name: 'odd/job', triggers: [{ event: 'go' }], ...options }, () => 1),
    ]).then(
      () => 'started',
      (error: Error) => error.message,
    )
  expect(await refusal({ throttle: { limit: 1, period: '1m' } })).toBe(
    'The job "odd/job" cannot run on the embedded engine: the option throttle is not honoured',
  )
  expect(await refusal({ batchEvents: { maxSize: 2, timeout: '1s', if: 'event.data.x' } })).toContain(
    'the option batchEvents.if is not honoured',
  )
  expect(await refusal({ triggers: [{ cron: '* * * * *', jitter: '5s' }] })).toContain('odd/job')
  expect(await refusal({ triggers: [{ cron: 'every day' }] })).toContain('odd/job')
  expect(await refusal({ triggers: [{ event: 'go', if: 'event.data.' }] })).toMatch(/^(?=.*odd\/job).*triggers/)
  expect(await refusal({ concurrency: { limit: 1, key: '(' } })).toMatch(/^(?=.*odd\/job).*concurrency/)
  expect(await refusal({ debounce: { period: 'soon' } })).toMatch(/^(?=.*odd\/job).*"soon" is not a duration/)
})

const parked = () => count('jobs.parked')
const sleepers = () =>
  count(`jobs.step s join jobs.run r on r.id = s.run_id where s.state = 'sleeping' and r.ended_at is null`)
