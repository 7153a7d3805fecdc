import type { Snapshot } from '../../../db/embedded/snapshot.ts'
import { CSV_BYTE_ORDER_MARK } from '../../../lib/csv/write.ts'
import { type Column, headerOf } from './cells.ts'

/** A file, or an entry of a ZIP: the expected number of rows, and the bytes on request. */
export interface Part {
  name: string
  count: () => Promise<number>
  bytes: () => Written
}

/** `rows` returns the number of rows written, once all bytes have been read. */
interface Written extends AsyncIterable<Uint8Array> {
  rows: () => number
}

/** Returns a CSV part. `from` is the rest of the statement, with `t` as the row; its count must equal the number of rows in the file. */
export function csvPart(
  snapshot: Snapshot,
  { name, columns, from, order }: { name: string; columns: readonly Column[]; from: string; order: string },
): Part {
  const query = `select ${columns.map(({ sql }) => sql).join(', ')} from ${from} order by ${order}`
  return {
    name,
    count: () => countOf(snapshot, from),
    bytes: () =>
      withHeadAndFoot(snapshot, query, 'format csv', { head: CSV_BYTE_ORDER_MARK + headerOf(columns), foot: '' }),
  }
}

/** Returns a JSON part: an array with one object per line. `row` is the SQL of an object. */
export function jsonPart(
  snapshot: Snapshot,
  { name, row, from, order }: { name: string; row: string; from: string; order: string },
): Part {
  const query = `select case when row_number() over (order by ${order}) > 1 then ',' else '' end || (${row})::text
    from ${from} order by ${order}`
  return {
    name,
    count: () => countOf(snapshot, from),
    // JSON has no raw control characters, so with these as delimiter and quote, COPY writes each object unchanged.
    bytes: () =>
      withHeadAndFoot(snapshot, query, `format csv, delimiter e'\\x02', quote e'\\x01'`, { head: '[\n', foot: ']\n' }),
  }
}

async function countOf(snapshot: Snapshot, from: string): Promise<number> {
  const row = await snapshot.sql.one<{ count: number }>(
    `select count(*)::int as count from ${from} and $1::int is not null`,
  )
  return row?.count ?? 0
}

function withHeadAndFoot(
  snapshot: Snapshot,
  query: string,
  options: string,
  { head, foot }: { head: string; foot: string },
): Written {
  let copied: ReturnType<Snapshot['copy']> | undefined
  async function* bytes() {
    yield Buffer.from(head)
    copied = snapshot.copy(query, options)
    yield* copied
    if (foot) yield Buffer.from(foot)
  }
  return Object.assign(bytes(), { rows: () => copied?.rows() ?? 0 })
}
