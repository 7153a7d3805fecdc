import { Budget } from '../lib/concurrency/budget.ts'
import type { Step } from './job.ts'

const FIRST_MS = 5_000
/** Less than the 30 seconds of a step, which leaves time to finish the current batch. */
const LAST_MS = 20_000
/** After this many slices, slices take twice as long. */
const SHORT_SLICES = 50

/**
 * Does long work in steps of seconds: the process can stop between two steps, and another continues. `work` takes about the given time and
 * returns whether there is more. A run has at most a thousand steps, so later steps take longer.
 */
export async function inSlices(step: Step, work: (budget_ms: number) => Promise<boolean>): Promise<void> {
  for (let slice = 1; await step.run(`slice-${slice}`, () => work(budgetOf(slice))); slice++);
}

/**
 * The same for a pass over rows in the order of a key. Each slice begins after the last slice's result, the key at which it stopped.
 * Returns null at the end.
 */
export async function inPass<Key extends number | string | Record<string, number>>(
  step: Step,
  first: Key,
  work: (after: Key, budget_ms: number) => Promise<Key | null>,
): Promise<void> {
  let after: Key | null = first
  for (let slice = 1; after !== null; slice++) {
    const from: Key = after
    after = (await step.run(`slice-${slice}`, () => work(from, budgetOf(slice)))) as Key | null
  }
}

/**
 * The same for a pass in batches, each with its own transaction. A slice does batches until its time is over, so the rows that a run
 * reaches are limited by its hours, not by its number of steps.
 */
export const inBatches = <Key extends number | string | Record<string, number>>(
  step: Step,
  first: Key,
  batch: (after: Key) => Promise<Key | null>,
): Promise<void> =>
  inPass<Key>(step, first, async (after, budget_ms) => {
    const budget = new Budget(budget_ms)
    let next = await batch(after)
    while (next !== null && !budget.isSpent()) next = await batch(next)
    return next
  })

/** Runs long work in slices. The budget records whether there is more. */
export const withinBudget = (step: Step, work: (budget: Budget) => Promise<unknown>): Promise<void> =>
  inSlices(step, async (budget_ms) => {
    const budget = new Budget(budget_ms)
    await work(budget)
    return budget.has_more
  })

const budgetOf = (slice: number) => Math.min(LAST_MS, FIRST_MS * 2 ** Math.floor((slice - 1) / SHORT_SLICES))
