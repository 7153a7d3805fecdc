import { expect, test } from 'vitest'
import { testEngines, until } from '../testing/harness.ts'

const { start, runs, ended, count } = testEngines()

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

test('a send whose answer is lost is tried again without sending twice', async () => {
  const { engine } = await start((inngest) => [
    inngest.createFunction({ id: 'teller', triggers: [{ event: 'go' }] }, async ({ step }) => {
      await step.sendEvent('one', { name: 'told', data: { n: 1 } })
      await step.run('two', async () => {
        await inngest.send({ name: 'told', data: { n: 1 } })
        await inngest.send({ name: 'told', data: { n: 1 } })
      })
      await inngest.send({ name: 'told', data: { n: 1 } })
    }),
    inngest.createFunction({ id: 'told', triggers: [{ event: 'told' }] }, () => null),
  ])
  let tries = 0
  const stored = engine.send.bind(engine)
  engine.send = async (events) => {
    const ids = await stored(events)
    // Stored, but the connection breaks before the answer: twice for each send.
    if (++tries % 3 !== 0 && events[0]?.name === 'told') throw new Error('connection lost')
    return ids
  }
  await stored([{ name: 'go' }])
  expect((await ended('teller'))[0]?.state).toBe('completed')
  await ended('told', 4)
  expect(await runs('told')).toHaveLength(4)
})

test('waitForEvent resumes with the event that matches, or with null when none comes in time', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction({ id: 'wait', triggers: [{ event: 'order' }] }, async ({ step }) => {
      const paid = await step.waitForEvent('payment', { event: 'paid', match: 'data.order', timeout: '1h' })
      return paid?.data.amount
    }),
    inngest.createFunction({ id: 'give-up', triggers: [{ event: 'order' }] }, async ({ step }) =>
      step.waitForEvent('never', { event: 'never', timeout: '1s' }),
    ),
  ])
  await send({ name: 'order', data: { order: 1 } }, { name: 'order', data: { order: 2 } })
  await until(async () => (await waiting('paid')) === 2, 'both runs to wait')
  await send({ name: 'paid', data: { order: 3, amount: 30 } }, { name: 'paid', data: { order: 2, amount: 20 } })
  expect((await ended('wait'))[0]?.output).toBe(20)
  expect((await ended('give-up', 2)).map(({ output }) => output)).toEqual([null, null])
  expect(await waiting('paid')).toBe(1)
})

test('an answer that comes before the wait for it is not lost', async () => {
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

test('invoke returns what the other function returns, and its failure can be caught', async () => {
  const { send } = await start((inngest) => {
    const double = inngest.createFunction(
      { id: 'double', retries: 0, triggers: [{ event: 'double' }] },
      ({ event }) => {
        if (event.data.n < 0) throw new Error('negative')
        return event.data.n * 2
      },
    )
    const caller = inngest.createFunction({ id: 'caller', triggers: [{ event: 'go' }] }, async ({ step }) => {
      const four = await step.invoke('two', { function: double, data: { n: 2 } })
      const failed = await step
        .invoke('minus', { function: double, data: { n: -1 } })
        .catch((error: Error) => error.message)
      return [four, failed]
    })
    return [double, caller]
  })
  await send({ name: 'go' })
  expect((await ended('caller'))[0]).toMatchObject({ state: 'completed', output: [4, 'negative'] })
})

const waiting = (event_name: string) => count(`jobs.step where state = 'waiting' and event_name = '${event_name}'`)
