import { makeCtx } from '../../core/context.ts'
import { AppError, isFault, notFound } from '../../core/errors.ts'
import { rootLogger } from '../../core/log.ts'
import { recordCall } from '../registry.ts'
import { type Arguments, type Called, type Caller, callOperation } from './call.ts'
import { findOperation, type Operation } from './catalog.ts'

export const callerCtx = ({ credential: { account_id, actor } }: Caller) => makeCtx({ account_id, actor })

/** Returns an operation that assistants can use. Throws not_found. */
export function known(name: string): Operation {
  const operation = findOperation(name)
  if (!operation) throw notFound('There is no such operation for assistants. Use search_operations')
  return operation
}

/** Runs an operation. Throws an error with the texts of /v4 if it is refused. */
export async function runOperation(
  caller: Caller,
  operation: Operation,
  given: Arguments,
  idempotency_key: string | null = null,
): Promise<Called> {
  const called = await callOperation(caller, operation, given, idempotency_key)
  if (called.status >= 400) throw refusalOf(called)
  return called
}

class Refused extends AppError {}

/** Returns an error with the texts of /v4. */
export function refusalOf({ status, body }: Called): AppError {
  const { errors = [] } = (body ?? {}) as { errors?: string[] }
  return new Refused('invalid', [`${status}: ${errors.join('; ')}`])
}

interface Outcome<Result> {
  /** Null after an error. */
  result: Result | null
  /** Outcome in the security log. */
  said: string
  /** Text of an error for the assistant. */
  error: string
}

/** Runs a call of an assistant, and records it in the security log of its account without values that it gave or got. */
export async function recorded<Result>(
  caller: Caller,
  tool: string,
  about: Record<string, unknown>,
  run: () => Promise<Result>,
  saidOf: (result: Result) => string = () => 'ok',
): Promise<Outcome<Result>> {
  const outcome = await run().then((result): Outcome<Result> => ({ result, said: saidOf(result), error: '' }), failed)
  await recordCall(callerCtx(caller), { name: caller.name, tool, ...aboutCall(about), outcome: outcome.said })
  return outcome
}

function failed(error: unknown): Outcome<never> {
  if (isFault(error)) {
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
    rootLogger().error({ message, stack }, 'call of an assistant failed')
  }
  const text = error instanceof AppError ? error.messages.join('. ') : 'Internal Server Error. Try again later'
  const said = error instanceof Refused ? text.slice(0, 3) : error instanceof AppError ? error.code : 'error'
  return { result: null, said, error: text.slice(0, 2_000) }
}

/** Names what was called, with ids and names of properties, but no values. */
function aboutCall(input: Record<string, unknown>): { operation: string | null; ids: string } {
  const { operation, ids = {} } = input as { operation?: string; ids?: Record<string, number> }
  const found = operation === undefined ? undefined : findOperation(operation)
  return {
    operation: found ? `${found.route.method.toUpperCase()} ${found.route.path}` : null,
    ids: Object.values(ids).slice(0, 4).join(', '),
  }
}
