import { storable } from '../functions/expressions.ts'
import type { Delivery } from '../queue/queue.ts'
import { newJobId } from '../queue/queue.ts'
import { functionOf, type Runtime, type Target } from '../runtime.ts'
import type { Run } from '../storage/runs.ts'
import { memo, recordInsideCall } from '../storage/steps.ts'
import { type Answer, type Op, readAnswer, readError } from './answer.ts'

interface Call {
  delivery: Delivery
  run_id: string
  /** The run's seq according to this call. Checkpoints increase it. */
  seq: number
  halted: boolean
  /** The unsupported feature that the function used, for which the call is refused. */
  refusal?: string
}

/** Status of a checkpoint's response that stops the SDK, which retries after any other error. */
const STOP = 409

/** Calls of user functions, and the steps that the SDK reports during a call. */
export class Calls {
  readonly #open = new Map<string, Call>()

  /** Returns the answer, and the seq of the run unless another job finished a step during the call. */
  async make(rt: Runtime, delivery: Delivery, run: Run, target: Target): Promise<{ answer: Answer; seq: number }> {
    const id = newJobId()
    const call: Call = { delivery, run_id: run.id, seq: run.seq, halted: false }
    this.#open.set(id, call)
    try {
      const step_id = target.kind === 'step' ? target.step_id : 'step'
      const response = rt.sdk.call(functionOf(rt, run.function_id).id, step_id, requestBody(rt, run, target, id))
      const answer = await withTimeout(response.then(readAnswer), rt.call_timeout_ms)
      if (call.refusal) return { answer: refused(call.refusal), seq: call.seq }
      return { answer: call.halted ? { kind: 'halted' } : answer, seq: call.seq }
    } finally {
      // A later checkpoint of this call, for example after its timeout, is answered with a stop.
      this.#open.delete(id)
    }
  }

  /** Stores steps that finished inside a call. Returns the HTTP status for the SDK. */
  async checkpoint(rt: Runtime, body: string): Promise<number> {
    const { qi_id, steps } = JSON.parse(body) as { qi_id: string; steps: Op[] }
    const call = this.#open.get(qi_id)
    if (!call || call.halted) return STOP
    const foreign = steps.find(({ op }) => op !== 'StepRun')
    if (foreign) {
      call.refusal = `The embedded job engine does not support ${foreign.op}`
      return STOP
    }
    const stored = await this.#store(rt, call, steps)
    if (stored && !rt.stopping()) return 200
    call.halted = true
    return STOP
  }

  async #store(rt: Runtime, call: Call, steps: Op[]): Promise<boolean> {
    const done_steps = steps.map((step) => ({
      id: step.id,
      name: storable(step.displayName ?? step.name ?? step.id),
      op: 'StepRun',
      memo: step.error ? memo.failure(readError(step.error)) : memo.result(JSON.stringify(step.data ?? null)),
    }))
    const seq = await recordInsideCall(rt.db, call.delivery, call.run_id, done_steps)
    if (seq === undefined) return false
    call.seq = seq
    return true
  }
}

function requestBody(rt: Runtime, run: Run, target: Target, call_id: string): string {
  const ctx = {
    run_id: run.id,
    attempt: target.kind === 'step' ? target.attempt : run.attempt,
    max_attempts: functionOf(rt, run.function_id).retries + 1,
    // Otherwise the SDK might run an open step a second time during discovery.
    disable_immediate_execution: run.open > 0,
    use_api: false,
    stack: { stack: run.stack, current: run.stack.length },
    // Checkpoints need both; each contains the second one.
    fn_id: functionOf(rt, run.function_id).id,
    qi_id: call_id,
  }
  return `{"event":${run.event},"events":${run.events},"version":-1,"steps":${run.memos},"ctx":${JSON.stringify(ctx)}}`
}

const refused = (message: string): Answer => ({
  kind: 'failed',
  error: { name: 'NotSupported', message },
  retriable: false,
})

async function withTimeout(answer: Promise<Answer>, limit_ms: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<Answer>((resolve) => {
    const error = { name: 'CallTimeout', message: `The function did not answer within ${limit_ms / 1_000} seconds` }
    timer = setTimeout(() => resolve({ kind: 'failed', error, retriable: true }), limit_ms)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}
