import type { Step } from './job.ts'

interface Pause {
  /** The event that ends the pause. */
  event: string
  /** A CEL expression over `event`, which started the run, and `async`. */
  if: string
  timeout_ms: number
  /** Sends the event if there is already work. */
  look: () => Promise<unknown>
}

/**
 * Waits for an event, at most `timeout_ms`. Inngest drops an event that arrives between a step and the following wait, so `look` runs in
 * parallel with the wait: both engines register the wait before they run the step.
 */
export async function pauseUntil(
  step: Step,
  name: string,
  { event, if: condition, timeout_ms, look }: Pause,
): Promise<void> {
  await Promise.all([
    step.waitForEvent(name, { event, if: condition, timeout: timeout_ms }),
    step.run(`${name}: look`, async () => void (await look())),
  ])
}

/** Waits until a time, if one is given. The run takes no slot while it waits. */
export async function notBefore(step: Step, at: string | null): Promise<void> {
  if (at !== null) await step.sleepUntil('not before', new Date(at))
}
