import { createHash } from 'node:crypto'
import pg from 'pg'
import { rootLogger } from '../../core/log.ts'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import { outageOf } from '../connections/outage.ts'
import { ACCOUNT_PLAN, ONE_PLAN } from './one-plan.ts'
import { BytesQuery, Received } from './row-bytes.ts'
import { tracedQuery, tracedTogether } from './traced-query.ts'

// Statements are prepared by name, so PostgreSQL parses each text once per connection (decision 0048).

/** Limits on remembered texts of a process, and on prepared statements of a connection. PostgreSQL needs about 100 bytes per character. */
const LIMITS = { texts: 1_000, text_length: 20_000, prepared: 100, prepared_length: 100_000 }
/** PostgreSQL plans a prepared statement for its values five times, and only then considers one plan for all values. */
const CUSTOM_PLANS = 5
const EXECUTIONS_PER_PLAN = 200

interface Statement {
  /** Derived from the text, so connections that share a server connection never use one name for two statements. */
  name: string
  text: string
  /** Number of executions after which it is prepared again. */
  max_executions: number
}

interface Config extends pg.QueryConfig {
  values?: unknown[]
  /** True if the result has `row_bytes` instead of rows. */
  is_bytes?: boolean
}
type Done = (error: Error | null, result?: pg.QueryResult) => void

const statements = processSingleton('prepared statements', () => ({
  texts: new Map<string, Statement | undefined>(),
  is_on: true,
  stale_since: 0,
}))

/** Turns prepared statements on or off for this process. */
export function prepareStatements(on: boolean): void {
  statements.is_on = on
}

/** Names a text on its second occurrence, so texts of a single request take no memory. */
function statementOf(text: string): Statement | undefined {
  const { texts } = statements
  if (text.length > LIMITS.text_length) return undefined
  const isKnown = texts.has(text)
  let statement = texts.get(text)
  if (isKnown) texts.delete(text)
  else if (texts.size >= LIMITS.texts) texts.delete(texts.keys().next().value as string)
  if (isKnown) statement ??= { name: nameOf(text), text, max_executions: maxExecutionsOf(text) }
  texts.set(text, statement)
  return statement
}

function maxExecutionsOf(text: string): number {
  if (text.startsWith(ONE_PLAN)) return Number.POSITIVE_INFINITY
  return text.startsWith(ACCOUNT_PLAN) ? EXECUTIONS_PER_PLAN : CUSTOM_PLANS
}

const nameOf = (text: string) => `s_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`

/** Internals of a node-postgres connection (lib/connection.js, lib/client.js). */
interface Internals {
  readyForQuery: boolean
  pipeline: boolean
  connection: { parsedStatements: Record<string, string>; close: (of: { type: 'S'; name: string }) => void }
}

/** A connection that prepares repeated statements, keeps a limited number, and replaces invalid ones. */
export class PreparingClient extends pg.Client {
  /** Executions of each prepared statement, least recently used first. */
  readonly #executed = new Map<Statement, number>()
  #length = 0
  #fresh_since = performance.now()
  readonly #received: Received
  readonly #traceable = (args: unknown[]) => this.#query(args)
  readonly #query_of_pg: (...args: unknown[]) => unknown

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.#received = new Received(this.connection, {
      has_own_stream: typeof config === 'object' && Boolean(config.stream),
    })
    this.#query_of_pg = super.query.bind(this) as (...args: unknown[]) => unknown
    // This tells `/readyz` about statements of jobs, which fail without a request.
    this.connection.on('errorMessage', outageOf)
    // All overloads return the same type.
    Object.assign(this, { query: (...args: unknown[]) => tracedQuery(args, this.#traceable) })
  }

  /** Sends several queries in one write and waits for all. An error does not stop the next query. Throws the first error. */
  together(queries: readonly (string | Config)[]): Promise<pg.QueryResult[]> {
    return tracedTogether(queries, () => this.#together(queries))
  }

  async #together(queries: readonly (string | Config)[]): Promise<pg.QueryResult[]> {
    const internals = this.#internals
    // Only in this mode does node-postgres send a query before the previous one is answered.
    internals.pipeline = true
    try {
      const answers = await Promise.allSettled(this.#sendAll(queries))
      return answers.map((answer) => {
        if (answer.status === 'fulfilled') return answer.value
        if (isStale(answer.reason)) this.#forget(answer.reason)
        throw answer.reason
      })
    } finally {
      internals.pipeline = false
    }
  }

  #sendAll(queries: readonly (string | Config)[]): Promise<pg.QueryResult>[] {
    const { stream } = this.connection
    stream.cork()
    try {
      return queries.map((query) => this.#send(this.#named(query, undefined)) as Promise<pg.QueryResult>)
    } finally {
      stream.uncork()
    }
  }

  #query(args: unknown[]): unknown {
    const [query, values] = args
    const config = this.#named(query, values)
    if (!isConfig(config) || !config.name) return this.#send(config, ...args.slice(1))
    const callback = args.find((arg) => typeof arg === 'function') as Done | undefined
    // Inside a transaction, the error ended the transaction, and only its owner can start it again.
    const mayRepeat = this.getTransactionStatus() === 'I'
    const unnamed = { ...config, name: undefined }
    if (!callback) return this.#promised(config, mayRepeat ? unnamed : undefined)
    return this.#send(config, (error: Error | null, result?: pg.QueryResult) => {
      if (!isStale(error)) return callback(error, result)
      this.#forget(error)
      if (!mayRepeat) return callback(error, result)
      this.#send(unnamed, callback)
    })
  }

  #send(query: unknown, ...more: unknown[]): unknown {
    if (!isConfig(query) || !query.is_bytes) return this.#query_of_pg(query, ...more)
    // In this mode, answers to earlier queries may still be pending.
    const bytes = new BytesQuery(query, () => (this.#internals.pipeline ? undefined : this.#received))
    const done = more.find((given) => typeof given === 'function')
    if (done) return this.#query_of_pg(bytes, done)
    return new Promise((resolve, reject) =>
      this.#query_of_pg(bytes, (error: Error | null, result?: pg.QueryResult) =>
        error ? reject(error) : resolve(result),
      ),
    )
  }

  async #promised(config: Config, retry_config: Config | undefined): Promise<unknown> {
    try {
      return await this.#send(config)
    } catch (error) {
      if (!isStale(error)) throw error
      this.#forget(error)
      if (!retry_config) throw error
      return this.#send(retry_config)
    }
  }

  /** Returns the query for node-postgres, with a name if this connection should prepare it. */
  #named(query: unknown, given: unknown): unknown {
    const config = (typeof query === 'string' ? { text: query } : query) as Config
    const values = Array.isArray(given) ? given : config.values
    if (isConfig(config) && config.name) return statements.is_on ? query : { ...config, name: undefined }
    // A text without values has nothing to plan for and may contain several statements.
    if (!isConfig(config) || !values?.length || !statements.is_on) return query
    const statement = statementOf(config.text)
    if (!statement || !this.#prepare(statement)) return query
    return { ...config, values, name: statement.name }
  }

  /** Makes room for a statement. Returns false if the connection is busy and cannot close another statement now. */
  #prepare(statement: Statement): boolean {
    const { readyForQuery } = this.#internals
    if (this.#fresh_since < statements.stale_since) {
      if (!readyForQuery) return false
      for (const known of this.#executed.keys()) this.#close(known)
      this.#fresh_since = performance.now()
    }
    let executed = this.#executed.get(statement) ?? 0
    if (executed >= statement.max_executions) {
      if (!readyForQuery) return false
      this.#close(statement)
      executed = 0
    }
    if (!this.#executed.delete(statement)) this.#length += statement.text.length
    this.#executed.set(statement, executed + 1)
    for (const oldest of this.#executed.keys()) {
      if (this.#executed.size <= LIMITS.prepared && this.#length <= LIMITS.prepared_length) break
      if (!readyForQuery || oldest === statement) break
      this.#close(oldest)
    }
    return true
  }

  /** Sent with the next query. Uses the protocol's Close instead of DEALLOCATE, because PgBouncer tracks it, and it works after an error. */
  #close(statement: Statement): void {
    const { connection } = this.#internals
    if (!this.#executed.delete(statement)) return
    this.#length -= statement.text.length
    if (connection.parsedStatements[statement.name] === undefined) return
    delete connection.parsedStatements[statement.name]
    connection.close({ type: 'S', name: statement.name })
  }

  /** Handles an invalid statement: a migration changed its result, or a pooler switched the server connection. */
  #forget(error: Error & { code?: string }): void {
    statements.stale_since = performance.now()
    if (error.code === RESULT_CHANGED || !statements.is_on) return
    statements.is_on = false
    this.#internals.connection.parsedStatements = {}
    rootLogger().warn({ reason: error.message }, UNPREPARED)
  }

  get #internals(): Internals {
    return this as unknown as Internals
  }
}

const UNPREPARED =
  'Prepared statements are off until the next start, because the connection does not keep them. Behind a pooler, set DATABASE_PREPARED=off, or let it track prepared statements (PgBouncer 1.21: max_prepared_statements)'

const isConfig = (query: unknown): query is Config =>
  typeof query === 'object' && query !== null && 'text' in query && !('submit' in query)

const RESULT_CHANGED = '0A000'
/** The server has no statement of this name, or already has one. */
const NAME_ERRORS = new Set(['26000', '42P05'])

/** Returns whether a statement failed only because it was prepared. Without its name the same text succeeds. */
export function isStale(error: unknown): error is Error & { code: string } {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return NAME_ERRORS.has(code) || (code === RESULT_CHANGED && message === 'cached plan must not change result type')
}
