import type { Tx } from '../../core/write/write.ts'
import { mapGraph } from '../automation-templates/develop/references.ts'
import { Graph } from '../automations/graph-schema.ts'
import { replaceInSegment } from '../subscribers/filter/references.ts'
import { SegmentFilter } from '../subscribers/segment-filter-schema.ts'
import { type Replacement, replaceInJson, replaceInLiquid } from './replacement.ts'
import type { TagUse } from './schema.ts'

type Change = (stored: unknown, replacement: Replacement) => unknown

const inLiquid: Change = (stored, replacement) => replaceInLiquid(String(stored), replacement)
const inSegment: Change = (stored, { from, into }) =>
  replaceInSegment(SegmentFilter.parse(stored), (kind, id) => (kind === 'tag' && id === from.id ? into.id : id))
const inGraph: Change = (stored, { from, into }) =>
  mapGraph(Graph.parse(stored), (kind, id) => (kind === 'tag' && id === from.id ? into.id : id))
const inVersions: Change = (stored, replacement) =>
  (stored as Record<string, unknown>[]).map((version) =>
    Object.fromEntries(
      Object.entries(version).map(([name, text]) => [
        name,
        typeof text === 'string' ? replaceInLiquid(text, replacement) : text,
      ]),
    ),
  )

interface Source {
  kind: TagUse['kind']
  table: string
  /** What identifies a row in its account. */
  key: readonly string[]
  /** The record that a member knows: its id and name. */
  of: { id: string; name: string; join?: string }
  /** Columns, and how each names tags. JSON columns are `jsonb`. */
  columns: Record<string, Change>
  where?: string
}

const TEXTS = { subject: inLiquid, preview_text: inLiquid, content: inLiquid }
const SELF = (name: string) => ({ id: 't.id', name: `t.${name}` })
const AUTOMATION = {
  id: 'a.id',
  name: 'a.name',
  join: 'join automation a on a.account_id = t.account_id and a.id = t.automation_id',
}

/** Everything that names tags, by id or in Liquid by name. What was sent stays as it was sent. */
const SOURCES: readonly Source[] = [
  { kind: 'segment', table: 'segment', key: ['id'], of: SELF('name'), columns: { definition: inSegment } },
  { kind: 'form', table: 'form', key: ['id'], of: SELF('name'), columns: { settings: replaceInJson } },
  {
    kind: 'sequence',
    table: 'sequence',
    key: ['id'],
    of: SELF('name'),
    columns: { exclude_subscriber_sources: replaceInJson },
    where: 't.deleted_at is null',
  },
  {
    kind: 'sequence',
    table: 'sequence_email',
    key: ['id'],
    of: { id: 's.id', name: 's.name', join: 'join sequence s on s.account_id = t.account_id and s.id = t.sequence_id' },
    columns: TEXTS,
    where: 't.deleted_at is null and s.deleted_at is null',
  },
  {
    kind: 'broadcast',
    table: 'broadcast',
    key: ['id'],
    of: SELF('subject'),
    columns: { ...TEXTS, subscriber_filter: replaceInJson, excluded: replaceInJson, versions: inVersions },
    where: "t.status in ('draft', 'scheduled', 'aborted')",
  },
  {
    kind: 'automation',
    table: 'automation',
    key: ['id'],
    of: SELF('name'),
    columns: { draft: inGraph },
    where: 't.deleted_at is null',
  },
  {
    kind: 'automation',
    table: 'automation_version',
    key: ['automation_id', 'version'],
    of: AUTOMATION,
    columns: { graph: inGraph },
  },
  { kind: 'automation', table: 'automation_email', key: ['id'], of: AUTOMATION, columns: TEXTS },
  {
    kind: 'automation',
    table: 'automation_version_email',
    key: ['automation_id', 'version', 'email_id'],
    of: AUTOMATION,
    columns: TEXTS,
  },
  { kind: 'snippet', table: 'snippet', key: ['id'], of: SELF('name'), columns: { content: inLiquid } },
  {
    kind: 'template',
    table: 'email_template',
    key: ['id'],
    of: SELF('name'),
    columns: { html: inLiquid, source: inLiquid },
  },
  { kind: 'post', table: 'post', key: ['id'], of: SELF('title'), columns: { content: inLiquid } },
  {
    kind: 'webhook',
    table: 'legacy_webhook',
    key: ['id'],
    of: { id: 't.id', name: 't.target_url' },
    columns: { event: replaceInJson },
  },
]

/** Rows of a source that are read together. */
const ROWS = 200

/**
 * Lets everything that names the one tag name the other. Returns what named it, each once. Dry, nothing is changed. What waits in the
 * automations' queue of events is replaced with it.
 */
export async function replaceUses(
  tx: Tx,
  replacement: Replacement,
  { is_dry }: { is_dry: boolean },
): Promise<{ uses: TagUse[]; in_liquid: boolean }> {
  const uses = new Map<string, TagUse>()
  let in_liquid = false
  for (const source of SOURCES) {
    for (let after: unknown[] | undefined = []; after; ) {
      const rows: Row[] = await readRows(tx, source, after)
      for (const row of rows) {
        const changed = changesOf(source, row.columns, replacement)
        if (changed.length === 0) continue
        in_liquid ||= changed.some(([column]) => isLiquid(source, column))
        const { kind } = source
        uses.set(`${kind} ${row.id}`, { kind, id: row.id, name: row.name })
        if (!is_dry) await store(tx, source, row.key, changed)
      }
      after = rows.length < ROWS ? undefined : rows.at(-1)?.key
    }
  }
  if (!is_dry) await replaceListeners(tx, replacement)
  return { uses: [...uses.values()], in_liquid }
}

interface Row {
  key: unknown[]
  id: number
  name: string
  columns: Record<string, unknown>
}

const isLiquid = ({ columns }: Source, column: string) => columns[column] === inLiquid || columns[column] === inVersions

function readRows(
  tx: Tx,
  { table, key, of, columns, where = 'true' }: Source,
  after: readonly unknown[],
): Promise<Row[]> {
  const place = key.map((column) => `t.${column}`).join(', ')
  const behind = after.length > 0 ? `(${place}) > (${after.map((_, at) => `$${at + 3}`).join(', ')})` : 'true'
  // Other rows are not read.
  const may_name = Object.entries(columns).map(
    ([column, change]) => `t.${column}::text like '${change === inLiquid ? '%subscriber.tags%' : '%tag%'}'`,
  )
  return tx.sql.rows<Row>(
    `select jsonb_build_array(${place}) as key, ${of.id} as id, coalesce(${of.name}, '') as name,
       jsonb_build_object(${Object.keys(columns).map((column) => `'${column}', t.${column}`)}) as columns
     from ${table} t ${of.join ?? ''}
     where t.account_id = $1 and ${where} and (${may_name.join(' or ')}) and ${behind} order by ${place} limit $2`,
    [ROWS, ...after],
  )
}

function changesOf({ columns }: Source, stored: Row['columns'], replacement: Replacement): [string, unknown][] {
  return Object.entries(columns).flatMap(([column, change]): [string, unknown][] => {
    const before = stored[column]
    if (before === null || before === undefined) return []
    const after = change(before, replacement)
    const is_same = JSON.stringify(after) === JSON.stringify(change(before, { ...replacement, into: replacement.from }))
    return is_same ? [] : [[column, after]]
  })
}

async function store(tx: Tx, { table, key }: Source, place: readonly unknown[], changed: readonly [string, unknown][]) {
  const values = changed.map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)))
  const set = changed.map(
    ([column, value], at) => `${column} = $${at + 2}${typeof value === 'string' ? '' : '::jsonb'}`,
  )
  const where = key.map((column, at) => `${column} = $${at + 2 + values.length}`)
  await tx.sql.run(`update ${table} set ${set.join(', ')} where account_id = $1 and ${where.join(' and ')}`, [
    ...values,
    ...place,
  ])
}

async function replaceListeners(tx: Tx, { from, into }: Replacement): Promise<void> {
  for (const table of ['automation_listener', 'automation_event'])
    await tx.sql.run(
      `update ${table} set object = $3 where account_id = $1 and type in ('tag_added', 'tag_removed') and object = $2`,
      [String(from.id), String(into.id)],
    )
}
