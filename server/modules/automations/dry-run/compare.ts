import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { isoSql } from '../../../core/wire.ts'
import { searchedText } from '../../../lib/text/email-address.ts'
import { findPreviewSubscriber, previewMail } from '../../delivery/compose/preview.ts'
import { subjectForMany } from '../../delivery/compose/subjects.ts'
import type { Preview } from '../../delivery/schema.ts'
import { renderSubjects } from '../../subscribers/list/subjects.ts'
import { shownDraft } from '../emails/draft.ts'
import type { SentEmail } from '../emails/requirements.ts'
import { explain, notSentText } from '../inspecting/explain.ts'
import { describeStep, sentence } from '../publishing/describe.ts'
import { emailIdsOf, findObjects, type KnownObjects, referencesOf } from '../publishing/objects.ts'
import {
  type DryRun,
  type DryRunComparison,
  type DryRunEmailKey,
  type DryRunFilter,
  DryRunPlan,
  type DryRunResult,
  type DryRunSubscriberKey,
  type PathEntry,
  type ReallySent,
  type SimulatedSubscriber,
  type TaskState,
} from '../publishing-schema.ts'
import { MANY_EMAILS } from '../values-schema.ts'
import { MAX_ENTRIES } from './simulation.ts'
import { emptyResult } from './tally.ts'

// Results of a dry run, for the dashboard.

interface TaskRow {
  id: number
  automation_id: number
  name: string
  state: TaskState
  total: number
  done: number
  input: unknown
  result: DryRunResult | null
  expires_at: string | null
}

const READ = `select t.id, t.automation_id, a.name, t.state, t.total, t.done, t.input, t.result,
    ${isoSql(`(t.ended_at + interval '7 days')`)} as expires_at
  from automation_task t join automation a on a.account_id = t.account_id and a.id = t.automation_id and a.deleted_at is null
  where t.account_id = $1 and t.kind = 'dry_run'`

/** Returns the latest dry run of an automation, or null. Throws not_found for an automation that does not exist. */
export async function findDryRun(ctx: Ctx, { id }: { id: number }): Promise<DryRun | null> {
  const row = await ctx.sql.one<TaskRow>(`${READ} and t.automation_id = $2 order by t.id desc limit 1`, [id])
  if (row) return dryRunOf(ctx, row)
  if ((await ctx.db.automation.count({ where: { id, deleted_at: null } })) === 0) throw notFound()
  return null
}

async function readTask(ctx: Ctx, id: number): Promise<TaskRow & { plan: DryRunPlan }> {
  const row = await ctx.sql.one<TaskRow>(`${READ} and t.id = $2`, [id])
  if (!row) throw notFound()
  return { ...row, plan: DryRunPlan.parse(row.input) }
}

async function dryRunOf(ctx: Ctx, { id, automation_id, name, state, total, done, ...row }: TaskRow): Promise<DryRun> {
  const { version, graph, emails, problems, to_fix, knowledge, from, until } = DryRunPlan.parse(row.input)
  const result = { ...emptyResult(), ...row.result }
  return {
    id,
    state,
    version,
    graph,
    problems,
    to_fix,
    knowledge,
    from,
    until,
    result,
    emails: emails.map((email) => ({ ...email, subject: subjectForMany(email.subject) })),
    automation: { id: automation_id, name },
    progress: state === 'completed' || total === 0 ? 1 : Math.min(1, done / total),
    busiest: result.busy > 0 ? ((await findBusiest(ctx, id)) ?? null) : null,
    expires_at: row.expires_at,
  }
}

const findBusiest = (ctx: Ctx, id: number): Promise<NonNullable<DryRun['busiest']> | undefined> =>
  ctx.sql.one(
    `select r.subscriber_id, coalesce(s.first_name, s.email_address) as name, r.most_emails as emails, r.most_on::text as day
     from automation_dry_run_subscriber r join subscriber s on s.account_id = $1 and s.id = r.subscriber_id
     where r.account_id = $1 and r.task_id = $2 order by r.most_emails desc, r.subscriber_id limit 1`,
    [id],
  )

const SUBSCRIBER = `t.subscriber_id, s.email_address, s.first_name, ${isoSql('t.entered_at')} as entered_at, t.state, t.step_id, t.emails, t.most_emails`

/** Lists subscribers who would have entered, latest first. `search` matches addresses and names. */
export async function listSimulated(
  ctx: Ctx,
  { id, search, state, busy, ...paging }: DryRunFilter & PageQuery,
): Promise<Page<SimulatedSubscriber>> {
  if (!(await ctx.sql.one<TaskRow>(`${READ} and t.id = $2`, [id]))) throw notFound()
  return keysetPage<SimulatedSubscriber>(ctx.sql, paging, {
    name: 'subscribers of a dry run',
    from: `automation_dry_run_subscriber t join subscriber p on p.account_id = t.account_id and p.id = t.subscriber_id`,
    view: `${SUBSCRIBER} from subscriber s where s.account_id = t.account_id and s.id = t.subscriber_id`,
    where: [
      't.account_id = $1',
      't.task_id = $2',
      `($3::text is null or position(lower($3) in p.email_address) > 0 or position(lower($3) in lower(p.first_name)) > 0)`,
      '($4::text is null or t.state = $4)',
      't.most_emails > $5',
    ],
    values: [id, search ? searchedText(search) : null, state ?? null, busy ? MANY_EMAILS : -1],
    order: [
      { expr: 't.entered_at', type: 'timestamptz', dir: 'desc' },
      { expr: 't.subscriber_id', type: 'bigint', dir: 'desc' },
    ],
  })
}

/** Returns the simulated events of a subscriber and the emails that they really got. Throws not_found. */
export async function compareSubscriber(
  ctx: Ctx,
  { id, subscriber_id }: DryRunSubscriberKey,
): Promise<DryRunComparison> {
  const { automation_id, plan } = await readTask(ctx, id)
  const row = await ctx.sql.one<SimulatedSubscriber & { path: PathEntry[] }>(
    `select ${SUBSCRIBER}, t.path from automation_dry_run_subscriber t
       join subscriber s on s.account_id = $1 and s.id = t.subscriber_id
     where t.account_id = $1 and t.task_id = $2 and t.subscriber_id = $3`,
    [id, subscriber_id],
  )
  if (!row) throw notFound()
  const { path, ...subscriber } = row
  const { names } = await findObjects(ctx, { named: referencesOf(plan.graph), email_ids: emailIdsOf(plan.graph.steps) })
  const sent = await readReallySent(ctx, { automation_id, subscriber_id, plan })
  const subjects = [...plan.emails, ...sent].map(({ subject }) => subject)
  const rendered = await renderSubjects(ctx, { subscriber_id, subjects })
  const emails = plan.emails.map((email, at) => ({ ...email, subject: rendered[at] ?? email.subject }))
  return {
    subscriber,
    would: path
      .slice(0, MAX_ENTRIES)
      .map((entry, at) => ({ id: at + 1, ...entry, ...wordsOf(entry, { ...plan, emails }, names) })),
    is_cut: path.length > MAX_ENTRIES,
    got: sent.map((one, at) => ({ ...one, subject: rendered[emails.length + at] ?? one.subject })),
  }
}

/** Describes the step and its simulated result in the words of the trace. */
function wordsOf(
  entry: PathEntry,
  { graph, emails }: DryRunPlan,
  names: KnownObjects['names'],
): { label: string; message: string } {
  const { event, step_id, exit, detail, email_id, not_sent } = entry
  const step = graph.steps.find((one) => one.id === step_id)
  const label = step ? sentence(describeStep(step, names)) : ''
  const email = emails.find((one) => one.id === email_id)
  if (email) return { label: email.subject, message: not_sent ? notSentText(not_sent) : 'Email sent.' }
  const known = { graph, names, steps: new Map(graph.steps.map((one) => [one.id, one])) }
  if (event === 'held') return { label, message: detail ?? '' }
  if (event === 'entered' && step_id === null) return { label, message: 'Added manually or by another automation.' }
  const data = { trigger_id: step_id, exit, goal: true, to: detail, reason: event === 'left' ? detail : undefined }
  return { label, message: explain(event, step_id, data, known) }
}

/** Maximum number of messages shown for one subscriber. */
const SHOWN = 200

const readReallySent = (
  ctx: Ctx,
  { automation_id, subscriber_id, plan }: { automation_id: number; subscriber_id: number; plan: DryRunPlan },
): Promise<ReallySent[]> =>
  ctx.sql.rows<ReallySent>(
    `select d.mail_id, m.kind::text as kind, coalesce(m.snapshot ->> 'subject', x.subject, '') as subject,
       coalesce(q.name, a.name) as of, coalesce(x.automation_id = $2, false) as is_own, ${isoSql('d.sent_at')} as sent_at,
       d.opened_at is not null as is_opened, d.clicked_at is not null as is_clicked
     from delivery d join mail m on m.account_id = $1 and m.id = d.mail_id
       left join automation_email x on x.account_id = $1 and x.id = m.automation_email_id
       left join automation a on a.account_id = $1 and a.id = x.automation_id
       left join sequence_email e on e.account_id = $1 and e.id = m.sequence_email_id
       left join sequence q on q.account_id = $1 and q.id = e.sequence_id
     where d.account_id = $1 and d.subscriber_id = $3::bigint and d.sent_at > $4 and d.sent_at <= $5
     order by d.sent_at, d.mail_id limit ${SHOWN}`,
    [automation_id, subscriber_id, new Date(plan.from), new Date(plan.until)],
  )

/** Renders an email of the dry run for a subscriber who would have received it. Counts nothing. Throws not_found. */
export async function previewDryRunEmail(ctx: Ctx, { id, subscriber_id, email_id }: DryRunEmailKey): Promise<Preview> {
  const { automation_id, plan } = await readTask(ctx, id)
  const email = await ctx.sql.one<SentEmail>(
    plan.version === null
      ? `select subject, preview_text, content, email_template_id, email_address from automation_email
         where account_id = $1 and automation_id = $2 and id = $3 and $4::int is null and deleted_at is null`
      : `select subject, preview_text, content, email_template_id, email_address from automation_version_email
         where account_id = $1 and automation_id = $2 and email_id = $3 and version = $4`,
    [automation_id, email_id, plan.version],
  )
  if (!email) throw notFound()
  const recipient = await findPreviewSubscriber(ctx, { subscriber_id, where: 'true', values: [] })
  return previewMail(ctx, { draft: await shownDraft(ctx, email), recipient })
}
