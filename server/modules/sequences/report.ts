import type { Ctx } from '../../core/context.ts'
import type { Page, PageQuery } from '../../core/page/page.ts'
import { readProof } from '../delivery/evidence/proof.ts'
import { listRecipients } from '../delivery/report.ts'
import type { Proof, Recipient, RecipientFilter } from '../delivery/schema.ts'
import type { EmailKey } from './composer-schema.ts'
import { readEmail } from './view.ts'

/** Counts every recipient's row of a sequence email and compares the sum with the kept numbers. Throws not_found. */
export async function getEmailProof(ctx: Ctx, key: EmailKey): Promise<Proof> {
  return readProof(ctx, { mail_ids: await mailIdsOf(ctx, key) })
}

/** Lists the recipients of a sequence email, once for each run. Throws not_found. */
export async function listEmailRecipients(
  ctx: Ctx,
  { sequence_id, id, ...input }: EmailKey & RecipientFilter & PageQuery,
): Promise<Page<Recipient>> {
  return listRecipients(ctx, { ...input, mail_ids: await mailIdsOf(ctx, { sequence_id, id }) })
}

/** An edited email and each run continue as a new row. */
async function mailIdsOf(ctx: Ctx, key: EmailKey): Promise<number[]> {
  const { id } = await readEmail(ctx, key)
  const rows = await ctx.db.mail.findMany({ where: { sequence_email_id: id }, select: { id: true } })
  return rows.map((row) => row.id)
}

const MOST_FOUND = 8

/** Finds sequence emails by a part of their subject, newest first. */
export async function findEmails(ctx: Ctx, { search = '' }: { search?: string | undefined }): Promise<FoundEmail[]> {
  return ctx.sql.rows<FoundEmail>(
    `select x.id, x.sequence_id, x.subject, q.name as sequence_name
     from sequence_email x join sequence q on q.account_id = x.account_id and q.id = x.sequence_id
     where x.account_id = $1 and x.deleted_at is null and q.deleted_at is null
       and position(lower($2) in lower(x.subject)) > 0
     order by x.id desc limit ${MOST_FOUND}`,
    [search],
  )
}

interface FoundEmail {
  id: number
  sequence_id: number
  subject: string
  sequence_name: string
}
