import { type Ctx, memberOf } from '../../../core/context.ts'
import { AppError, invalid } from '../../../core/errors.ts'
import { noteReached } from '../../../core/reach.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { binder } from '../../subscribers/view.ts'
import { runEmailPreflights } from '../emails/requirements.ts'
import { replaceListeners } from '../entering/listeners.ts'
import type { Graph, Reentry, Trigger } from '../graph-schema.ts'
import type { Publication, PublicationPreview } from '../publishing-schema.ts'
import { INSIDE } from '../running/inside.ts'
import type { Problem } from '../schema.ts'
import { existingSql, hasExisting, mayEnterSql } from '../tasks/existing.ts'
import { startTask } from '../tasks/task.ts'
import { lockAutomation, readAutomation, requireRevision, storedGraph } from '../view.ts'
import { findCycles } from './cycles.ts'
import { describeListener, sentence } from './describe.ts'
import { emailIdsOf, type KnownObjects } from './objects.ts'
import { findProblems } from './problems.ts'

/** Returns the effect of a publication, with exact counts. Changes nothing. Throws not_found. */
export async function previewPublication(ctx: Ctx, { id }: { id: number }): Promise<PublicationPreview> {
  const automation = await readAutomation(ctx, { id })
  const { problems, known } = await findProblems(ctx, automation)
  return {
    version: (automation.version ?? 0) + 1,
    problems: [...problems, ...(await findCycles(ctx, automation))],
    inside: await ctx.sql.rows(`${INSIDE} order by 1 desc`, [id]),
    existing: await countExisting(ctx, automation, known),
  }
}

interface Draft {
  id: number
  graph: Graph
  reentry: Reentry
}

async function countExisting(
  ctx: Ctx,
  { id, graph, reentry }: Draft,
  known: KnownObjects,
): Promise<PublicationPreview['existing']> {
  const triggers = graph.triggers.filter(hasExisting)
  if (triggers.length === 0) return []
  const counts = await countMatches(ctx, { id, reentry, triggers })
  return triggers.flatMap((trigger) => {
    const count = counts[trigger.id] ?? 0
    return count > 0
      ? [{ trigger_id: trigger.id, label: sentence(describeListener(trigger.on, known.names)), count }]
      : []
  })
}

/** Counts matches of each trigger that may enter, in one statement. */
async function countMatches(
  ctx: Ctx,
  { id, reentry, triggers }: Omit<Draft, 'graph'> & { triggers: readonly Trigger[] },
): Promise<Record<string, number>> {
  const values: unknown[] = []
  const bind = binder(values)
  const columns: string[] = []
  for (const trigger of triggers)
    columns.push(
      `(select count(*)::int from subscriber s where s.account_id = $1 and ${await existingSql(ctx, trigger, { bind })}
        and ${mayEnterSql(reentry, id, bind)})`,
    )
  const row = await ctx.sql.one<{ counts: number[] }>(`select array[${columns.join(', ')}] as counts`, values)
  return Object.fromEntries(triggers.map((trigger, at) => [trigger.id, row?.counts[at] ?? 0]))
}

/**
 * Publishes the draft. Subscribers enter it from now on, and subscribers inside keep their version. A job enters the current matches of the
 * named triggers. A paused automation stays paused. Without a revision, as from a program, any draft is published. Throws not_found, conflict if the draft was saved since it was loaded, or invalid with
 * its problems.
 */
export async function publishAutomation(
  ctx: Ctx,
  { id, revision: given, enter_existing }: Omit<Publication, 'revision'> & { revision?: number | undefined },
): Promise<{ version: number }> {
  const loaded = await readAutomation(ctx, { id })
  const revision = given ?? loaded.revision
  requireRevision(loaded, revision)
  requirePublishable((await findProblems(ctx, loaded)).problems)
  const failed = await runEmailPreflights(ctx, { automation_id: id, ids: emailIdsOf(loaded.graph.steps) })
  if (failed.size > 0) throw invalid([...new Set(failed.values())].slice(0, MAX_MESSAGES))
  return write(ctx, async (tx) => {
    requireRevision(await lockAutomation(tx, { id }), revision)
    const automation = await readAutomation(tx, { id })
    requirePublishable((await findProblems(tx, automation)).problems)
    const { graph, reentry, state } = automation
    const version = (automation.version ?? 0) + 1
    await storeVersion(tx, { id, graph, reentry, version })
    await tx.db.automation.updateMany({
      where: { id },
      data: { version, state: state === 'draft' ? 'live' : state, updated_at: tx.now() },
    })
    await replaceListeners(tx, { automation_id: id, version, graph })
    await enterExisting(tx, { id, graph, reentry }, enter_existing)
    tx.emit('automation.published', { automation_id: id })
    // Entries into a segment can be detected once its current matches are stored.
    if (graph.triggers.some(({ on }) => on.type === 'segment_entered')) tx.emit('automation.evaluation_requested', {})
    return { version }
  })
}

function requirePublishable(problems: readonly Problem[]): void {
  const messages = [...new Set(problems.filter(({ blocks }) => blocks).map(({ message }) => message))]
  if (messages.length > 0) throw new AppError('invalid', messages.slice(0, MAX_MESSAGES))
}

const MAX_MESSAGES = 10

async function storeVersion(tx: Tx, { id, graph, reentry, version }: Draft & { version: number }): Promise<void> {
  await tx.db.automationVersion.create({
    data: {
      account_id: tx.account_id,
      automation_id: id,
      version,
      graph: storedGraph(graph),
      reentry,
      published_at: tx.now(),
      published_by: memberOf(tx),
    },
  })
  await tx.sql.run(
    `insert into automation_version_email (account_id, automation_id, version, email_id, subject, preview_text, content,
       email_template_id, email_address)
     select e.account_id, e.automation_id, $3, e.id, e.subject, e.preview_text, e.content, e.email_template_id, e.email_address
     from automation_email e
     where e.account_id = $1 and e.automation_id = $2 and e.id = any ($4::int[]) and e.deleted_at is null order by e.id`,
    [id, version, emailIdsOf(graph.steps)],
  )
}

/** Starts a job for the current matches of triggers. Someone who matches two is counted twice for a program. */
async function enterExisting(tx: Tx, draft: Draft, trigger_ids: readonly string[]): Promise<void> {
  const triggers = draft.graph.triggers.filter((trigger) => hasExisting(trigger) && trigger_ids.includes(trigger.id))
  if (triggers.length < new Set(trigger_ids).size)
    throw invalid('enter_existing must name triggers by tag, form, segment, purchase or value of a custom field')
  if (triggers.length === 0) return
  if (tx.reach) {
    const counts = Object.values(await countMatches(tx, { ...draft, triggers }))
    const recipients = counts.reduce((sum, count) => sum + count, 0)
    noteReached(tx, { recipients, suppressed: 0, is_exact: counts.length === 1 })
  }
  const { count } = (await tx.sql.one<{ count: number }>(
    'select count(*)::int as count from subscriber where account_id = $1',
  )) ?? { count: 0 }
  const input = { kind: 'enter' as const, trigger_ids: triggers.map((trigger) => trigger.id) }
  await startTask(tx, { automation_id: draft.id, input, total: count })
}
