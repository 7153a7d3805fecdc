import { type Span, type Tracing, tracing } from '../../core/telemetry/tracing.ts'

const OPERATION = /^\s*(?:\/\*[^*]*\*\/\s*)?([a-z]+)/i
/** Finds the table that a statement writes, also after `with`. */
const WRITE = /\b(insert into|update|delete from)\s+(?:"?(?:public|jobs|pgboss)"?\.)?"?([a-z_]+)/i
const TABLE = /\b(?:from|into|update|join|table)\s+(?:only\s+)?(?:"?(?:public|jobs|pgboss)"?\.)?"?([a-z_]+)/i

/**
 * Returns the operation and the first table of a statement, as in `select subscriber`. The statement's text may contain values, so it is never
 * exported.
 */
export function statementName(text: string): string {
  const operation = OPERATION.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  if (operation === 'with') {
    const [, write = 'with', table = ''] = WRITE.exec(text) ?? ['', 'select', TABLE.exec(text)?.[1] ?? '']
    return `${write.toLowerCase().split(' ', 1)[0]} ${table}`.trim()
  }
  const table = TABLE.exec(text)?.[1]
  return table ? `${operation} ${table}` : operation
}

const textOf = (query: unknown): string | undefined => {
  if (typeof query === 'string') return query
  const { text, submit } = (query ?? {}) as { text?: unknown; submit?: unknown }
  // COPY streams and the like are sent by their owners.
  return typeof text === 'string' && submit === undefined ? text : undefined
}

const MAX_NAMES = 5

/** Runs statements that are sent together in one span, if the calling code runs in a span. */
export function tracedTogether<T>(queries: readonly unknown[], send: () => Promise<T>): Promise<T> {
  const on = tracing()
  if (!on?.current()) return send()
  const names = queries.map((query) => statementName(textOf(query) ?? ''))
  const span = startSpan(on, names.slice(0, MAX_NAMES).join(', '))
  return ended(span, send())
}

/** Runs one statement in a span, for both ways to call node-postgres: with a callback at the end, or for a promise. */
export function tracedQuery(args: unknown[], query: (args: unknown[]) => unknown): unknown {
  const on = tracing()
  const text = on?.current() ? textOf(args[0]) : undefined
  if (!on || text === undefined) return query(args)
  const span = startSpan(on, statementName(text))
  const callback_index = args.findIndex((arg) => typeof arg === 'function')
  if (callback_index < 0) return ended(span, query(args) as Promise<unknown>)
  const done = args[callback_index] as (error: unknown, result?: unknown) => void
  const finish = on.bind((error: unknown, result?: unknown) => {
    if (error) span.fail(error)
    span.end()
    done(error, result)
  })
  return query(args.with(callback_index, finish))
}

async function ended<T>(span: Span, result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

const startSpan = (on: Tracing, name: string) =>
  on.start(name, { kind: 'client', attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name } })
