import { expect, test } from 'vitest'
import { testEngines } from '../../testing/harness.ts'

const { start, runs, ended } = testEngines()

test('sendEvent fans out, and a replayed step does not send twice', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction({ id: 'parent', retries: 2, triggers: [{ event: 'fan' }] }, async ({ step }) => {
      await step.sendEvent(
        'children',
        [1, 2, 3].map((n) => ({ name: 'child', data: { n } })),
      )
      await step.run('send and fail', async () => {
        await inngest.send({ name: 'child', data: { n: 4 } })
        const known = await runs('child')
        if (known.length < 8) throw new Error(`fails after sending ${known.length}`)
      })
    }),
    inngest.createFunction({ id: 'child', triggers: [{ event: 'child' }] }, ({ event }) => event.data.n),
  ])
  await send({ name: 'fan' })
  expect((await ended('parent'))[0]?.state).toBe('failed')
  const children = await ended('child', 4)
  expect(children.map(({ output }) => output).sort()).toEqual([1, 2, 3, 4])
})

test('a send whose response is lost is retried without sending twice', async () => {
  const { engine } = await start((inngest) => [
    inngest.createFunction({ id: 'teller', triggers: [{ event: 'go' }] }, async ({ step }) => {
      await step.sendEvent('one', { name: 'notified', data: { n: 1 } })
      await step.run('two', async () => {
        await inngest.send({ name: 'notified', data: { n: 1 } })
        await inngest.send({ name: 'notified', data: { n: 1 } })
      })
      await inngest.send({ name: 'notified', data: { n: 1 } })
    }),
    inngest.createFunction({ id: 'notified', triggers: [{ event: 'notified' }] }, () => null),
  ])
  let tries = 0
  const storeEvents = engine.send.bind(engine)
  engine.send = async (events) => {
    const ids = await storeEvents(events)
    // Stores the events, but the connection breaks before the response: twice for each send.
    if (++tries % 3 !== 0 && events[0]?.name === 'notified') throw new Error('connection lost')
    return ids
  }
  await storeEvents([{ name: 'go' }])
  expect((await ended('teller'))[0]?.state).toBe('completed')
  await ended('notified', 4)
  expect(await runs('notified')).toHaveLength(4)
})

test('a reply that arrives before the wait for it is not lost', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction({ id: 'ask', triggers: [{ event: 'go' }] }, async ({ step, event }) => {
      await step.run('nothing', () => null)
      await inngest.send({ name: 'answer', data: { to: event.data.me } })
      const answer = await step.waitForEvent('answer', {
        event: 'answer',
        if: 'async.data.to == event.data.me',
        timeout: '1h',
      })
      return answer?.name
    }),
  ])
  await send({ name: 'go', data: { me: 5 } })
  expect((await ended('ask'))[0]?.output).toBe('answer')
})
