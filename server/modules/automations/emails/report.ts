import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import type { Page, PageQuery } from '../../../core/page/page.ts'
import { readProof } from '../../delivery/evidence/proof.ts'
import { listRecipients } from '../../delivery/report.ts'
import type { Proof, Recipient, RecipientFilter } from '../../delivery/schema.ts'
import { emailStatsSql } from '../../sequences/stats.ts'
import type { EmailKey, EmailReport, FoundEmail } from '../email-schema.ts'
import { getEmail } from './drafts.ts'

/** Returns the results of an email over all runs and publications. Throws not_found. */
export async function getEmailReport(ctx: Ctx, { id }: EmailKey): Promise<EmailReport> {
  const { subject, automation_id, automation_name, problem } = await getEmail(ctx, { id })
  const row = await ctx.sql.one<Pick<EmailReport, 'stats' | 'held'>>(
    `select ${emailStatsSql('x.account_id', 'x.id', 'automation_email_id')} as stats, (
       select count(*)::int from automation_run r
         join automation_version v on v.account_id = r.account_id and v.automation_id = r.automation_id and v.version = r.version
       where r.account_id = x.account_id and r.automation_id = x.automation_id and r.state = 'held'
         and v.graph @> jsonb_build_object('steps', jsonb_build_array(jsonb_build_object('id', r.step_id,
           'action', jsonb_build_object('type', 'send_email', 'email_id', x.id))))
     ) as held
     from automation_email x where x.account_id = $1 and x.id = $2`,
    [id],
  )
  if (!row) throw new Error('The email was read before')
  return { id, subject, automation_id, automation_name, problem, ...row }
}

/** Compares the stored counts with a count of every recipient's row. Throws not_found. */
export async function getEmailProof(ctx: Ctx, key: EmailKey): Promise<Proof> {
  return readProof(ctx, { mail_ids: await mailIdsOf(ctx, key) })
}

/** Lists the recipients, one row per send. Throws not_found. */
export async function listEmailRecipients(
  ctx: Ctx,
  { id, ...input }: EmailKey & RecipientFilter & PageQuery,
): Promise<Page<Recipient>> {
  return listRecipients(ctx, { ...input, mail_ids: await mailIdsOf(ctx, { id }) })
}

async function mailIdsOf(ctx: Ctx, key: EmailKey): Promise<number[]> {
  const row = await ctx.sql.one<{ ids: number[] }>(
    `select array(select m.id from mail m where m.account_id = $1 and m.automation_email_id = x.id order by m.id) as ids
     from automation_email x join automation a on a.account_id = x.account_id and a.id = x.automation_id
     where x.account_id = $1 and x.id = $2 and x.deleted_at is null and a.deleted_at is null`,
    [key.id],
  )
  if (!row) throw notFound()
  return row.ids
}

const MAX_FOUND = 8

/** Finds emails of automations by a part of their subject, newest first. */
export const findEmails = (ctx: Ctx, { search = '' }: { search?: string | undefined }): Promise<FoundEmail[]> =>
  ctx.sql.rows<FoundEmail>(
    `select x.id, x.automation_id, x.subject, a.name as automation_name
     from automation_email x join automation a on a.account_id = x.account_id and a.id = x.automation_id
     where x.account_id = $1 and x.deleted_at is null and a.deleted_at is null and position(lower($2) in lower(x.subject)) > 0
     order by x.id desc limit ${MAX_FOUND}`,
    [search],
  )
