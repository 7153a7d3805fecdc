import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import type { Page, PageQuery } from '../../core/page/page.ts'
import { readProof } from '../delivery/evidence/proof.ts'
import { listRecipients } from '../delivery/report.ts'
import type { Proof, Recipient, RecipientFilter } from '../delivery/schema.ts'
import type { EmailKey } from './composer-schema.ts'

/** Compares the stored counts of a sequence email with a count of every recipient's row. Throws not_found. */
export async function getEmailProof(ctx: Ctx, key: EmailKey): Promise<Proof> {
  return readProof(ctx, { mail_ids: await mailIdsOf(ctx, key) })
}

/** Lists the recipients of a sequence email, one row per run. Throws not_found. */
export async function listEmailRecipients(
  ctx: Ctx,
  { sequence_id, id, ...input }: EmailKey & RecipientFilter & PageQuery,
): Promise<Page<Recipient>> {
  return listRecipients(ctx, { ...input, mail_ids: await mailIdsOf(ctx, { sequence_id, id }) })
}

/** Edits and runs have their own rows. Throws not_found. */
async function mailIdsOf(ctx: Ctx, { sequence_id, id }: EmailKey): Promise<number[]> {
  const rows = await ctx.sql.rows<{ id: number | null }>(
    `select m.id from sequence_email x join sequence q on q.account_id = x.account_id and q.id = x.sequence_id
     left join mail m on m.account_id = x.account_id and m.sequence_email_id = x.id
     where x.account_id = $1 and x.sequence_id = $2 and x.id = $3 and x.deleted_at is null and q.deleted_at is null`,
    [sequence_id, id],
  )
  if (rows.length === 0) throw notFound()
  return rows.flatMap((row) => row.id ?? [])
}

const MAX_FOUND = 8

/** Finds sequence emails by a part of their subject, newest first. */
export async function findEmails(ctx: Ctx, { search = '' }: { search?: string | undefined }): Promise<FoundEmail[]> {
  return ctx.sql.rows<FoundEmail>(
    `select x.id, x.sequence_id, x.subject, q.name as sequence_name
     from sequence_email x join sequence q on q.account_id = x.account_id and q.id = x.sequence_id
     where x.account_id = $1 and x.deleted_at is null and x.position is not null and q.deleted_at is null
       and position(lower($2) in lower(x.subject)) > 0
     order by x.id desc limit ${MAX_FOUND}`,
    [search],
  )
}

interface FoundEmail {
  id: number
  sequence_id: number
  subject: string
  sequence_name: string
}
