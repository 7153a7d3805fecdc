import type { Ctx } from '../../../core/context.ts'
import type { MailKind } from '../../../db/generated/client.ts'
import type { Snapshot } from './compose.ts'
import { type PreparedMail, prepareMail } from './personalize.ts'
import type { ReturnPath } from './return-path.ts'

/** The messages of an email with one or several variants. */
export interface PreparedVariants {
  /** Returns the variant for a delivery. */
  of(row: { id: number; variant: number | null }): PreparedMail
  /** True if any variant uses `subscriber.tags`. */
  needs_tags: boolean
  /** True if the email uses `event`. Emails with variants are broadcasts, which have none. */
  needs_event: boolean
  /** Segments used by any variant. */
  segment_names: readonly string[]
}

/** Prepares an email's messages, once per run of a sending job. */
export async function openVariants(
  ctx: Ctx,
  {
    mail_id,
    snapshot,
    kind,
    return_path,
  }: { mail_id: number; snapshot: Snapshot; kind: MailKind; return_path: ReturnPath },
): Promise<PreparedVariants> {
  const prepare = (one: Snapshot) => prepareMail(one, { account_id: ctx.account_id, mail_id, kind, return_path })
  const variants =
    kind === 'broadcast'
      ? await ctx.db.mailVariant.findMany({ where: { mail_id }, select: { number: true, snapshot: true } })
      : []
  if (variants.length === 0) {
    const prepared = prepare(snapshot)
    const { needs_tags, needs_event, segment_names } = prepared
    return { of: () => prepared, needs_tags, needs_event, segment_names }
  }
  const by_number = new Map(variants.map((one) => [one.number, prepare(one.snapshot as unknown as Snapshot)]))
  return {
    of({ variant }) {
      const prepared = by_number.get(variant ?? 0)
      if (!prepared) throw new Error(`The email has no variant ${variant}`)
      return prepared
    },
    needs_tags: [...by_number.values()].some(({ needs_tags }) => needs_tags),
    needs_event: false,
    segment_names: [...new Set([...by_number.values()].flatMap(({ segment_names }) => segment_names))],
  }
}
