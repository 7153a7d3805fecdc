import type { Step } from './job.ts'

const FIRST_MS = 5_000
/** After so many slices they last twice as long. */
const SHORT_SLICES = 200

/**
 * Long work as steps of seconds: the process can stop between two, and another goes on. `work` goes on for about the time that it
 * is given and answers whether there is more. A run may have a thousand steps, so that of work that lasts for hours they are longer.
 */
export async function inSlices(step: Step, work: (budget_ms: number) => Promise<boolean>): Promise<void> {
  const budget = (slice: number) => FIRST_MS * 2 ** Math.floor((slice - 1) / SHORT_SLICES)
  for (let slice = 1; await step.run(`slice-${slice}`, () => work(budget(slice))); slice++);
}
