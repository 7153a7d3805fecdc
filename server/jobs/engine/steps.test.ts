import { type FailureEventArgs, NonRetriableError, RetryAfterError } from 'inngest'
import { expect, test } from 'vitest'
import type { Step } from '../job.ts'
import { testEngines, until } from '../testing/harness.ts'

const { start, ended, pool } = testEngines()

test('a function without steps runs once per event and keeps its result', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction({ id: 'greet', triggers: [{ event: 'hello' }] }, ({ event }) => `hello ${event.data.name}`),
  ])
  await send({ name: 'hello', data: { name: 'Ada' } }, { name: 'hello', data: { name: 'Bob' } })
  const done = await ended('greet', 2)
  expect(done.map(({ output }) => output).sort()).toEqual(['hello Ada', 'hello Bob'])
  expect(done.every(({ state }) => state === 'completed')).toBe(true)
})

test('finished steps are remembered: each runs once although the body runs again', async () => {
  const ran: string[] = []
  const { send } = await start((inngest) => [
    inngest.createFunction({ id: 'steps', triggers: [{ event: 'go' }] }, async ({ step }) => {
      ran.push('body')
      const a = await step.run('a', () => {
        ran.push('a')
        return 1
      })
      await step.sleep('pause', '1s')
      const b = await step.run('b', () => {
        ran.push('b')
        return a + 1
      })
      return { a, b }
    }),
  ])
  await send({ name: 'go' })
  const [run] = await ended('steps')
  expect(run?.output).toEqual({ a: 1, b: 2 })
  expect(ran.filter((name) => name === 'a')).toHaveLength(1)
  expect(ran.filter((name) => name === 'b')).toHaveLength(1)
  expect(ran.filter((name) => name === 'body').length).toBeGreaterThan(1)
})

test('a failing step is tried again after the backoff, up to its retries, and its successors run once', async () => {
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

test('a run fails when its retries are used up, and onFailure hears of it once', async () => {
  const failures: unknown[] = []
  let attempts = 0
  const { send } = await start((inngest) => [
    inngest.createFunction(
      {
        id: 'hopeless',
        retries: 2,
        triggers: [{ event: 'go' }],
        onFailure: async ({ error, event, step }: FailureEventArgs & { step: Step }) => {
          await step.run('note', () => failures.push([error.message, event.data.event.data.n]))
        },
      },
      () => {
        attempts++
        throw new TypeError('never')
      },
    ),
  ])
  await send({ name: 'go', data: { n: 7 } })
  const [run] = await ended('hopeless')
  await ended('hopeless-failure')
  expect(run).toMatchObject({ state: 'failed', error: { name: 'TypeError', message: 'never' } })
  expect(attempts).toBe(3)
  expect(failures).toEqual([['never', 7]])
})

test('NonRetriableError ends at once; RetryAfterError chooses the delay', async () => {
  const attempts = { final: 0, later: [] as number[] }
  const { send } = await start(
    (inngest) => [
      inngest.createFunction({ id: 'final', triggers: [{ event: 'go' }] }, () => {
        attempts.final++
        throw new NonRetriableError('bad input')
      }),
      inngest.createFunction({ id: 'later', triggers: [{ event: 'go' }] }, ({ attempt }) => {
        attempts.later.push(Date.now())
        if (attempt === 0) throw new RetryAfterError('busy', 1_000)
      }),
    ],
    { backoff: () => 3_600_000 },
  )
  await send({ name: 'go' })
  expect((await ended('final'))[0]).toMatchObject({ state: 'failed', error: { message: 'bad input' } })
  expect((await ended('later'))[0]).toMatchObject({ state: 'completed' })
  const [first = 0, second = 0] = attempts.later
  expect(attempts.final).toBe(1)
  expect(second - first).toBeGreaterThanOrEqual(990)
})

test('user code may catch a step that failed for good', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction({ id: 'catch', retries: 1, triggers: [{ event: 'go' }] }, async ({ step }) => {
      try {
        await step.run('risky', () => Promise.reject(new Error('boom')))
      } catch (error) {
        return step.run('plan b', () => `saved from ${(error as Error).message}`)
      }
    }),
  ])
  await send({ name: 'go' })
  expect((await ended('catch'))[0]).toMatchObject({ state: 'completed', output: 'saved from boom' })
})

test('parallel steps run at the same time, and what follows runs once after the last', async () => {
  const ran: string[] = []
  let together = 0
  let most = 0
  const { send } = await start((inngest) => [
    inngest.createFunction({ id: 'parallel', triggers: [{ event: 'go' }] }, async ({ step }) => {
      const results = await Promise.all(
        ['x', 'y', 'z'].map((id) =>
          step.run(id, async () => {
            most = Math.max(most, ++together)
            await until(() => most === 3, 'all three steps to run together')
            together--
            ran.push(id)
            return id.toUpperCase()
          }),
        ),
      )
      return step.run('join', () => {
        ran.push('join')
        return results.join('')
      })
    }),
  ])
  await send({ name: 'go' })
  expect((await ended('parallel'))[0]).toMatchObject({ state: 'completed', output: 'XYZ' })
  expect(most).toBe(3)
  expect(ran.slice(0, 3).sort()).toEqual(['x', 'y', 'z'])
  expect(ran.slice(3)).toEqual(['join'])
})

test('a parallel step that fails for good does not disturb its siblings', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction({ id: 'mixed', retries: 1, triggers: [{ event: 'go' }] }, async ({ step }) => {
      const results = await Promise.allSettled([
        step.run('good', () => 'good'),
        step.run('bad', () => Promise.reject(new Error('bad'))),
        step.sleep('nap', '1s'),
      ])
      return results.map(({ status }) => status)
    }),
  ])
  await send({ name: 'go' })
  expect((await ended('mixed'))[0]?.output).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a race goes on with the winner while the loser is still open', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction({ id: 'race', triggers: [{ event: 'go' }] }, async ({ step, group }) => {
      const winner = await group.parallel({ mode: 'race' }, () =>
        Promise.race([step.run('fast', () => 'fast'), step.sleep('slow', '1s').then(() => 'slow')]),
      )
      return step.run('after', () => `after ${winner}`)
    }),
  ])
  await send({ name: 'go' })
  // As with an Inngest server, the run itself ends when its last step has.
  expect((await ended('race'))[0]).toMatchObject({ state: 'completed', output: 'after fast' })
  const { rows } = await pool().query('select name from jobs.step order by seq')
  expect(rows.map(({ name }) => name)).toEqual(['fast', 'after', 'slow'])
})

test('results survive as they were: dates as text, unusual characters, undefined as null', async () => {
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
