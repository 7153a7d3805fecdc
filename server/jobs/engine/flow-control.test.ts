import { expect, test } from 'vitest'
import { gate, testEngines, until } from '../testing/harness.ts'

const { start, runs, ended, pool, count } = testEngines()

test('a condition on the trigger, and one that cannot be evaluated', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction(
      { id: 'big', triggers: [{ event: 'go', if: 'event.data.n > 5' }] },
      ({ event }) => event.data.n,
    ),
    inngest.createFunction({ id: 'all', triggers: [{ event: 'go' }] }, () => 'all'),
  ])
  await send({ name: 'go', data: { n: 9 } }, { name: 'go', data: { n: 1 } }, { name: 'go', data: {} })
  await ended('all', 3)
  expect((await ended('big')).map(({ output }) => output)).toEqual([9])
})

test('an event id triggers once, also within one call', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction({ id: 'once', triggers: [{ event: 'go' }] }, () => 1),
  ])
  const event = { id: 'same', name: 'go' }
  expect(await send(event, event)).toEqual(['same', 'same'])
  await Promise.all([send(event), send(event)])
  await ended('once')
  expect(await runs('once')).toHaveLength(1)
})

test('idempotency: one run per key; a key that is missing does not deduplicate', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction({ id: 'idem', triggers: [{ event: 'go' }], idempotency: 'event.data.key' }, () => 1),
  ])
  await Promise.all(['x', 'x', 'y', undefined, undefined].map((key) => send({ name: 'go', data: { key } })))
  await ended('idem', 4)
  expect(await runs('idem')).toHaveLength(4)
})

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

test('a debounce runs once, with the latest event; a timeout bounds the wait', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction(
      { id: 'calm', triggers: [{ event: 'go' }], debounce: { period: '1s', key: 'event.data.k' } },
      ({ event }) => event.data.n,
    ),
    inngest.createFunction(
      { id: 'bounded', triggers: [{ event: 'go' }], debounce: { period: '1h', timeout: '1s' } },
      ({ event }) => event.data.n,
    ),
  ])
  for (const n of [1, 2, 3])
    await send({ name: 'go', data: { k: 'a', n } }, { name: 'go', data: { k: 'b', n: n * 10 } })
  const calm = await ended('calm', 2)
  expect(calm.map(({ output }) => output).sort()).toEqual([3, 30])
  expect((await ended('bounded')).map(({ output }) => output)).toEqual([30])
  expect(await runs('calm')).toHaveLength(2)
})

test('a batch starts when it is full, or when its time is over', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction(
      { id: 'batch', triggers: [{ event: 'go' }], batchEvents: { maxSize: 3, timeout: '1s', key: 'event.data.k' } },
      ({ events }) => events.map((event: { data: { n: number } }) => event.data.n),
    ),
  ])
  await send(...[1, 2, 3, 4].map((n) => ({ name: 'go', data: { k: 'a', n } })), { name: 'go', data: { k: 'b', n: 9 } })
  const done = await ended('batch', 3)
  expect(done.map(({ output }) => output)).toEqual(expect.arrayContaining([[1, 2, 3], [4], [9]]))
  expect(await runs('batch')).toHaveLength(3)
})

test('a rate limit drops what is above it, per key', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction(
      { id: 'rate', triggers: [{ event: 'go' }], rateLimit: { limit: 2, period: '1h', key: 'event.data.k' } },
      ({ event }) => event.data.n,
    ),
  ])
  await send(...[1, 2, 3].map((n) => ({ name: 'go', data: { k: 'a', n } })))
  await send({ name: 'go', data: { k: 'b', n: 4 } }, { name: 'go', data: { k: 'a', n: 5 } })
  expect((await ended('rate', 3)).map(({ output }) => output).sort()).toEqual([1, 2, 4])
  expect(await runs('rate')).toHaveLength(3)
})

test('a singleton skips the newcomer or cancels the older run', async () => {
  const { send } = await start((inngest) =>
    (['skip', 'cancel'] as const).map((mode) =>
      inngest.createFunction(
        { id: mode, triggers: [{ event: 'go' }], singleton: { mode, key: 'event.data.k' } },
        async ({ step, event }) => {
          await step.sleep('long', '1h')
          return event.data.n
        },
      ),
    ),
  )
  for (const n of [1, 2]) await send({ name: 'go', data: { k: 'a', n } })
  await send({ name: 'go', data: { k: 'b', n: 3 } })
  expect(await runs('skip')).toHaveLength(2)
  expect((await runs('cancel')).map(({ state }) => state === 'cancelled')).toEqual([true, false, false])
})

test('runs that start or finish too late are cancelled', async () => {
  const { pass, open, total } = gate()
  const { send } = await start((inngest) => [
    inngest.createFunction(
      { id: 'start', triggers: [{ event: 'start' }], concurrency: 1, timeouts: { start: '1s' } },
      () => pass('start'),
    ),
    inngest.createFunction(
      { id: 'finish', triggers: [{ event: 'finish' }], timeouts: { finish: '1s' } },
      async ({ step }) => {
        await step.sleep('too long', '1h')
      },
    ),
  ])
  await send({ name: 'start' }, { name: 'start' }, { name: 'finish' })
  await until(() => total() === 1, 'one run to be inside')
  expect((await ended('start'))[0]).toMatchObject({
    state: 'cancelled',
    error: { message: 'It did not start in time' },
  })
  expect((await ended('finish'))[0]).toMatchObject({
    state: 'cancelled',
    error: { message: 'It did not finish in time' },
  })
  open()
  expect((await ended('start', 2))[1]?.state).toBe('completed')
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
