import { expect, test } from 'vitest'
import { makeLog } from '../core/log.ts'
import type { JobDefinition, Step } from './job.ts'
import { cron } from './job.ts'
import { withinLimits } from './step-limits.ts'
import { testEngines } from './testing/harness.ts'

const { start, ended, pool } = testEngines()

/** Collects log lines. */
function journal() {
  const lines: Record<string, unknown>[] = []
  return { lines, log: makeLog('info', { write: (line: string) => lines.push(JSON.parse(line)) }) }
}

const create = (definition: JobDefinition, log: ReturnType<typeof makeLog>, is_strict: boolean) =>
  start((inngest) => {
    const services = {
      pool: pool(),
      now: () => new Date(),
      log,
      is_strict,
      singleton_kept_ms: 0,
      systemCtx: () => Promise.reject() as never,
    }
    return definition.create(inngest, services)
  })

const LARGE = 'x'.repeat(65_536)

test.each([true, false])('a step returns at most 64 KB: strict %s', async (isStrict) => {
  const { lines, log } = journal()
  const definition = cron({ id: 'tests/large', schedule: '0 0 1 1 *', retries: 0 }, async (_, step) => {
    await step.run('small', () => LARGE.slice(2))
    await step.run('large', () => LARGE)
  })
  const { engine } = await create(definition, log, isStrict)
  await pool().query(`update jobs.tick set at = now()`)
  await pool().query(`update pgboss.job set start_after = now() where data ->> 'kind' = 'cron'`)
  engine.wake()
  const [run] = await ended('tests-large')
  if (isStrict) {
    expect(run?.error?.message).toBe(
      'The step "large" of the job "tests/large" returns 65538 bytes: return at most 64 KB',
    )
    return
  }
  expect(run?.state).toBe('completed')
  const warnings = lines.filter(({ msg }) => msg === 'a step returned more than 64 KB')
  expect(warnings).toMatchObject([{ level: 50, job: 'tests/large', step: 'large', bytes: 65_538 }])
})

test('a step of more than 30 seconds is logged with its job and name, like work outside of steps', async () => {
  const { lines, log } = journal()
  let now = 0
  const step = { run: async (_name: string, work: () => Promise<unknown>) => work() } as unknown as Step
  await withinLimits(step, { job: 'tests/slow', log, clock: () => now }, async (watched) => {
    now += 30_000
    await watched.run('quick', () => {
      now += 30_000
    })
    await watched.run({ id: 'slow' }, () => {
      now += 31_000
    })
    now += 2_000
  })
  expect(lines).toMatchObject([
    { level: 40, job: 'tests/slow', step: 'slow', seconds: 31 },
    { level: 40, job: 'tests/slow', step: '(outside of steps)', seconds: 32 },
  ])
})
