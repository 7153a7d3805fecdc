import { expect, test } from 'vitest'
import { gate, testEngines, until } from '../../testing/harness.ts'

const { start, runs, ended, count } = testEngines()

test('concurrency with a key limits the runs of each value; the others run later', async () => {
  const { pass, most, total, open } = gate()
  const { send } = await start((inngest) => [
    inngest.createFunction(
      { id: 'limited', triggers: [{ event: 'go' }], concurrency: { limit: 2, key: 'event.data.account' } },
      async ({ event }) => {
        await pass(event.data.account)
      },
    ),
  ])
  const events = (account: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: 'go', data: { account, n } }))
  await send(...events('a', 5), ...events('b', 3))
  await until(() => total() === 4, 'two runs of each account')
  await until(async () => (await parked()) === 4, 'the others to be parked')
  expect((await runs('limited')).filter(({ state }) => state === 'queued')).toHaveLength(4)
  open()
  const done = await ended('limited', 8)
  expect(done.every(({ state }) => state === 'completed')).toBe(true)
  expect(Object.fromEntries(most)).toEqual({ a: 2, b: 2 })
  expect(await Promise.all(['jobs.slot', 'jobs.parked', 'jobs.lease'].map(count))).toEqual([0, 0, 0])
})

test('two limits on one function apply together', async () => {
  const { pass, most, total, open } = gate()
  const { send } = await start((inngest) => [
    inngest.createFunction(
      { id: 'both', triggers: [{ event: 'go' }], concurrency: [{ limit: 3 }, { limit: 1, key: 'event.data.k' }] },
      async ({ event }) => {
        await Promise.all([pass('all'), pass(`${event.data.k}`)])
      },
    ),
  ])
  await send(...[1, 2, 3, 4, 1, 2, 3, 4].map((k) => ({ name: 'go', data: { k } })))
  await until(() => total() === 6, 'three runs to be inside')
  open()
  await ended('both', 8)
  expect(most.get('all')).toBe(3)
  expect([...most].filter(([key]) => key !== 'all').every(([, n]) => n === 1)).toBe(true)
  expect(await Promise.all(['jobs.slot', 'jobs.parked', 'jobs.lease'].map(count))).toEqual([0, 0, 0])
})

test('a key that cannot be evaluated puts the run into the common group and does not delay others', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction(
      {
        id: 'odd-key',
        triggers: [{ event: 'go' }],
        concurrency: { limit: 1, key: 'event.data.n + 1' },
      },
      () => 'ran',
    ),
  ])
  await send({ name: 'go', data: { n: null } }, { name: 'go', data: { n: 'text' } })
  expect((await ended('odd-key', 2)).map(({ output }) => output)).toEqual(['ran', 'ran'])
})

test('parked runs continue in the order of their arrival', async () => {
  const { pass, open, total } = gate()
  const order: string[] = []
  const { send } = await start((inngest) => [
    inngest.createFunction(
      {
        id: 'ordered',
        triggers: [{ event: 'go' }],
        concurrency: 1,
      },
      async ({ event }) => {
        order.push(event.data.name)
        await pass('one')
      },
    ),
  ])
  await send({ name: 'go', data: { name: 'first' } })
  await until(() => total() === 1, 'the first run')
  for (const [index, name] of ['second', 'third', 'fourth'].entries()) {
    await send({ name: 'go', data: { name } })
    await until(async () => (await parked()) === index + 1, `${name} to be parked`)
  }
  open()
  await ended('ordered', 4)
  expect(order).toEqual(['first', 'second', 'third', 'fourth'])
})

const parked = () => count('jobs.parked')
