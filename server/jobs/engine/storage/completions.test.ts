import { expect, test } from 'vitest'
import { testEngines, until } from '../../testing/harness.ts'

// No run's end triggers anything in these tests, so completed runs are ended in groups, by one statement each.

const { start, ended, count } = testEngines()

test('a run that waits for the end of another run continues when that run completes', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction({ id: 'watched', triggers: [{ event: 'work' }] }, () => 'done'),
    inngest.createFunction({ id: 'watcher', triggers: [{ event: 'go' }] }, async ({ step }) => {
      const end = await step.waitForEvent('its end', { event: 'inngest/function.finished', timeout: '1h' })
      return (end?.data as { result?: unknown } | undefined)?.result
    }),
  ])
  await send({ name: 'go' })
  await until(async () => (await count(`jobs.step where state = 'waiting'`)) === 1, 'the wait')
  await send({ name: 'work' })
  expect((await ended('watcher'))[0]?.output).toBe('done')
})

test('completed runs leave neither jobs nor leases behind', async () => {
  const { send } = await start((inngest) => [
    inngest.createFunction({ id: 'plain', triggers: [{ event: 'go' }] }, () => 'done'),
    inngest.createFunction({ id: 'steps', triggers: [{ event: 'go' }] }, async ({ step }) =>
      Promise.all([step.run('a', () => 1), step.run('b', () => 2)]),
    ),
  ])
  await send(...Array.from({ length: 20 }, () => ({ name: 'go' })))
  for (const id of ['plain', 'steps']) await ended(id, 20)
  await until(
    async () => (await count(`pgboss.job where data ->> 'kind' in ('run', 'step')`)) === 0,
    'the queue to be empty',
  )
  await until(async () => (await count('jobs.lease')) === 0, 'the leases to end')
})
