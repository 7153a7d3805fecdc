import type { Ctx } from '../../../core/context.ts'
import type { Snapshot } from './compose.ts'
import { type PreparedMail, prepareMail } from './personalize.ts'
import type { ReturnPath } from './return-path.ts'

/** An email's messages, of one or several variants. */
export interface PreparedVariants {
  /** What the recipient of this delivery gets. */
  of(row: { id: number }): PreparedMail
  /** Whether any variant uses `subscriber.tags`. */
  needs_tags: boolean
}

/** Prepares an email's messages, once per run of a sending job. */
export async function openVariants(
  ctx: Ctx,
  {
    mail_id,
    snapshot,
    kind,
    return_path,
  }: { mail_id: number; snapshot: Snapshot; kind: 'broadcast' | 'sequence_email'; return_path: ReturnPath },
): Promise<PreparedVariants> {
  const prepared = prepareMail(snapshot, { account_id: ctx.account_id, mail_id, kind, return_path })
  return { of: () => prepared, needs_tags: prepared.needs_tags }
}
