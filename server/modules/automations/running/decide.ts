import { createHash } from 'node:crypto'
import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'
import { compileFilter } from '../../subscribers/filter/filter.ts'
import type { Filter } from '../../subscribers/filter-schema.ts'
import { binder } from '../../subscribers/view.ts'
import { loadEvents } from '../effects/subscribers.ts'
import { holdsForEvent } from '../entering/event-conditions.ts'
import type { Step } from '../graph-schema.ts'
import type { MovingRun } from './moving.ts'

type Deciding = Extract<Step, { kind: 'condition' | 'split' | 'random_split' }>
type Split = Extract<Step, { kind: 'split' }>

/** Returns the exit of a run, and its evidence. */
export type Decisions = (run: MovingRun) => { exit: string; data?: Record<string, unknown> }

/** Decides a step for a set of runs with at most two statements. */
export async function decide(tx: Tx, step: Deciding, runs: readonly MovingRun[]): Promise<Decisions> {
  const ids = [...new Set(runs.map(({ subscriber_id }) => subscriber_id))]
  if (step.kind === 'random_split')
    return ({ subscriber_id }) => ({ exit: randomBranch(step.branches, { step_id: step.id, subscriber_id })?.id ?? '' })
  if (step.kind === 'condition') {
    const matching = await findMatching(tx, step.filter, ids)
    const events = step.event ? await loadEvents(tx, runs) : undefined
    return ({ run_id, subscriber_id }) => {
      const holds = matching.has(subscriber_id) && (!events || holdsForEvent(step.event, events.get(run_id)))
      return { exit: holds ? 'yes' : 'no' }
    }
  }
  return step.by.type === 'tag' ? byTag(tx, step, ids) : byField(tx, step, step.by.custom_field_id, ids)
}

/** Returns which subscribers match a filter now. */
export async function findMatching(ctx: Ctx, filter: Filter, ids: readonly number[]): Promise<Set<number>> {
  const values: unknown[] = []
  const bind = binder(values)
  const among = bind(ids)
  const matched = compileFilter(ctx, filter, bind, (id) => `${id} = any (${among}::bigint[])`)
  const rows = await ctx.sql.rows<{ id: number }>(
    `with ${matched} select id from matched where $1::int is not null`,
    values,
  )
  return new Set(rows.map(({ id }) => id))
}

async function byTag(tx: Tx, { branches }: Split, ids: readonly number[]): Promise<Decisions> {
  const tag_ids = branches.map(({ value }) => Number(value)).filter((id) => Number.isSafeInteger(id) && id > 0)
  const rows = await tx.sql.rows<{ subscriber_id: number; tag_ids: number[] }>(
    `select subscriber_id, array_agg(tag_id) as tag_ids from tagging
     where account_id = $1 and subscriber_id = any ($2::bigint[]) and tag_id::bigint = any ($3::bigint[]) group by 1`,
    [ids, tag_ids],
  )
  const tags = new Map(rows.map((row) => [row.subscriber_id, new Set(row.tag_ids.map(String))]))
  return ({ subscriber_id }) => ({
    exit: exitByTag(branches, (tag_id) => tags.get(subscriber_id)?.has(tag_id) ?? false),
  })
}

/** Returns the exit of a split by tag. `has` gets ids as text. */
export const exitByTag = (branches: Split['branches'], has: (tag_id: string) => boolean): string =>
  branches.find(({ value }) => has(value.trim()))?.id ?? 'otherwise'

/** Returns the exit of a split by a custom field. */
export function exitByValue(branches: Split['branches'], value: string | null): string {
  const branch = value === null ? undefined : branches.find((one) => fold(one.value) === fold(value))
  return branch?.id ?? 'otherwise'
}

async function byField(
  tx: Tx,
  { branches }: Split,
  custom_field_id: number,
  ids: readonly number[],
): Promise<Decisions> {
  const rows = await tx.sql.rows<{ id: number; value: string | null }>(
    `select s.id, s.fields ->> f.slot as value from subscriber s join custom_field f on f.account_id = $1 and f.id = $3
     where s.account_id = $1 and s.id = any ($2::bigint[])`,
    [ids, custom_field_id],
  )
  const values = new Map(rows.map(({ id, value }) => [id, value]))
  return ({ subscriber_id }) => {
    const value = values.get(subscriber_id) ?? null
    return { exit: exitByValue(branches, value), data: { value: value?.slice(0, SHOWN) ?? null } }
  }
}

const SHOWN = 200
const fold = (text: string) => text.trim().toLowerCase()

/** Returns the subscriber's branch of a random split, the same each time. */
export function randomBranch<Branch extends { percent: number }>(
  branches: readonly Branch[],
  { step_id, subscriber_id }: { step_id: string; subscriber_id: number },
): Branch | undefined {
  let place = createHash('sha256').update(`${step_id} ${subscriber_id}`).digest().readUInt32BE() % 100
  for (const branch of branches) {
    if (place < branch.percent) return branch
    place -= branch.percent
  }
  return branches.at(-1)
}
