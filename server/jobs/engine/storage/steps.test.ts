import { expect, test } from 'vitest'
import { testEngines } from '../../testing/harness.ts'

// server/jobs/conformance has the tests that an Inngest server passes as well.
const { start, ended } = testEngines()

test('a failing step is retried after the backoff, up to its limit, and its successors run once', async () => {
  const attempts: number[] = []
  const delays: number[] = []
  const { send } = await start(
    (inngest) => [
      inngest.createFunction({ id: 'flaky', retries: 3, triggers: [{ event: 'go' }] }, async ({ step, attempt }) => {
        const value = await step.run('flaky', () => {
          attempts.push(attempt)
          if (attempt < 2) throw new Error(`no ${attempt}`)
          return 'yes'
        })
        return step.run('after', () => `${value}!`)
      }),
    ],
    { backoff: (attempt) => delays.push(attempt) * 10 },
  )
  await send({ name: 'go' })
  const [run] = await ended('flaky')
  expect(run).toMatchObject({ state: 'completed', output: 'yes!' })
  expect(attempts).toEqual([0, 1, 2])
  expect(delays).toEqual([0, 1])
})

test('results are kept unchanged: dates as text, unusual characters, undefined as null', async () => {
  const odd = { text: 'a\u0000b \ud800 ✓', big: 2 ** 60, nested: [{ deep: null }] }
  const { send } = await start((inngest) => [
    inngest.createFunction({ id: 'json', triggers: [{ event: 'go' }] }, async ({ step }) => {
      const kept = await step.run('odd', () => odd)
      const nothing = await step.run('nothing', () => undefined)
      return step.run('compare', () => [JSON.stringify(kept) === JSON.stringify(odd), nothing])
    }),
  ])
  await send({ name: 'go', data: { odd } })
  expect((await ended('json'))[0]?.output).toEqual([true, null])
})
