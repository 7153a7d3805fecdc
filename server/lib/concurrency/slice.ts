import { Budget } from './budget.ts'

// A slice is the part of long work done by one step of a job. Each batch commits its own progress, so a slice can be repeated after any failure,
// and another process can continue.

/**
 * Repeats `batch` until it returns false, which means that nothing is left, or until the budget is spent. Returns whether there is more to do.
 * Slices that share a `Budget` share its time; a number is in milliseconds.
 */
export async function sliceOf(budget: number | Budget, batch: () => Promise<boolean>): Promise<boolean> {
  const limit = budgetOf(budget)
  while (await batch()) if (limit.isSpent()) return true
  return false
}

/**
 * Works on batches from a stream until the budget is spent. `work` returns false to end the slice early, if another process took over or the
 * work was stopped; then there may be more. Closes the stream when the slice ends.
 */
export async function sliceOfStream<Batch>(
  budget: number | Budget,
  batches: AsyncIterable<Batch>,
  work: (batch: Batch) => Promise<boolean>,
): Promise<boolean> {
  const limit = budgetOf(budget)
  for await (const batch of batches) if (!(await work(batch)) || limit.isSpent()) return true
  return false
}

const budgetOf = (budget: number | Budget): Budget => (typeof budget === 'number' ? new Budget(budget) : budget)
