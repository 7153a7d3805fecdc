import { type GetStepTools, type Inngest, NonRetriableError } from 'inngest'
import type { Logger } from '../core/log.ts'
import { traced } from '../core/telemetry/tracing.ts'

/** The durable steps that jobs use, as Inngest documents them. */
export type Step = Pick<GetStepTools<Inngest.Any>, 'run' | 'sleep' | 'sleepUntil' | 'waitForEvent' | 'sendEvent'>

/** Each later call of the run receives all earlier outputs again, so they must be small. */
const MAX_OUTPUT_BYTES = 64 * 1_024
/** A process waits about this long for a running step after SIGTERM. */
const MAX_STEP_MS = 30_000

export interface StepLimits {
  /** The declared id, for example imports/apply. */
  job: string
  log: Logger
  /** In development and tests, an output that is too large fails the run. In production it is logged. */
  is_strict?: boolean
  clock?: () => number
}

/**
 * Runs a job's handler and checks its steps: an output above 64 KB is an error, and more than 30 seconds of work log a warning. Both name
 * the job and the step. Work outside of steps counts as one additional step.
 */
export async function withinLimits<T>(step: Step, limits: StepLimits, handler: (step: Step) => Promise<T>): Promise<T> {
  const { clock = () => performance.now() } = limits
  let in_steps_ms = 0
  const run = (name: unknown, work: (...given: unknown[]) => unknown, ...given: unknown[]) => {
    const watched = async (...input: unknown[]) => {
      const began = clock()
      const id = String((name as { id?: string }).id ?? name)
      const output = await tracedWork(limits.job, id, async () => work(...input))
      const took_ms = clock() - began
      in_steps_ms += took_ms
      return check(limits, { step: id, took_ms, output })
    }
    return (step.run as (...args: unknown[]) => unknown)(name, watched, ...given)
  }
  const began = clock()
  const output = await tracedWork(limits.job, undefined, () => handler({ ...step, run } as Step))
  return check(limits, { step: '(outside of steps)', took_ms: clock() - began - in_steps_ms, output })
}

/**
 * Each step has its own trace, because a run may take days, and a call that reaches a step ends there without a result. So the span of a
 * handler is sent only by the call that ends the run.
 */
const tracedWork = <T>(job: string, step: string | undefined, work: () => Promise<T>): Promise<T> =>
  traced(
    step === undefined ? job : `${job}: ${step}`,
    { kind: 'consumer', from: {}, attributes: { 'envoi.job': job, ...(step !== undefined && { 'envoi.step': step }) } },
    work,
  )

function check<T>(
  { job, log, is_strict = true }: StepLimits,
  { step, took_ms, output }: { step: string; took_ms: number; output: T },
): T {
  if (took_ms > MAX_STEP_MS)
    log.warn({ job, step, seconds: Math.round(took_ms / 1_000) }, 'a step took more than 30 seconds')
  const bytes = Buffer.byteLength(JSON.stringify(output) ?? '')
  if (bytes <= MAX_OUTPUT_BYTES) return output
  if (is_strict)
    throw new NonRetriableError(`The step "${step}" of the job "${job}" returns ${bytes} bytes: return at most 64 KB`)
  log.error({ job, step, bytes }, 'a step returned more than 64 KB')
  return output
}
