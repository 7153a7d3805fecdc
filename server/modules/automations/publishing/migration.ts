import type { Ctx } from '../../../core/context.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import { noteReached } from '../../../core/reach.ts'
import { write } from '../../../core/write/write.ts'
import type { Graph } from '../graph-schema.ts'
import type { Migration, MigrationKey, MigrationPreview } from '../publishing-schema.ts'
import { loadVersions } from '../running/graph.ts'
import { INSIDE, PLACES } from '../running/inside.ts'
import { startTask } from '../tasks/task.ts'
import { lockAutomation } from '../view.ts'
import { describeStep, sentence } from './describe.ts'
import { emailIdsOf, findObjects, referencesOf } from './objects.ts'

/**
 * Returns the subscribers who would move to the current version, and the steps it lacks. Changes nothing. Throws not_found, also for an
 * unknown version, and invalid for the current one.
 */
export async function previewMigration(ctx: Ctx, { id, from_version }: MigrationKey): Promise<MigrationPreview> {
  const { from, to } = await findGraphs(ctx, { id, from_version })
  const counts = await ctx.sql.rows<{ step_id: string | null; count: number }>(
    `select p.step_id, p.count from (${PLACES}) p where p.version = $3
     union all select null, i.count from (${INSIDE}) i where i.version = $3`,
    [id, from_version],
  )
  const by_step = new Map(counts.map(({ step_id, count }) => [step_id, count]))
  const known = new Set(to.steps.map((step) => step.id))
  const missing = from.steps.filter((step) => !known.has(step.id) && by_step.has(step.id))
  const { names } = await findObjects(ctx, {
    named: referencesOf({ triggers: [], steps: missing }),
    email_ids: emailIdsOf(missing),
  })
  const rows = missing.map((step) => ({
    step_id: step.id,
    label: sentence(describeStep(step, names)),
    count: by_step.get(step.id) ?? 0,
  }))
  return { missing: rows, kept: (by_step.get(null) ?? 0) - rows.reduce((sum, { count }) => sum + count, 0) }
}

/**
 * Moves all subscribers of an earlier version to the current one, in a job. Throws not_found, invalid if a missing step with subscribers
 * has no target, and conflict while another such migration runs.
 */
export function migrateSubscribers(ctx: Ctx, { id, from_version, to }: Migration): Promise<{ task_id: number }> {
  return write(ctx, async (tx) => {
    const { version } = await lockAutomation(tx, { id })
    const { to: graph } = await findGraphs(tx, { id, from_version })
    const { missing, kept } = await previewMigration(tx, { id, from_version })
    const step_ids = new Set(graph.steps.map((step) => step.id))
    const problems = [
      ...missing
        .filter(({ step_id }) => to[step_id] === undefined)
        .map(({ label }) => `Choose where subscribers at “${label}” continue`),
      ...Object.values(to)
        .filter((step_id) => step_id !== null && !step_ids.has(step_id))
        .map((step_id) => `The current version has no step ${step_id}`),
    ]
    if (problems.length > 0) throw invalid(problems.slice(0, 10))
    if ((await tx.db.automationTask.count({ where: { automation_id: id, kind: 'migrate', state: 'running' } })) > 0)
      throw conflict('Subscribers are being moved already. Wait until that is complete')
    const input = { kind: 'migrate' as const, from_version, to_version: version ?? 0, to }
    const total = kept + missing.reduce((sum, { count }) => sum + count, 0)
    noteReached(tx, { recipients: total, suppressed: 0, is_exact: true })
    return { task_id: await startTask(tx, { automation_id: id, input, total }) }
  })
}

async function findGraphs(ctx: Ctx, { id, from_version }: MigrationKey): Promise<{ from: Graph; to: Graph }> {
  const current = await ctx.sql.one<{ version: number | null }>(
    'select version from automation where account_id = $1 and id = $2 and deleted_at is null',
    [id],
  )
  if (!current) throw notFound()
  const { version } = current
  if (version === from_version) throw invalid('This is the current version: its subscribers need not be moved')
  const versions = await loadVersions(ctx, { automation_id: id, versions: [from_version, version ?? 0] })
  const [from, to] = [versions.get(from_version), versions.get(version ?? 0)]
  if (!from || !to) throw notFound()
  return { from: from.graph, to: to.graph }
}
