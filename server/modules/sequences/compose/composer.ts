import type { Ctx } from '../../../core/context.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { noteReached } from '../../../core/reach.ts'
import { isoSql } from '../../../core/wire.ts'
import { write } from '../../../core/write/write.ts'
import { BUILT_IN_LAYOUTS } from '../../../mail/layouts.ts'
import type { TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import { findSender, senderProblem } from '../../accounts/senders/sender.ts'
import type { Draft } from '../../delivery/compose/compose.ts'
import { findPreviewSubscriber, previewMail } from '../../delivery/compose/preview.ts'
import { sendTest } from '../../delivery/compose/test-email.ts'
import { missingNames } from '../../delivery/preflight/missing-names.ts'
import type { Preview, TestResult, UnconfirmedChoice } from '../../delivery/schema.ts'
import { decideUnconfirmed } from '../../delivery/service.ts'
import { renderSubjectsOf } from '../../subscribers/list/subjects.ts'
import { findLayout } from '../../templates/service.ts'
import type {
  CandidatesInput,
  EditedEmail,
  EmailKey,
  EmailPreviewInput,
  EmailTestInput,
  EnrolledCandidate,
  EnrollmentFilter,
  EnrollmentRow,
  SequenceOverview,
  SequenceStep,
} from '../composer-schema.ts'
import { IS_OVER } from '../enrolling/enrolling.ts'
import type { SequenceStats } from '../schema.ts'
import { emailColumns, findSequence, readSequence } from '../view.ts'
import { readEdited } from './drafts.ts'
import { IS_UNTOUCHED } from './untouched.ts'

/**
 * Counts the subscribers who get each email next, by its current order. After a change of the order, stored enrollments are briefly
 * outdated: waiting subscribers would seem to skip a moved email. Groups subscribers by progress.
 */
const WAITING = `
  select n.id, sum(g.count)::int as waiting from (
    select last_position, processed_email_ids, count(*) from enrollment
    where account_id = $1 and sequence_id = $2 and state = 'active' group by 1, 2
  ) g cross join lateral (
    select x.id from sequence_email x
    where x.account_id = $1 and x.sequence_id = $2 and x.published and x.deleted_at is null
      and x.position > coalesce(g.last_position, -1) and x.id <> all (g.processed_email_ids)
    order by x.position limit 1
  ) n group by 1`

/** Reads a sequence with its timeline and progress. Throws not_found. */
export async function getOverview(ctx: Ctx, { id }: { id: number }): Promise<SequenceOverview> {
  const sequence = await readSequence(ctx, { id, stats: true })
  const [steps, progress, unconfirmed] = await Promise.all([
    ctx.sql.rows<SequenceStep & { conditions: string | null }>(
      `select ${emailColumns({ stats: true, content: false })}, t.problem, t.content <> '' as has_content,
         t.published and t.draft is not null as has_changes,
         coalesce(w.waiting, 0) as waiting,
         case when t.published and concat(t.subject, t.preview_text, t.content) ~ 'subscriber\\.(tags|segments)'
           then concat_ws(' ', t.subject, t.preview_text, t.content) end as conditions
       from sequence_email t left join (${WAITING}) w on w.id = t.id
       where t.account_id = $1 and t.sequence_id = $2 and t.deleted_at is null and not ${IS_UNTOUCHED}
       order by t.position, t.id`,
      [id],
    ),
    ctx.sql.one<{ in_progress: number; completed: number }>(
      `select count(*) filter (where state = 'active')::int as in_progress,
         count(*) filter (where state = 'completed')::int as completed
       from enrollment where account_id = $1 and sequence_id = $2`,
      [id],
    ),
    ctx.sql.one<{ undecided: number }>(
      `select count(*)::int as undecided from sequence_email x
         join mail m on m.account_id = x.account_id and m.sequence_email_id = x.id
         join delivery d on d.account_id = m.account_id and d.mail_id = m.id
       where x.account_id = $1 and x.sequence_id = $2 and d.state = 'unconfirmed' and d.reason is null`,
      [id],
    ),
  ])
  return {
    ...sequence,
    stats: sequence.stats as SequenceStats,
    steps: await Promise.all(steps.map((step) => withMissingNames(ctx, step))),
    in_progress: progress?.in_progress ?? 0,
    completed: progress?.completed ?? 0,
    undecided: unconfirmed?.undecided ?? 0,
  }
}

/** A published email is sent even if its blocks name a missing tag or segment, but to others than intended. */
async function withMissingNames(
  ctx: Ctx,
  { conditions, ...step }: SequenceStep & { conditions: string | null },
): Promise<SequenceStep> {
  if (step.problem !== null || conditions === null) return step
  const [missing] = await missingNames(ctx, [conditions])
  return { ...step, problem: missing?.message ?? null }
}

export async function getEditedEmail(ctx: Ctx, { sequence_id, id }: EmailKey): Promise<EditedEmail> {
  const { name } = await findSequence(ctx, { id: sequence_id })
  const email = await readEdited(ctx, { sequence_id, id })
  const { problem } = await ctx.db.sequenceEmail.findFirstOrThrow({ where: { id }, select: { problem: true } })
  const order = await ctx.sql.one<Pick<EditedEmail, 'place' | 'count' | 'previous_id' | 'next_id' | 'waiting'>>(
    `select o.place, o.count, o.previous_id, o.next_id, coalesce(w.waiting, 0) as waiting
     from (select t.id, row_number() over in_order::int as place, count(*) over ()::int as count,
         lag(t.id) over in_order as previous_id, lead(t.id) over in_order as next_id
       from sequence_email t
       where t.account_id = $1 and t.sequence_id = $2 and t.deleted_at is null and (t.id = $3 or not ${IS_UNTOUCHED})
       window in_order as (order by t.position, t.id)) o
     left join (${WAITING}) w on w.id = o.id
     where o.id = $3`,
    [sequence_id, id],
  )
  if (!order) throw notFound()
  return { ...email, ...order, problem, sequence_name: name }
}

/** A row's subscriber variables for subjects, with tags only where a subject uses them. */
const RECIPIENT = `jsonb_build_object('id', t.id, 'email_address', t.email_address, 'first_name', t.first_name, 'fields', t.fields,
  'city', t.city, 'region', t.region, 'country', t.country, 'tags', case when m.subject like '%subscriber.tags%' then array(
    select g.name from tagging x join tag g on g.account_id = x.account_id and g.id = x.tag_id
    where x.account_id = t.account_id and x.subscriber_id = t.id order by 1) end)`

/** Lists enrolled subscribers, last added first, with their next subject rendered. Throws not_found. */
export async function listEnrollments(
  ctx: Ctx,
  { sequence_id, progress, ...paging }: EnrollmentFilter & PageQuery & { sequence_id: number },
): Promise<Page<EnrollmentRow>> {
  await findSequence(ctx, { id: sequence_id })
  const page = await keysetPage<EnrollmentRow & { recipient: TemplateSubscriber }>(ctx.sql, paging, {
    name: 'sequence_subscribers',
    view: `t.id, t.email_address, t.first_name, t.state, t.progress, ${isoSql('t.added_at')} as added_at,
        m.subject as next_subject, ${isoSql('t.next_at')} as next_at, case when m.subject like '%{%' then ${RECIPIENT} end as recipient
        from (select) one left join sequence_email m on m.account_id = t.account_id and m.id = t.next_email_id`,
    columns: 't.*, x.state as progress, x.added_at, x.next_email_id, x.next_at',
    from: 'enrollment x join subscriber t on t.account_id = x.account_id and t.id = x.subscriber_id',
    where: [
      'x.account_id = $1',
      'x.sequence_id = (select q.id from sequence q where q.account_id = $1 and q.id = $2 and q.deleted_at is null)',
      ...(progress ? ['x.state = $3::enrollment_state'] : []),
    ],
    values: [sequence_id, ...(progress ? [progress] : [])],
    order: [
      { expr: 'x.added_at', type: 'timestamptz', dir: 'desc' },
      { expr: 'x.id', type: 'bigint', dir: 'desc' },
    ],
  })
  const enrollment_rows = page.rows()
  if (enrollment_rows.length === 0) await findSequence(ctx, { id: sequence_id })
  const subjects = await renderSubjectsOf(
    ctx,
    enrollment_rows.map(({ next_subject: subject, recipient: subscriber }) => ({ subject, subscriber })),
  )
  const rows = enrollment_rows.map(({ recipient: _, ...row }, at) => ({ ...row, next_subject: subjects[at] ?? null }))
  return { ...page, rows: () => rows }
}

/** Returns the given subscribers that are in the sequence, except subscribers who can start it again. */
export const findEnrolled = (
  ctx: Ctx,
  { sequence_id, subscriber_ids }: CandidatesInput,
): Promise<EnrolledCandidate[]> =>
  ctx.sql.rows(
    `select e.subscriber_id as id, e.state as progress, ${isoSql('e.added_at')} as added_at
     from enrollment e join sequence q on q.account_id = e.account_id and q.id = e.sequence_id and q.deleted_at is null
     where e.account_id = $1 and e.sequence_id = $2 and e.subscriber_id = any ($3::bigint[]) and not (q.repeat and ${IS_OVER})`,
    [sequence_id, subscriber_ids],
  )

/** Renders the current email for one subscriber. Counts nothing. */
export async function previewEmail(ctx: Ctx, { subscriber_id, ...key }: EmailPreviewInput): Promise<Preview> {
  const recipient = await findRecipient(ctx, key.sequence_id, subscriber_id)
  return previewMail(ctx, { draft: await loadDraft(ctx, key), recipient })
}

/** Sends the email as a test, rendered for a subscriber. Throws invalid, forbidden or rate_limited. */
export async function sendTestEmail(
  ctx: Ctx,
  { subscriber_id, email_addresses, ...key }: EmailTestInput,
): Promise<TestResult> {
  const draft = await loadDraft(ctx, key)
  if (!draft.sender.address) {
    const { email_address } = await findSequence(ctx, { id: key.sequence_id })
    throw invalid(await senderProblem(ctx, email_address))
  }
  const recipient = await findRecipient(ctx, key.sequence_id, subscriber_id)
  return sendTest(ctx, { draft, recipient, email_addresses })
}

/** Requeues the sequence's unconfirmed messages, counts them as sent, or leaves them. Returns the number of changed ones. */
export async function resolveUndecided(
  ctx: Ctx,
  { id, choice }: { id: number; choice: UnconfirmedChoice['choice'] },
): Promise<{ count: number }> {
  await findSequence(ctx, { id })
  return write(ctx, async (tx) => {
    const emails = await tx.db.mail.findMany({ where: { sequence_email: { sequence_id: id } }, select: { id: true } })
    let count = 0
    for (const { id: mail_id } of emails) count += await decideUnconfirmed(tx, { mail_id, choice })
    noteReached(tx, { recipients: choice === 'resend' ? count : 0, suppressed: 0, is_exact: true })
    if (choice === 'resend' && count > 0) tx.emit('sequence.work_requested', { sequence_id: id })
    return { count }
  })
}

/** Returns the subscriber to preview as. */
export const findRecipient = (ctx: Ctx, sequence_id: number, subscriber_id: number | undefined) =>
  findPreviewSubscriber(ctx, {
    subscriber_id,
    where: `exists (select from enrollment e
      where e.account_id = $1 and e.sequence_id = $2 and e.subscriber_id = s.id)`,
    values: [sequence_id],
  })

/** Loads the email as in its editor, with its layout and sender, or placeholders for missing ones. */
export async function loadDraft(ctx: Ctx, { sequence_id, id }: EmailKey): Promise<Draft> {
  const sequence = await findSequence(ctx, { id: sequence_id })
  const { subject, preview_text, content, email_template_id } = await readEdited(ctx, { sequence_id, id })
  const layout = await findLayout(ctx, { id: email_template_id ?? sequence.email_template_id })
  const sender = await findSender(ctx, sequence.email_address)
  return {
    subject,
    preview_text,
    content,
    layout: layout ?? { id: 0, name: 'Classic', category: 'HTML', html: BUILT_IN_LAYOUTS.Classic },
    sender: sender ?? { name: '', address: '' },
    tracking_disabled: false,
  }
}
