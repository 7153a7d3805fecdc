import type { Ctx } from '../../core/context.ts'
import { write } from '../../core/write/write.ts'
import { draftOf } from '../../modules/broadcasts/compose/requirements.ts'
import { createBroadcast } from '../../modules/broadcasts/service.ts'
import { lockBroadcast } from '../../modules/broadcasts/view.ts'
import { composeMail } from '../../modules/delivery/compose/compose.ts'
import { createMail } from '../../modules/delivery/service.ts'
import type { SampleEmail } from '../content/sample-emails.ts'
import type { Send } from '../crowd.ts'
import type { Recipients, SeededMail } from './ledger.ts'

const DAY_MS = 86_400_000
/** Approximate rate at which one process sends messages to a mail server. */
const MESSAGES_PER_SECOND = 400

export interface SentBroadcast extends Send, SeededMail {
  broadcast_id: number
}

/** Returns the context at another time. */
export const at = <C extends Ctx>(ctx: C, time: Date): C => ({ ...ctx, now: () => time })

/** Creates a completed broadcast without deliveries. It is never in progress, so no job picks it up. */
export function makeSentBroadcast(
  ctx: Ctx,
  { email, send_at, recipients }: { email: SampleEmail; send_at: Date; recipients: number },
): Promise<SentBroadcast> {
  const ends = new Date(+send_at + Math.max(60, recipients / MESSAGES_PER_SECOND) * 1000)
  return write(at(ctx, new Date(+send_at - 2 * DAY_MS)), async (tx) => {
    const { appeal = 1, ...written } = email
    const { id } = await createBroadcast(tx, written)
    const composed = await composeMail(tx, await draftOf(tx, await lockBroadcast(tx, { id })))
    const mail = await createMail(at(tx, send_at), { broadcast_id: id, composed })
    await tx.db.broadcast.updateMany({ where: { id }, data: { status: 'completed', send_at, updated_at: ends } })
    await tx.db.mail.updateMany({ where: { id: mail.id }, data: { enqueued_at: send_at, completed_at: ends } })
    const links = await tx.db.link.findMany({ where: { mail_id: mail.id }, orderBy: { number: 'asc' } })
    const { open_tracking, click_tracking } = composed.snapshot
    return {
      broadcast_id: id,
      mail_id: mail.id,
      name: email.subject,
      starts: send_at,
      ends,
      appeal,
      link_ids: links.map((link) => link.id),
      open_tracking,
      click_tracking,
    }
  })
}

/** IDs from the first to the last, including both. */
export interface IdRange {
  first: number
  last: number
}

/** A range of subscriber IDs, and the number of subscribers created before it. IDs have gaps, because accounts share a sequence. */
export interface SeededPart extends IdRange {
  before: number
}

/** Selects the subscribers of `part` who were on the list when the broadcast was sent. Messages are sent in the order of IDs. */
export function broadcastRecipients(
  { starts }: Send,
  { part, total }: { part: SeededPart; total: number },
): Recipients {
  return {
    select: `
      select s.id as subscriber_id, s.email_address, c.to_state as left_as, c.occurred_at as left_at, date_trunc('milliseconds',
        $13::timestamptz + ($4::timestamptz - $13::timestamptz) * (($16::bigint + s.number - 1)::float8 / $17::bigint)) as sent_at
      from (select *, row_number() over (order by id) as number from subscriber
        where account_id = $1 and id between $14::bigint and $15::bigint) s
      left join state_change c on c.account_id = $1 and c.subscriber_id = s.id and c.mail_id = $2::int
        and c.subscriber_id between $14::bigint and $15::bigint
      where s.created_at < $13::timestamptz
        and (s.state = 'active' or s.state <> 'inactive' and coalesce(s.canceled_at, s.updated_at) >= $13::timestamptz)
      order by s.id`,
    values: [starts, part.first, part.last, part.before, total],
  }
}
