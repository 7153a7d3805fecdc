import { expect, test } from 'vitest'
import { testEngines, until } from '../../testing/harness.ts'
import { MAX_DEATHS } from './deaths.ts'

const { start, runs, ended, pool } = testEngines()

/** Simulates the death of all workers, by assigning their leases to a worker that does not live. */
const die = () => pool().query('update jobs.lease set worker = -1')

test('the death of a process is not a failed attempt: a run survives more deaths than it has attempts', async () => {
  const KILLS = 8
  let calls = 0
  const attempts: number[] = []
  const { send } = await start(
    (inngest) => [
      inngest.createFunction({ id: 'unlucky', triggers: [{ event: 'go' }], retries: 0 }, ({ step, attempt }) =>
        step.run('long', async () => {
          const call = ++calls
          attempts.push(attempt)
          if (call > KILLS) return 'done'
          await die()
          await until(() => calls > call, 'to be called again')
        }),
      ),
    ],
    { recovery_ms: 20, poll_ms: 20 },
  )
  await send({ name: 'go' })
  expect((await ended('unlucky'))[0]).toMatchObject({ state: 'completed', output: 'done' })
  expect(attempts).toEqual(Array(KILLS + 1).fill(0))
})

test('a run that kills its process every time fails, and runs that shared the process do not', async () => {
  const INNOCENT = 3
  let calls = 0
  const delays: number[] = []
  const times = new Map<string, number>()
  const { send } = await start(
    (inngest) => [
      inngest.createFunction({ id: 'deadly', triggers: [{ event: 'kill' }] }, async ({ step }) => {
        await step.run('kills', async () => {
          const call = ++calls
          // The other runs are also in progress.
          if (call <= 2)
            await until(() => times.size === INNOCENT && [...times.values()].every((n) => n >= call), 'them')
          await die()
          // After the last death the run fails without another call.
          if (call < MAX_DEATHS) await until(() => calls > call, 'to be called again')
        })
      }),
      // In progress at the first two deaths.
      inngest.createFunction({ id: 'innocent', triggers: [{ event: 'go' }] }, async ({ step, runId }) =>
        step.run('long', async () => {
          const time = (times.get(runId) ?? 0) + 1
          times.set(runId, time)
          if (time <= 2) await until(() => calls > 2, 'two deaths')
        }),
      ),
    ],
    { recovery_ms: 20, poll_ms: 20, backoff: (attempt) => delays.push(attempt) && 20 },
  )
  await send(...Array.from({ length: INNOCENT }, () => ({ name: 'go' })), { name: 'kill' })
  await ended('innocent', INNOCENT)
  expect((await runs('innocent')).map(({ state }) => state)).toEqual(Array(INNOCENT).fill('completed'))
  const failed = await until(async () => (await runs('deadly')).find(({ state }) => state === 'failed'), 'it to fail')
  expect(failed.error).toEqual({
    name: 'ProcessDied',
    message: 'The process died 10 times in a row while it worked on this run',
  })
  // Delays grow, so other runs can work in between.
  expect(delays).toEqual([0, 1, 2, 3, 4, 5])
})
