import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { isoSql } from '../../../core/wire.ts'
import { getSubscriber } from '../../subscribers/service.ts'
import { Step } from '../graph-schema.ts'
import type { ListedRun, RunFilter, SubscriberRun } from '../inspecting-schema.ts'
import { describeStep, sentence } from '../publishing/describe.ts'
import { emailIdsOf, findObjects, referencesOf } from '../publishing/objects.ts'

const INSIDE = ['held', 'ready', 'waiting']

/** The columns of `ListedRun`, over `automation_run r` and `subscriber s`. */
export const RUN_COLUMNS = `r.id as run_id, r.subscriber_id, s.email_address, s.first_name, r.version, r.state, r.step_id,
  ${isoSql('r.arrived_at')} as arrived_at, ${isoSql('r.due_at')} as due_at, r.problem, ${isoSql('r.entered_at')} as entered_at,
  ${isoSql('r.ended_at')} as ended_at, r.reason`

interface Listed<Row> {
  rows: Row[]
  pagination: Page<unknown>['pagination']
}

/** The step of run `t` in its version. */
const STEP = `(select x from automation_version v, jsonb_array_elements(v.graph -> 'steps') x
  where v.account_id = t.account_id and v.automation_id = t.automation_id and v.version = t.version
    and x ->> 'id' = t.step_id limit 1) as step`

/** Adds the description of each run's step. */
async function withLabels<Row>(
  ctx: Ctx,
  page: Page<Row & { step: unknown }>,
): Promise<Listed<Row & { label: string | null }>> {
  const located = page.rows().map(({ step, ...row }) => ({ row, step: step ? Step.parse(step) : null }))
  const steps = located.flatMap(({ step }) => step ?? [])
  const { names } = await findObjects(ctx, {
    named: referencesOf({ triggers: [], steps }),
    email_ids: emailIdsOf(steps),
  })
  const rows = located.map(({ row, step }) => ({ ...(row as Row), label: step && sentence(describeStep(step, names)) }))
  return { rows, pagination: page.pagination }
}

/** Lists current and former runs of an automation, at one step or all, latest entry first. */
export async function listRuns(
  ctx: Ctx,
  { id, step_id, state, ...paging }: RunFilter & PageQuery,
): Promise<Listed<ListedRun>> {
  const page = await keysetPage<Omit<ListedRun, 'label'> & { step: unknown }>(ctx.sql, paging, {
    name: 'automation runs',
    // The index has all columns of this scan, so skipping a million runs reads no rows.
    columns: 't.id, t.account_id',
    from: 'automation_run t',
    where: [
      't.account_id = $1',
      't.automation_id = $2',
      't.state = any ($3::text[])',
      ...(step_id === undefined ? [] : ['t.step_id = $4']),
    ],
    values: [id, state === 'inside' ? INSIDE : [state], ...(step_id === undefined ? [] : [step_id])],
    details: 'automation_run t on t.account_id = r.account_id and t.id = r.id',
    view: `${RUN_COLUMNS.replaceAll(/\br\./g, 't.')}, ${STEP}
        from subscriber s where s.account_id = t.account_id and s.id = t.subscriber_id`,
    order: [{ expr: 't.id', type: 'bigint', dir: 'desc' }],
  })
  return withLabels(ctx, page)
}

/** As `listRuns`. Throws not_found. */
export async function listRunsIn(ctx: Ctx, input: RunFilter & PageQuery): Promise<Listed<ListedRun>> {
  if ((await ctx.db.automation.count({ where: { id: input.id, deleted_at: null } })) === 0) throw notFound()
  return listRuns(ctx, input)
}

/** As `listRunsOfSubscriber`. Throws not_found. */
export async function listRunsOf(
  ctx: Ctx,
  input: { subscriber_id: number } & PageQuery,
): Promise<Listed<SubscriberRun>> {
  await getSubscriber(ctx, { id: input.subscriber_id })
  return listRunsOfSubscriber(ctx, input)
}

/** Lists current and former automations of a subscriber, latest first. `search` matches names. */
export async function listRunsOfSubscriber(
  ctx: Ctx,
  { subscriber_id, search, ...paging }: { subscriber_id: number; search?: string | undefined } & PageQuery,
): Promise<Listed<SubscriberRun>> {
  const page = await keysetPage<Omit<SubscriberRun, 'label'> & { step: unknown }>(ctx.sql, paging, {
    name: 'runs of a subscriber',
    view: `t.id as run_id, t.automation_id, a.name as automation_name, t.state, ${isoSql('t.due_at')} as due_at, t.problem,
        ${isoSql('t.entered_at')} as entered_at, ${isoSql('t.ended_at')} as ended_at, t.reason, ${STEP}
        from automation a where a.account_id = t.account_id and a.id = t.automation_id`,
    from: 'automation_run t join automation n on n.account_id = t.account_id and n.id = t.automation_id and n.deleted_at is null',
    where: [
      't.account_id = $1',
      't.subscriber_id = $2',
      '($3::text is null or position(lower($3) in lower(n.name)) > 0)',
    ],
    values: [subscriber_id, search || null],
    order: [{ expr: 't.id', type: 'bigint', dir: 'desc' }],
  })
  return withLabels(ctx, page)
}
