import type { Tx } from '../../../core/write/write.ts'

interface NamedTag {
  id: number
  name: string
}

/** Replaces a tag with another tag, or its name with a new one. */
export interface Replacement {
  from: NamedTag
  into: NamedTag
}

/** Returns the stored value with the replacement applied. */
export type Change = (stored: unknown, replacement: Replacement) => unknown

/** Rows that name tags. Everything except `kind` comes from code, never from a request. */
export interface Source<Kind extends string> {
  kind: Kind
  table: string
  /** Columns that identify a row within its account. */
  key: readonly string[]
  /** The record shown to members: its id and name. */
  of: { id: string; name: string; join?: string }
  /** Columns, with the replacement for each. JSON columns are `jsonb`. */
  columns: Record<string, Change>
  /** Text that rows naming a tag contain. Other rows are not read. */
  has: string
  where?: string
  /** SQL of other columns set by a change. */
  also?: string
}

/** A record that names the tag. */
export interface Use<Kind extends string> {
  kind: Kind
  id: number
  name: string
}

/** A changed row. */
export interface Replaced {
  kind: string
  table: string
  key: unknown[]
  id: number
  name: string
  /** The previous value, and a hash of the new one. */
  columns: Record<string, { before: unknown; after: string }>
}

/** Number of rows of a source that are read together. */
const ROWS = 200

/** Replaces a tag in all sources. Returns each record that named it once. A dry run changes nothing. */
export async function replaceIn<Kind extends string>(
  tx: Tx,
  sources: readonly Source<Kind>[],
  replacement: Replacement,
  { is_dry, onReplaced }: { is_dry: boolean; onReplaced?: (replaced: Replaced) => void },
): Promise<Use<Kind>[]> {
  const uses = new Map<string, Use<Kind>>()
  for (const source of sources) {
    for (let last_key: unknown[] | undefined = []; last_key; ) {
      const rows: Row[] = await readRows(tx, source, { after: last_key, is_dry })
      for (const row of rows) {
        const changed_columns = changesOf(source, row.columns, replacement)
        if (changed_columns.length === 0) continue
        const { kind } = source
        uses.set(`${kind} ${row.id}`, { kind, id: row.id, name: row.name })
        if (is_dry) continue
        const after = await store(tx, source, row.key, changed_columns)
        const columns = changed_columns.map(([name]) => [name, { before: row.columns[name], after: after[name] ?? '' }])
        onReplaced?.({ kind, table: source.table, ...row, columns: Object.fromEntries(columns) })
      }
      last_key = rows.length < ROWS ? undefined : rows.at(-1)?.key
    }
  }
  return [...uses.values()]
}

interface Row {
  key: unknown[]
  id: number
  name: string
  columns: Record<string, unknown>
}

/** Reads rows and, unless dry, locks them, so a row that is being changed is read after that change. */
function readRows(
  tx: Tx,
  { table, key, of, columns, has, where = 'true' }: Source<string>,
  { after, is_dry }: { after: readonly unknown[]; is_dry: boolean },
): Promise<Row[]> {
  const place = key.map((column) => `t.${column}`).join(', ')
  const behind_sql = after.length > 0 ? `(${place}) > (${after.map((_, at) => `$${at + 3}`).join(', ')})` : 'true'
  const mayName = Object.keys(columns).map((column) => `t.${column}::text like '%${has}%'`)
  return tx.sql.rows<Row>(
    `select jsonb_build_array(${place}) as key, ${of.id} as id, coalesce(${of.name}, '') as name,
       jsonb_build_object(${Object.keys(columns).map((column) => `'${column}', t.${column}`)}) as columns
     from ${table} t ${of.join ?? ''}
     where t.account_id = $1 and ${where} and (${mayName.join(' or ')}) and ${behind_sql} order by ${place} limit $2
     ${is_dry ? '' : 'for update of t'}`,
    [ROWS, ...after],
  )
}

function changesOf({ columns }: Source<string>, stored: Row['columns'], replacement: Replacement): [string, unknown][] {
  return Object.entries(columns).flatMap(([column, change]): [string, unknown][] => {
    const before = stored[column]
    if (before === null || before === undefined) return []
    const after = change(before, replacement)
    const isSame = JSON.stringify(after) === JSON.stringify(change(before, { ...replacement, into: replacement.from }))
    return isSame ? [] : [[column, after]]
  })
}

/** Stores columns of a row. Returns a hash of each stored column. */
async function store(
  tx: Tx,
  { table, key, also }: Source<string>,
  place: readonly unknown[],
  changed_columns: readonly [string, unknown][],
): Promise<Record<string, string>> {
  const values = changed_columns.map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)))
  const set = changed_columns.map(
    ([column, value], at) => `${column} = $${at + 2}${typeof value === 'string' ? '' : '::jsonb'}`,
  )
  const where = key.map((column, at) => `${column} = $${at + 2 + values.length}`)
  const row = await tx.sql.one<{ hashes: Record<string, string> }>(
    `update ${table} set ${[...set, ...(also ? [also] : [])].join(', ')} where account_id = $1 and ${where.join(' and ')}
     returning jsonb_build_object(${changed_columns.map(([column]) => `'${column}', ${hashOf(column)}`)}) as hashes`,
    [...values, ...place],
  )
  return row?.hashes ?? {}
}

const hashOf = (column: string) => `md5(${column}::text)`

/**
 * Restores values that replacements changed, in reverse order. Skips deleted rows, and rows that a replacement would no longer change.
 * Returns the rows that were changed in the meantime; if there are any, the caller must store nothing.
 */
export async function putBackReplaced(
  tx: Tx,
  sources: readonly Source<string>[],
  replaced: readonly Replaced[],
): Promise<Replaced[]> {
  const changed_since: Replaced[] = []
  for (const record of replaced.toReversed()) {
    const source = sources.find(
      ({ kind, table, columns }) =>
        kind === record.kind &&
        table === record.table &&
        Object.keys(record.columns).every((column) => column in columns),
    )
    if (!source) continue
    const names = Object.keys(record.columns)
    const row = await tx.sql.one<{ hashes: Record<string, string> }>(
      `select jsonb_build_object(${names.map((name) => `'${name}', ${hashOf(`t.${name}`)}`)}) as hashes
       from ${source.table} t ${source.of.join ?? ''}
       where t.account_id = $1 and ${source.where ?? 'true'} and ${source.key.map((column, at) => `t.${column} = $${at + 2}`).join(' and ')}
       for update of t`,
      record.key,
    )
    if (!row) continue
    if (names.some((name) => row.hashes[name] !== record.columns[name]?.after)) changed_since.push(record)
    else
      await store(
        tx,
        source,
        record.key,
        names.map((name) => [name, record.columns[name]?.before]),
      )
  }
  return changed_since
}
