import type { Tx } from '../../core/write/write.ts'
import { mapGraph } from '../automation-templates/develop/references.ts'
import { Graph } from '../automations/graph-schema.ts'
import { replaceInSegment } from '../subscribers/filter/references.ts'
import { SegmentFilter } from '../subscribers/segment-filter-schema.ts'
import {
  type Change,
  putBackReplaced,
  type Replaced,
  type Replacement,
  replaceIn,
  type Source,
} from '../tags/conditions/replacing.ts'
import { CONDITION_SOURCES } from '../tags/conditions/sources.ts'
import { replaceInJson } from './replacement.ts'
import { type TagUse, USE_KINDS } from './schema.ts'

const inSegment: Change = (stored, { from, into }) =>
  replaceInSegment(SegmentFilter.parse(stored), (kind, id) => (kind === 'tag' && id === from.id ? into.id : id))
const inGraph: Change = (stored, { from, into }) =>
  mapGraph(Graph.parse(stored), (kind, id) => (kind === 'tag' && id === from.id ? into.id : id))

const SELF = (name: string) => ({ id: 't.id', name: `t.${name}` })
const HAS = { has: 'tag' }

/** Records that refer to tags by ID. */
const SOURCES: readonly Source<TagUse['kind']>[] = [
  { ...HAS, kind: 'segment', table: 'segment', key: ['id'], of: SELF('name'), columns: { definition: inSegment } },
  { ...HAS, kind: 'form', table: 'form', key: ['id'], of: SELF('name'), columns: { settings: replaceInJson } },
  {
    ...HAS,
    kind: 'sequence',
    table: 'sequence',
    key: ['id'],
    of: SELF('name'),
    columns: { exclude_subscriber_sources: replaceInJson },
    where: 't.deleted_at is null',
  },
  {
    ...HAS,
    kind: 'broadcast',
    table: 'broadcast',
    key: ['id'],
    of: SELF('subject'),
    columns: { subscriber_filter: replaceInJson, excluded: replaceInJson },
    where: "t.status in ('draft', 'scheduled', 'aborted')",
  },
  {
    ...HAS,
    kind: 'automation',
    table: 'automation',
    key: ['id'],
    of: SELF('name'),
    columns: { draft: inGraph },
    where: 't.deleted_at is null',
  },
  {
    ...HAS,
    kind: 'automation',
    table: 'automation_version',
    key: ['automation_id', 'version'],
    of: {
      id: 'a.id',
      name: 'a.name',
      join: 'join automation a on a.account_id = t.account_id and a.id = t.automation_id',
    },
    columns: { graph: inGraph },
  },
  {
    ...HAS,
    kind: 'webhook',
    table: 'legacy_webhook',
    key: ['id'],
    of: { id: 't.id', name: 't.target_url' },
    columns: { event: replaceInJson },
  },
]

/**
 * Makes every reference to the first tag refer to the second, by ID and, in conditions, by name. Returns the changed records, each once.
 * With `is_dry`, changes nothing. The automations' queued events are changed too.
 */
export async function replaceUses(
  tx: Tx,
  replacement: Replacement,
  { is_dry }: { is_dry: boolean },
): Promise<{ uses: TagUse[]; in_liquid: boolean; kept: KeptUses }> {
  const by_id_rows: Replaced[] = []
  const by_name_rows: Replaced[] = []
  const by_id = await replaceIn(tx, SOURCES, replacement, { is_dry, onReplaced: (row) => by_id_rows.push(row) })
  const by_name = await replaceIn(tx, CONDITION_SOURCES.tags, replacement, {
    is_dry,
    onReplaced: (row) => by_name_rows.push(row),
  })
  const listeners = is_dry ? [] : await replaceListeners(tx, replacement)
  const keyOf = ({ kind, id }: TagUse) => `${kind} ${id}`
  const listed = new Set(by_id.map(keyOf))
  const uses = [...by_id, ...by_name.filter((use) => !listed.has(keyOf(use)))]
  const kept = { by_id: by_id_rows, by_name: by_name_rows, listeners }
  return { uses: uses.toSorted(byKind), in_liquid: by_name.length > 0, kept }
}

const byKind = (a: TagUse, b: TagUse) => USE_KINDS.indexOf(a.kind) - USE_KINDS.indexOf(b.kind)

const LISTENER_KEY = 'automation_id, version, step_id, number'

/** Returns the keys of the changed listeners. */
async function replaceListeners(tx: Tx, { from, into }: Replacement): Promise<unknown[]> {
  const of_tag = `account_id = $1 and type in ('tag_added', 'tag_removed') and object = $2`
  const ids = [String(from.id), String(into.id)]
  await tx.sql.run(`update automation_event set object = $3 where ${of_tag}`, ids)
  return tx.sql.rows(`update automation_listener set object = $3 where ${of_tag} returning ${LISTENER_KEY}`, ids)
}

/** Data for undoing a replacement. */
export interface KeptUses {
  by_id: Replaced[]
  by_name: Replaced[]
  listeners: unknown[]
}

/**
 * Makes former references to the tag refer to it again. Returns records that were changed since; if there are any, the transaction must not
 * be committed.
 */
export async function putBackUses(tx: Tx, { from, into }: Replacement, kept: KeptUses): Promise<Replaced[]> {
  const changed = [
    ...(await putBackReplaced(tx, CONDITION_SOURCES.tags, kept.by_name)),
    ...(await putBackReplaced(tx, SOURCES, kept.by_id)),
  ]
  await tx.sql.run(
    `update automation_listener l set object = $2
     from jsonb_to_recordset($4::jsonb) as k(automation_id int, version int, step_id text, number int)
     where l.account_id = $1 and l.object = $3 and l.type in ('tag_added', 'tag_removed')
       and (l.automation_id, l.version, l.step_id, l.number) = (k.automation_id, k.version, k.step_id, k.number)`,
    [String(from.id), String(into.id), JSON.stringify(kept.listeners)],
  )
  return changed
}
