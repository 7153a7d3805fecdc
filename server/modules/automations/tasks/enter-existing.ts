import type { Tx } from '../../../core/write/write.ts'
import { binder } from '../../subscribers/view.ts'
import { enter } from '../entering/enter.ts'
import { lockPublished } from '../entering/published.ts'
import { Graph, type Trigger } from '../graph-schema.ts'
import type { TaskInput } from '../publishing-schema.ts'
import { existingSql } from './existing.ts'
import type { RunningTask, TaskPage } from './page.ts'

/** Subscribers per transaction. */
const PAGE = 2_000

/**
 * Enters the next subscribers who match a trigger, each by the first matching one. Does nothing while the automation is paused, or if a
 * newer version lacks the triggers.
 */
export async function enterPage(tx: Tx, task: RunningTask, trigger_ids: readonly string[]): Promise<TaskPage> {
  const published = await lockGraph(tx, task)
  const triggers = published ? Graph.parse(published.graph).triggers.filter(({ id }) => trigger_ids.includes(id)) : []
  if (!published || triggers.length === 0) return NOTHING
  if (published.state === 'paused') return 'paused'
  return enterMatches(tx, task, { triggers, entryOf: (trigger_id) => ({ trigger_id, data: { existing: true } }) })
}

type AddTask = Extract<TaskInput, { kind: 'add' }>

/** Enters the next subscribers of a tag or segment that a member adds. */
export async function addPage(tx: Tx, task: RunningTask, { source, by }: AddTask): Promise<TaskPage> {
  const published = await lockGraph(tx, task)
  if (!published) return NOTHING
  if (published.state === 'paused') return 'paused'
  const data = by === undefined ? {} : { by }
  return enterMatches(tx, task, {
    triggers: [{ id: 'added', on: matchOf(source) }],
    entryOf: () => ({ trigger_id: null, data }),
  })
}

/** Returns the trigger that all subscribers of the tag or segment match. */
export const matchOf = ({ kind, id }: AddTask['source']): Trigger['on'] =>
  kind === 'tag' ? { type: 'tag_added', tag_id: id } : { type: 'segment_entered', segment_id: id }

const NOTHING: TaskPage = { looked_at: 0, changed: 0, last: null }

const lockGraph = (tx: Tx, { automation_id }: RunningTask) =>
  lockPublished<{ graph: unknown }>(tx, { automation_id, lock: 'share', columns: 'graph' })

interface Matching {
  triggers: readonly Trigger[]
  entryOf: (trigger_id: string) => { trigger_id: string | null; data: Record<string, unknown> }
}

async function enterMatches(
  tx: Tx,
  { automation_id, after_id }: RunningTask,
  { triggers, entryOf }: Matching,
): Promise<TaskPage> {
  const values: unknown[] = [after_id, PAGE]
  const bind = binder(values)
  const range = { after: '$2', last: '(select max(id) from page)' }
  const cases: string[] = []
  for (const trigger of triggers)
    cases.push(`when ${await existingSql(tx, trigger, { bind, range })} then ${bind(trigger.id)}`)
  const row = await tx.sql.one<{
    entries: { id: number; trigger_id: string }[]
    last: number | null
    looked_at: number
  }>(
    `with page as materialized (
       select s.id, s.state from subscriber s where s.account_id = $1 and s.id > $2 order by s.id limit $3
     ), matched as (
       select s.id, case ${cases.join(' ')} end as trigger_id from page s where s.state = 'active'
     )
     select (select max(id) from page) as last, (select count(*)::int from page) as looked_at,
       coalesce((select json_agg(json_build_object('id', id, 'trigger_id', trigger_id) order by id)
         from matched where trigger_id is not null), '[]') as entries`,
    values,
  )
  const entries = (row?.entries ?? []).map(({ id, trigger_id }) => ({ subscriber_id: id, ...entryOf(trigger_id) }))
  const { entered } = await enter(tx, { automation_id, entries })
  return { looked_at: row?.looked_at ?? 0, changed: entered, last: row?.last ?? null }
}
