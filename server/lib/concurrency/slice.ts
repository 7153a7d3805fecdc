import { Budget } from './budget.ts'

// A slice is the part of long work that one step of a job does. Each batch commits its own progress, so a slice can be repeated after any
// failure, and another process can continue.

/**
 * Repeats `batch` until it returns false, which means that nothing is left, or until the budget is spent. Returns whether there is more to
 * do. Slices that share a `Budget` share its time; a number is milliseconds.
 */
export async function sliceOf(budget: number | Budget, batch: () => Promise<boolean>): Promise<boolean> {
  const limit = budgetOf(budget)
  while (await batch()) if (limit.isSpent()) return true
  return false
}

/**
 * The same for batches that come from a stream. `work` returns false to end the slice early, when another process took over or the work was
 * stopped; then there may be more. Closes the stream when the slice ends.
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
