import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import type { Tx } from '../../core/write/write.ts'
import type { CommentedItem } from './schema.ts'

interface Draft {
  title: string | null
  path: string
  created_by: number | null
}

/** For each kind of draft: its title, its page, and its author where known. `$2` is its ID. */
const DRAFTS: Record<CommentedItem['kind'], string> = {
  broadcast: `select t.subject as title, '/broadcasts/' || t.id as path, t.created_by from broadcast t
    where t.account_id = $1 and t.id = $2`,
  sequence_email: `select t.subject as title, '/sequences/' || t.sequence_id || '/emails/' || t.id as path, null::int as created_by
    from sequence_email t join sequence s on s.account_id = t.account_id and s.id = t.sequence_id
    where t.account_id = $1 and t.id = $2 and t.deleted_at is null and s.deleted_at is null`,
  // Opens the step that sends the email, and the email on top of it.
  automation_email: `select t.subject as title, '/automations/' || a.id || '?email=' || t.id || coalesce('&at=' || (
      select s.step ->> 'id' from jsonb_array_elements(a.draft -> 'steps') s(step)
      where s.step -> 'action' ->> 'type' = 'send_email' and s.step -> 'action' ->> 'email_id' = t.id::text limit 1), '') as path,
      null::int as created_by
    from automation_email t join automation a on a.account_id = t.account_id and a.id = t.automation_id
    where t.account_id = $1 and t.id = $2 and t.deleted_at is null and a.deleted_at is null`,
  post: `select t.title, '/posts/' || t.id as path, null::int as created_by from post t where t.account_id = $1 and t.id = $2`,
}

/** Throws not_found if the draft does not exist. */
export async function requireDraft(ctx: Ctx, { kind, item_id }: CommentedItem): Promise<void> {
  if (!(await ctx.sql.one(DRAFTS[kind], [item_id]))) throw notFound()
}

/** Returns the draft and locks it against deletion until the transaction ends. Throws not_found. */
export async function lockDraft(tx: Tx, { kind, item_id }: CommentedItem): Promise<Draft> {
  const draft = await tx.sql.one<Draft>(`${DRAFTS[kind]} for key share of t`, [item_id])
  if (!draft) throw notFound()
  return draft
}
