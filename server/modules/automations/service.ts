import { type Ctx, memberOf } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { isoSql } from '../../core/wire.ts'
import { write } from '../../core/write/write.ts'
import { describeOutline, type Outline } from './publishing/describe.ts'
import { emailIdOf, findObjects, namedBy, namedByAction } from './publishing/objects.ts'
import { findProblems } from './publishing/problems.ts'
import { ruleShape } from './publishing/shape.ts'
import { ALL_RUNS } from './running/moving.ts'
import type {
  AutomationDetail,
  AutomationDraft,
  AutomationFilter,
  AutomationInput,
  AutomationKind,
  AutomationName,
  ListedAutomation,
  Problem,
} from './schema.ts'
import { HAS_CHANGES, lockAutomation, readAutomation, requireRevision, storedGraph } from './view.ts'
import type { AutomationChange } from './wire-schema.ts'

/** Lists automations, newest first. `search` matches names. */
export async function listAutomations(
  ctx: Ctx,
  { kind, search, ...paging }: AutomationFilter & PageQuery,
): Promise<{ rows: ListedAutomation[]; pagination: Page<unknown>['pagination'] }> {
  const page = await keysetPage<ListedAutomation & { outline: Outline }>(ctx.sql, paging, {
    name: 'automations',
    view: LISTED,
    from: 'automation t',
    where: [
      't.account_id = $1',
      't.deleted_at is null',
      '($2::text is null or t.kind = $2)',
      '($3::text is null or position(lower($3) in lower(t.name)) > 0)',
    ],
    values: [kind ?? null, search || null],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
  const listed = page.rows()
  const named = listed.flatMap(({ outline }) => [
    ...outline.triggers.flatMap(namedBy),
    ...outline.actions.flatMap(namedByAction),
  ])
  const email_ids = listed.flatMap(({ outline }) => outline.actions.flatMap((action) => emailIdOf(action) ?? []))
  const { names } = await findObjects(ctx, { named, email_ids })
  const rows = listed.map(({ outline, ...row }) => ({ ...row, summary: describeOutline(outline, names) }))
  return { rows, pagination: page.pagination }
}

// Held subscribers are few and adjacent in their index, so they are counted from the runs.
const LISTED = `t.id, t.name, t.kind, t.state, t.is_locked, ${HAS_CHANGES} as has_changes, ${isoSql('t.updated_at')} as updated_at,
  json_build_object(
    'triggers', jsonb_path_query_array(t.draft, '$.triggers[0 to 1].on'),
    'trigger_count', jsonb_array_length(t.draft -> 'triggers'),
    'actions', jsonb_path_query_array(jsonb_path_query_array(t.draft, '$.steps[*].action'), '$[0 to 2]'),
    'step_count', jsonb_array_length(t.draft -> 'steps')
  ) as outline,
  (select count(distinct p.step_id)::int from automation_pull p
    where p.account_id = t.account_id and p.automation_id = t.id and p.problem is not null and t.state = 'live') as failing_apps, c.*
  from (
    select coalesce(sum(n.entered), 0)::int as entered, coalesce(sum(n.entered - n.passed - n.ended - n.moved), 0)::int as inside,
      coalesce(sum(n.passed), 0)::int as completed,
      (select count(*)::int from automation_run r
        where r.account_id = t.account_id and r.automation_id = t.id and r.state = 'held') as held
    from automation_step_count n where n.account_id = t.account_id and n.automation_id = t.id and n.step_id = '${ALL_RUNS}'
  ) c`

/** Returns an automation and the problems of its draft. Throws not_found. */
export async function getAutomation(ctx: Ctx, { id }: { id: number }): Promise<AutomationDetail> {
  const stored = await readAutomation(ctx, { id })
  const { problems, emails } = await findProblems(ctx, stored)
  const { template_id, template_version, failing: _, ...automation } = stored
  const template = template_id === null ? null : { id: template_id, version: template_version ?? 1 }
  return { ...automation, problems, emails, template }
}

/** Creates a draft, which does nothing before publication. */
export function createAutomation(ctx: Ctx, { name, kind, graph }: AutomationInput): Promise<AutomationDetail> {
  return write(ctx, async (tx) => {
    const { id } = await tx.db.automation.create({
      data: {
        account_id: tx.account_id,
        name,
        kind,
        // A rule such as "When someone buys, tell me" applies every time, a series of emails once.
        reentry: kind === 'rule' ? 'always' : 'never',
        ...(graph ? { draft: storedGraph(graph) } : {}),
        created_by: memberOf(tx),
        created_at: tx.now(),
        updated_at: tx.now(),
      },
    })
    return getAutomation(tx, { id })
  })
}

/**
 * Saves the draft, which may have problems. Throws not_found, conflict if it was saved since the editor loaded it, or invalid if the
 * automation is locked.
 */
export function saveAutomation(
  ctx: Ctx,
  { id, revision, name, reentry, graph }: AutomationDraft,
): Promise<{ revision: number; problems: Problem[] }> {
  return write(ctx, async (tx) => {
    const before = await lockAutomation(tx, { id })
    requireUnlocked(before)
    requireRevision(before, revision)
    await tx.db.automation.updateMany({
      where: { id },
      data: { name, reentry, draft: storedGraph(graph), revision: revision + 1, updated_at: tx.now() },
    })
    const { problems } = await findProblems(tx, await readAutomation(tx, { id }))
    return { revision: revision + 1, problems }
  })
}

/** Changes the given properties of an automation. Throws as `saveAutomation` and `changeKind`. */
export function changeAutomation(
  ctx: Ctx,
  { id, kind, revision, ...change }: AutomationChange & { id: number },
): Promise<AutomationDetail> {
  return write(ctx, async (tx) => {
    await lockAutomation(tx, { id })
    const before = await readAutomation(tx, { id })
    const { name = before.name, reentry = before.reentry, graph = before.graph } = change
    await saveAutomation(tx, { id, revision: revision ?? before.revision, name, reentry, graph })
    return kind === undefined || kind === before.kind ? getAutomation(tx, { id }) : changeKind(tx, { id, kind })
  })
}

/** Renames an automation. Throws not_found, or invalid if it is locked. */
export function renameAutomation(ctx: Ctx, { id, name }: AutomationName): Promise<AutomationDetail> {
  return write(ctx, async (tx) => {
    requireUnlocked(await lockAutomation(tx, { id }))
    await tx.db.automation.updateMany({ where: { id }, data: { name, updated_at: tx.now() } })
    return getAutomation(tx, { id })
  })
}

/**
 * Turns a rule into an automation, or a simple automation into a rule. Its versions, subscribers and history stay. Throws not_found, or
 * invalid if the automation is locked or too complex for a rule.
 */
export function changeKind(ctx: Ctx, { id, kind }: AutomationKind): Promise<AutomationDetail> {
  return write(ctx, async (tx) => {
    requireUnlocked(await lockAutomation(tx, { id }))
    const { graph } = await readAutomation(tx, { id })
    const [problem] = kind === 'rule' ? ruleShape(graph) : []
    if (problem) throw invalid(problem.message)
    await tx.db.automation.updateMany({ where: { id }, data: { kind, updated_at: tx.now() } })
    return getAutomation(tx, { id })
  })
}

/** Throws invalid if the automation was adopted from a template and not detached. */
export function requireUnlocked({ is_locked }: { is_locked: boolean }): void {
  if (is_locked) throw invalid(LOCKED)
}

const LOCKED = 'This automation follows its template. Detach it from the template before you change it'
