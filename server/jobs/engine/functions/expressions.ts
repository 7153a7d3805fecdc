import { Environment } from '@marcbachmann/cel-js'
import type { Logger } from '../../../core/log.ts'

/** `event` is the run's own event, or the new event for triggers and keys. `async` is the event that arrived later. */
export interface Scope {
  event: unknown
  async?: unknown
}

/** A parsed CEL expression. */
export interface Expression {
  source: string
  /** Throws where CEL has no overload, for example null < 3. */
  evaluate(scope: Scope): unknown
}

const environment = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false })

/** @throws when the expression does not parse */
export function parseExpression(source: string): Expression {
  const parsed = environment.parse(source)
  return { source, evaluate: ({ event, async }) => parsed({ event: lenient(event), async: lenient(async ?? null) }) }
}

/** Returns whether a condition is true. An empty condition is true; one that cannot be evaluated for this event is false. */
export const matches = (log: Logger, condition: Expression | undefined, scope: Scope): boolean =>
  !condition || evaluate(log, condition, scope) === true

/** Returns a key's value as text for a column; null when its field is missing or the key cannot be evaluated. */
export function keyText(log: Logger, key: Expression, scope: Scope): string | null {
  const value = evaluate(log, key, scope)
  if (value === null || value === undefined) return null
  return storable(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

// Events are user data: an expression that fails for one event must not stop the others.
function evaluate(log: Logger, expression: Expression, scope: Scope): unknown {
  try {
    return expression.evaluate(scope)
  } catch (error) {
    log.warn({ expression: expression.source, err: error }, 'a job expression could not be evaluated')
    return undefined
  }
}

/** PostgreSQL's text cannot hold the character NUL. */
export const storable = (text: string): string => text.replaceAll('\0', '\ufffd')

/** Makes every key exist: an Inngest server reads a missing field as null, but CEL throws. */
function lenient(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    has: () => true,
    get(target, key) {
      const found: unknown = Reflect.get(target, key)
      return found === undefined && typeof key === 'string' ? null : lenient(found)
    },
    getOwnPropertyDescriptor: (target, key) =>
      Reflect.getOwnPropertyDescriptor(target, key) ?? { value: null, configurable: true, enumerable: true },
  })
}
