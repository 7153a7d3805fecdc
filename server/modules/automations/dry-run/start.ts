import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { write } from '../../../core/write/write.ts'
import { readDefinitions } from '../../segments/service.ts'
import { Graph, type Reentry } from '../graph-schema.ts'
import { findProblems } from '../publishing/problems.ts'
import type { DryRunInput, DryRunPlan } from '../publishing-schema.ts'
import type { Problem } from '../schema.ts'
import { startTask } from '../tasks/task.ts'
import { DRY_RUN_DAYS } from '../values-schema.ts'
import { EMAIL_MEMBERS, lockAutomation, readAutomation, type StoredEmail, withChecks } from '../view.ts'
import { segmentIdsOf } from './candidates.ts'
import { knowledgeOf } from './knowledge.ts'

const DAY_MS = 86_400_000

/** Starts a dry run of the draft or of a version, replacing the previous one. Throws not_found. */
export function startDryRun(ctx: Ctx, { id, version }: DryRunInput): Promise<{ id: number }> {
  return write(ctx, async (tx) => {
    await lockAutomation(tx, { id })
    const { kind, ...draft } = await readAutomation(tx, { id })
    const { graph, reentry, emails } = version === undefined ? draft : await readVersion(tx, { id, version })
    const { problems, known } = await findProblems(tx, { id, kind, graph, emails, failing: [] })
    const segments = await readDefinitions(tx, { ids: segmentIdsOf(graph) })
    const from = new Date(+tx.now() - DRY_RUN_DAYS * DAY_MS)
    const input: DryRunPlan = {
      kind: 'dry_run',
      version: version ?? null,
      graph,
      reentry,
      emails: emails.map((email) => ({ id: email.id, subject: email.subject })),
      to_fix: toFix(problems),
      problems: { ...(await notLive(tx, graph)), ...holding(problems) },
      knowledge: knowledgeOf(graph, {
        segments,
        recorded_since: await recordedSince(tx, { from, zone: known.time_zone }),
      }),
      time_zone: known.time_zone,
      from: from.toISOString(),
      until: tx.now().toISOString(),
    }
    const count = await tx.sql.one<{ count: number }>(
      'select count(*)::int as count from subscriber where account_id = $1',
    )
    // The task's subscriber rows are deleted with it.
    await tx.db.automationTask.deleteMany({ where: { automation_id: id, kind: 'dry_run' } })
    // Each subscriber is read twice: to count and to follow.
    return { id: await startTask(tx, { automation_id: id, input, total: 2 * (count?.count ?? 0) }) }
  })
}

/** Returns the first day with recorded subscriber changes, in words. Null: before the range. */
async function recordedSince(ctx: Ctx, { from, zone }: { from: Date; zone: string }): Promise<string | null> {
  const row = await ctx.sql.one<{ since: Date }>(
    `select m.finished_at as since from _prisma_migrations m, account a
     where a.id = $1 and m.migration_name like '%\\_subscriber\\_changes' and m.finished_at > $2 and m.finished_at > a.created_at`,
    [from],
  )
  return row ? row.since.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: zone }) : null
}

async function readVersion(
  ctx: Ctx,
  { id, version }: { id: number; version: number },
): Promise<{ graph: Graph; reentry: Reentry; emails: StoredEmail[] }> {
  const row = await ctx.sql.one<{ graph: unknown; reentry: Reentry; emails: Parameters<typeof withChecks>[1] }>(
    `select v.graph, v.reentry, (select coalesce(json_agg(json_build_object('id', e.email_id, ${EMAIL_MEMBERS}, 'content', e.content, 'mistake', null,
         'has_content', null, 'problem', null) order by e.email_id), '[]')
       from automation_version_email e
       where e.account_id = v.account_id and e.automation_id = v.automation_id and e.version = v.version) as emails
     from automation_version v where v.account_id = $1 and v.automation_id = $2 and v.version = $3`,
    [id, version],
  )
  if (!row) throw notFound()
  return { reentry: row.reentry, graph: Graph.parse(row.graph), emails: await withChecks(ctx, row.emails) }
}

/** Problems that make the engine hold subscribers, because a step names something missing or invalid. */
const HOLDING = /^(unknown_|broken_liquid|settings)/

const holding = (problems: readonly Problem[]): Record<string, string> =>
  Object.fromEntries(
    problems.flatMap(({ step_id, code, message, blocks }) =>
      step_id !== null && blocks && code !== 'unknown_step' && HOLDING.test(code) ? [[step_id, message]] : [],
    ),
  )

/** Returns other problems that block publication, such as a missing postal address. The dry run assumes that they are fixed. */
const toFix = (problems: readonly Problem[]): string[] => [
  ...new Set(problems.flatMap(({ code, message, blocks }) => (blocks && !HOLDING.test(code) ? message : []))),
]

const NOT_LIVE = 'The automation that this step starts is not live. Publish or resume it.'

/** Steps that start an automation that is not live hold subscribers. */
async function notLive(ctx: Ctx, { steps }: Graph): Promise<Record<string, string>> {
  const starts = steps.flatMap((step) =>
    step.kind === 'action' && step.action.type === 'start_automation'
      ? [{ id: step.id, other: step.action.automation_id }]
      : [],
  )
  if (starts.length === 0) return {}
  const live = await ctx.db.automation.findMany({
    where: { id: { in: starts.map(({ other }) => other) }, state: 'live', deleted_at: null },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  const ids = new Set(live.map(({ id }) => id))
  return Object.fromEntries(starts.flatMap(({ id, other }) => (ids.has(other) ? [] : [[id, NOT_LIVE]])))
}
