import { expect, test } from 'vitest'
import { inSlices } from './slices.ts'

/** What a job of `slices` slices asks of its steps, each of which takes the time that it is given. */
async function course(slices: number) {
  const budgets: number[] = []
  const step = { run: (_name: string, work: () => Promise<boolean>) => work() }
  await inSlices(step as never, async (budget_ms) => budgets.push(budget_ms) < slices)
  return budgets
}

test('the steps of long work are short at first, and long enough later for hours of it in the steps that a run may have', async () => {
  const budgets = await course(900)
  expect(budgets.slice(0, 200)).toEqual(Array(200).fill(5_000))
  expect(budgets).toEqual(budgets.toSorted((a, b) => a - b))
  expect(budgets.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(5 * 3_600_000)
  expect(Math.max(...budgets)).toBeLessThan(120_000)
})
