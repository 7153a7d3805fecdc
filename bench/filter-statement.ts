import type pg from 'pg'
import type { Ctx } from '../server/core/context.ts'
import { PageQuery } from '../server/core/page/page.ts'
import { PreparingClient } from '../server/db/statements/prepared.ts'
import type { BytesResult } from '../server/db/statements/row-bytes.ts'
import { filterSubscribers } from '../server/modules/subscribers/filter/filter.ts'
import { FilterRequest } from '../server/modules/subscribers/filter-schema.ts'
import { FILTER_BY_HAND, fiveConditions } from './list-filter.ts'
import type { Facts } from './request-cases.ts'

const WANTED = 1.2
const MAX_MS = 30_000

/**
 * Prints the duration of a filter's statement against the best handwritten SQL, on one connection of the product's own driver. A request has a
 * fixed cost in addition to its statement, which is included in the case `filter` of bench/requests.ts.
 */
export async function measureFilterStatement(url: string, facts: Facts, rounds: number): Promise<void> {
  const { account_id, filter } = facts
  const client = new PreparingClient(url)
  await client.connect()
  const ours = await statementOf(client, account_id, filter)
  const values = [account_id, filter.opened, filter.clicked, filter.tag_id, filter.slot]
  const by_hand = { name: 'by hand', text: FILTER_BY_HAND, values }
  // Without a name, it is planned for its values each time, like a filter in a large account (decision 0016).
  const planned_by_hand = { text: FILTER_BY_HAND, values }
  const statements = [ours, by_hand, planned_by_hand]
  const times: number[][] = statements.map(() => [])
  let until = Number.POSITIVE_INFINITY
  // The first rounds load the data into caches, and let PostgreSQL choose between plans.
  for (let round = -6; round < rounds && performance.now() < until; round++) {
    if (round === 0) until = performance.now() + MAX_MS
    for (const [n, statement] of statements.entries()) {
      const started = performance.now()
      await client.query(statement)
      if (round >= 0) times[n]?.push(performance.now() - started)
    }
  }
  await client.end()
  const [ours_ms, by_hand_ms, planned_ms] = times.map(median) as [number, number, number]
  console.log(
    `  statement ${ours_ms.toFixed(2)} ms, by hand ${by_hand_ms.toFixed(2)} ms: ${(ours_ms / by_hand_ms).toFixed(2)} times as long (wanted: at most ${WANTED})
  by hand, planned for its values as well, ${planned_ms.toFixed(2)} ms: ${(ours_ms / planned_ms).toFixed(2)} times as long`,
  )
}

/** Returns the statement that the product sends for the first page once it knows the size of the account. */
async function statementOf(client: PreparingClient, account_id: number, filter: Facts['filter']) {
  const statements: { text: string; values: unknown[] }[] = []
  const bytes = async (text: string, values: readonly unknown[] = []) => {
    const statement = { text, values: [account_id, ...values] }
    statements.push(statement)
    const { row_bytes } = (await client.query({ ...statement, is_bytes: true } as pg.QueryConfig)) as BytesResult
    return row_bytes
  }
  const ctx = { account_id, now: () => new Date(), sql: { bytes } } as unknown as Ctx
  const request = { ...PageQuery.parse({ per_page: '500' }), ...FilterRequest.parse(fiveConditions(filter)) }
  for (let time = 0; time < 2; time++) await filterSubscribers(ctx, request)
  const [, statement] = statements
  if (!statement) throw new Error('The filter has no statement')
  return statement
}

function median(all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
