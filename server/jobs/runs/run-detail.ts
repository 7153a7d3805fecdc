import { iso, isoOrNull } from '../../core/wire.ts'
import type { RunState } from '../engine/storage/runs.ts'
import { getRun, type StepView } from './status.ts'

const MAX_STEPS = 200
const MAX_TEXT = 4_000

/** A run with its input, output and steps. Long JSON is truncated. */
interface RunDetailView {
  id: string
  job: string
  state: RunState
  /** Attempt number, from 1, of the current or last step. Parallel steps count their own. */
  attempt: number
  error: { name: string; message: string; stack: string | null } | null
  created_at: string
  ended_at: string | null
  /** The events that started the run, as JSON. */
  input: string
  output: string | null
  /** The first 200. */
  steps: {
    name: string
    kind: string
    state: StepView['state']
    failed: boolean
    attempt: number
    result: string | null
    ended_at: string | null
  }[]
  /** Number of steps that are not included. */
  more_steps: number
}

/** Returns one run of the embedded engine. Throws not_found, or unavailable on Inngest, whose dashboard shows it. */
export async function describeRun({ id }: { id: string }): Promise<RunDetailView> {
  const { job, state, attempt, error, created_at, ended_at, events, output, steps } = await getRun({ id })
  return {
    id,
    job,
    state,
    attempt: attempt + 1,
    error: error && { name: error.name, message: cut(error.message), stack: error.stack ? cut(error.stack) : null },
    created_at: iso(created_at),
    ended_at: isoOrNull(ended_at),
    input: textOf(events) ?? '',
    output: textOf(output),
    steps: steps.slice(0, MAX_STEPS).map(({ name, kind, state, failed, attempt, result, ended_at }) => ({
      name,
      kind,
      state,
      failed,
      attempt,
      result: textOf(result),
      ended_at: isoOrNull(ended_at),
    })),
    more_steps: Math.max(0, steps.length - MAX_STEPS),
  }
}

const cut = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)} …` : text)

const textOf = (value: unknown) => (value == null ? null : cut(JSON.stringify(value, null, 2)))
