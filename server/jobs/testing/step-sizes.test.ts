import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { loosen } from '../../testing/database/many-rows.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { sampled } from '../../testing/runner/deep.ts'
import { jobs } from '../registry.ts'
import { CONSTANT, GROWING, ROUNDS } from './large-data.ts'
import type { Work } from './many-of.ts'
import { expectWithin, LIMITS, measureJobs } from './measured-run.ts'
import { REAL } from './real-data.ts'

runInOwnDatabase()

/** Limits of the whole job. */
const CONSTANT_LIMITS = { written: 100, read: 300, statements: 300 }

test('`npm run test:deep` runs every job on large data', () => {
  const run = [GROWING, ROUNDS, CONSTANT, REAL].flatMap((some) => Object.keys(some))
  expect(run.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted())
})

const measured = measureJobs(loosen)

async function run(id: string, work: Work | undefined) {
  const { account_id } = await testAccount()
  return measured(id, { account_id, given: await work?.(account_id) })
}

test.each(sampled(Object.keys(GROWING), 4))('%s processes at most a few thousand rows per step', async (id) => {
  const { steps, outside } = await run(id, GROWING[id])
  expect(steps.length).toBeGreaterThan(1)
  expect(outside.written).toBeLessThan(10)
  for (const step of steps) expectWithin(step, LIMITS)
  const touched = steps.reduce((sum, step) => sum + step.written + step.read, 0)
  expect(touched).toBeGreaterThanOrEqual(60)
})

test.each(sampled(Object.keys(ROUNDS), 2))('%s processes at most a few thousand rows per round', async (id) => {
  const { steps, outside } = await run(id, ROUNDS[id])
  for (const step of [...steps, outside]) expectWithin(step, LIMITS)
  expect(outside.written + outside.read).toBeGreaterThan(0)
})

test.each(sampled(Object.keys(CONSTANT), 2))(
  '%s touches only a few rows, whatever the size of the account',
  async (id) => {
    const { steps, outside } = await run(id, CONSTANT[id])
    for (const step of [...steps, outside]) expectWithin(step, CONSTANT_LIMITS)
  },
)
