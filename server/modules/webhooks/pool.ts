import { createHash } from 'node:crypto'
import { systemPool } from '../../core/context.ts'
import { withConnection } from '../../db/connections/connection-use.ts'

// Deliveries of all accounts are sent together, so their statements are not limited to one account.

export interface PoolSql {
  rows<Row = Record<string, unknown>>(text: string, values: readonly unknown[]): Promise<Row[]>
}

type Queryable = Pick<ReturnType<typeof systemPool>, 'query'>

/** Statements are named, so PostgreSQL plans each once per connection. */
const statements = (target: Queryable): PoolSql => ({
  rows: async <Row>(text: string, values: readonly unknown[]) =>
    (await target.query({ name: nameOf(text), text, values: [...values] })).rows as Row[],
})

export const poolRows = <Row = Record<string, unknown>>(text: string, values: readonly unknown[]): Promise<Row[]> =>
  statements(systemPool()).rows<Row>(text, values)

/** Runs a transaction across accounts. */
export function inPool<T>(work: (sql: PoolSql) => Promise<T>): Promise<T> {
  return withConnection(systemPool(), async (client, discard) => {
    try {
      await client.query('begin')
      const result = await work(statements(client))
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(discard)
      throw error
    }
  })
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `webhooks_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  names.set(text, name)
  return name
}
