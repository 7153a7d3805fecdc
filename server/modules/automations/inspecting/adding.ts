import { type Ctx, memberOf } from '../../../core/context.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import { noteReached } from '../../../core/reach.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { binder } from '../../subscribers/view.ts'
import { enter } from '../entering/enter.ts'
import type { Reentry } from '../graph-schema.ts'
import type { AddFromInput, AddInput, AddPreview, AddResult, AddSource } from '../inspecting-schema.ts'
import { matchOf } from '../tasks/enter-existing.ts'
import { existingSql, mayEnterSql } from '../tasks/existing.ts'
import { startTask } from '../tasks/task.ts'
import { lockAutomation } from '../view.ts'

// Adds subscribers to an automation on behalf of a member, within its re-entry rule.

/** Adds single subscribers. Throws not_found, or invalid unless the automation is live. */
export async function addByHand(ctx: Ctx, { id, subscriber_ids }: AddInput): Promise<{ changed: number }> {
  const { entered } = await addFrom(ctx, { id, source: { kind: 'subscribers', subscriber_ids } })
  return { changed: entered ?? 0 }
}

/** Adds a set of subscribers. A job adds a tag or segment. Throws not_found, or invalid unless the automation is live. */
export function addFrom(ctx: Ctx, { id, source }: AddFromInput): Promise<AddResult> {
  return write(ctx, async (tx) => {
    const { state } = await lockAutomation(tx, { id })
    if (state === 'draft') throw invalid('Publish the automation before you add subscribers')
    if (state === 'paused') throw invalid('The automation is paused. Resume it before you add subscribers')
    const by = doneBy(tx)
    if (tx.reach) {
      const { entering } = await previewAdding(tx, { id, source })
      noteReached(tx, { recipients: entering, suppressed: 0, is_exact: true })
    }
    if (source.kind === 'subscribers') {
      const entries = source.subscriber_ids.map((subscriber_id) => ({ subscriber_id, trigger_id: null, data: by }))
      return { entered: (await enter(tx, { automation_id: id, entries })).entered }
    }
    const total = await tx.db.subscriber.count()
    await startTask(tx, { automation_id: id, input: { kind: 'add', source, ...by }, total })
    return { entered: null }
  })
}

/** Returns how many of a set would enter the published version. Changes nothing. Throws not_found. */
export async function previewAdding(ctx: Ctx, { id, source }: AddFromInput): Promise<AddPreview> {
  const published = await ctx.sql.one<{ reentry: Reentry }>(
    `select coalesce(v.reentry, t.reentry) as reentry from automation t
       left join automation_version v on v.account_id = t.account_id and v.automation_id = t.id and v.version = t.version
     where t.account_id = $1 and t.id = $2 and t.deleted_at is null`,
    [id],
  )
  if (!published) throw notFound()
  const values: unknown[] = []
  const bind = binder(values)
  const matched = await matchedSql(ctx, source, bind)
  const row = await ctx.sql.one<AddPreview>(
    `select count(*)::int as matched, (count(*) filter (where s.state <> 'active'))::int as inactive,
       (count(*) filter (where ${mayEnterSql(published.reentry, id, bind)}))::int as entering
     from subscriber s where s.account_id = $1 and ${matched}`,
    values,
  )
  return row ?? { matched: 0, inactive: 0, entering: 0 }
}

type Bind = ReturnType<typeof binder>

const matchedSql = (ctx: Ctx, source: AddSource, bind: Bind): string | Promise<string> =>
  source.kind === 'subscribers'
    ? `s.id = any (${bind(source.subscriber_ids)}::bigint[])`
    : existingSql(ctx, { id: 'added', on: matchOf(source) }, { bind })

/** The member who acts, or whose rights a program has, as evidence. */
export const doneBy = (tx: Tx): { by?: number } => {
  const by = memberOf(tx)
  return by === null ? {} : { by }
}
