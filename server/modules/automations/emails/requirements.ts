import type { Ctx } from '../../../core/context.ts'
import type { ComposedMail } from '../../delivery/compose/compose.ts'
import { runPreflight, SAMPLE_SUBSCRIBER } from '../../delivery/compose/preflight.ts'
import type { Remark } from '../../delivery/preflight-schema.ts'
import { composeSequenceEmail, type EmailContent } from '../../sequences/compose/requirements.ts'

/** An email with its sender. Null: the account's default. */
export interface SentEmail extends EmailContent {
  email_address: string | null
}

/** Returns the email ready to be enqueued, or the reason it cannot be sent. Its requirements are the same as for sequence emails. */
export async function composeEmail(
  ctx: Ctx,
  email: SentEmail,
): Promise<{ composed: ComposedMail } | { problem: string; code: Remark['code'] }> {
  if (!email.subject) return { problem: 'The email has no subject yet.', code: 'no_subject' }
  return composeSequenceEmail(ctx, { email_address: email.email_address, email_template_id: null }, email)
}

/**
 * Returns the reasons that draft emails cannot be published, by id, in sentences. Renders them for the newest subscribers, which can take
 * seconds: call it outside of a transaction.
 */
export async function runEmailPreflights(
  ctx: Ctx,
  { automation_id, ids }: { automation_id: number; ids: readonly number[] },
): Promise<Map<number, string>> {
  const problems = new Map<number, string>()
  const drafts = await readDrafts(ctx, { automation_id, ids })
  for (const id of ids) {
    const problem = await findDraftProblem(ctx, drafts.get(id))
    if (problem) problems.set(id, problem)
  }
  return problems
}

async function findDraftProblem(ctx: Ctx, draft: SentEmail | undefined): Promise<string | undefined> {
  if (!draft) return 'The email was deleted. Write a new one.'
  const made = await composeEmail(ctx, draft)
  if ('problem' in made) return made.problem
  const { problems } = await runPreflight(ctx, {
    audience: { where: NEWEST, values: [NEWEST_COUNT] },
    snapshot: made.composed.snapshot,
    samples: [SAMPLE_SUBSCRIBER],
    work_ms: WORK_MS,
  })
  return problems[0]
}

/** Publishing waits for all of an automation's emails. */
const WORK_MS = 500
const NEWEST_COUNT = 25
const NEWEST = `s.id in (select n.id from subscriber n where n.account_id = $1 and n.state = 'active' order by n.id desc limit $3)`

async function readDrafts(
  ctx: Ctx,
  { automation_id, ids }: { automation_id: number; ids: readonly number[] },
): Promise<Map<number, SentEmail>> {
  const rows = await ctx.sql.rows<SentEmail & { id: number }>(
    `select id, subject, preview_text, content, email_template_id, email_address from automation_email
     where account_id = $1 and automation_id = $2 and id = any ($3::int[]) and deleted_at is null order by id`,
    [automation_id, ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
