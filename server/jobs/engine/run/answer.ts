import type { JobError } from '../storage/runs.ts'
import type { SdkResponse } from './sdk.ts'

/** One operation reported by the SDK. The meaning of `name` and `opts` depends on `op`. */
export interface Op {
  id: string
  op: string
  name?: string
  displayName?: string
  data?: unknown
  error?: unknown
  opts?: {
    if?: string
    timeout?: string
    parallelMode?: string
  }
}

/** The result of a function call. */
export type Answer =
  | { kind: 'completed'; output: string }
  | { kind: 'steps'; ops: Op[] }
  | { kind: 'failed'; error: JobError; retriable: boolean }
  /** The engine stopped the SDK because the run was cancelled or the process ends. Finished steps are stored. */
  | { kind: 'halted' }

const NO_STEP: JobError = { name: 'NoStep', message: 'The Inngest SDK reported neither a step nor an end of the run' }

export function readAnswer({ status, headers, body }: SdkResponse): Answer {
  const header = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  if (status === 200) return { kind: 'completed', output: body || 'null' }
  if (status === 206) {
    const ops = [JSON.parse(body) as Op | Op[]].flat()
    const [only] = ops
    // A response stored without a step would leave the run open forever.
    if (!only) return { kind: 'failed', error: NO_STEP, retriable: true }
    if (ops.length === 1 && only?.op === 'RunComplete')
      return { kind: 'completed', output: JSON.stringify(only.data ?? null) }
    return { kind: 'steps', ops }
  }
  return {
    kind: 'failed',
    error: readError(parseLoosely(body)),
    retriable: header['x-inngest-no-retry'] !== 'true',
  }
}

/** Converts an error serialized by the SDK into the form that failure handlers and the status page read. */
export function readError(value: unknown): JobError {
  if (typeof value !== 'object' || value === null) return { name: 'Error', message: String(value) }
  const { name, message, error, stack } = value as Record<string, unknown>
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: [message, error].find((text): text is string => typeof text === 'string') ?? JSON.stringify(value),
    ...(typeof stack === 'string' && { stack }),
  }
}

function parseLoosely(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
