import { expect, test, vi } from 'vitest'
import { inBatches, inSlices } from './slices.ts'

/** Runs `slices` slices, each of which uses its whole budget, and returns the budgets. */
async function course(slices: number) {
  const budgets: number[] = []
  const step = { run: (_name: string, work: () => Promise<boolean>) => work() }
  await inSlices(step as never, async (budget_ms) => budgets.push(budget_ms) < slices)
  return budgets
}

test('steps of long work never take more than 20 seconds, and a run has enough steps for hours', async () => {
  const budgets = await course(900)
  expect(budgets.slice(0, 50)).toEqual(Array(50).fill(5_000))
  expect(budgets).toEqual(budgets.toSorted((a, b) => a - b))
  expect(budgets.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(4.5 * 3_600_000)
  expect(Math.max(...budgets)).toBe(20_000)
})

test('a pass in batches reaches every key after more batches than a run has steps', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const read_keys: number[] = []
    const steps: string[] = []
    const step = { run: (name: string, work: () => Promise<unknown>) => work().finally(() => steps.push(name)) }
    await inBatches<number>(step as never, 0, async (after) => {
      read_keys.push(after)
      vi.advanceTimersByTime(1_000)
      return after < 2_999 ? after + 1 : null
    })
    expect(read_keys).toEqual(Array.from({ length: 3_000 }, (_, at) => at))
    expect(steps.length).toBeGreaterThan(100)
    expect(steps.length).toBeLessThan(1_000)
  } finally {
    vi.useRealTimers()
  }
})
