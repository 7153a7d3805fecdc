import { type Ctx, systemCtx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { ONE_PLAN } from '../../../db/statements/one-plan.ts'
import type { Publisher } from '../../../lib/page/public-style.ts'
import { masked } from '../../../lib/text/email-address.ts'
import { findPublisher } from '../../style/service.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { type MessageRef, readUnsubscribeToken } from './tokens.ts'

/** Data that anyone with the link may see. */
export interface Unsubscriber {
  account_name: string
  /** `l••@example.net`, because emails get forwarded. Null: the subscriber was deleted. */
  masked_address: string | null
  is_subscribed: boolean
  /** The link is from a test email: it has no subscriber and changes nothing. */
  is_test: boolean
  publisher: Publisher
}

/** The subscriber id in links of test emails and previews. */
const NO_SUBSCRIBER = 0
export const isTestLink = ({ subscriber_id }: Pick<MessageRef, 'subscriber_id'>): boolean =>
  subscriber_id === NO_SUBSCRIBER

/** Returns undefined for an invalid link. Changes nothing. */
export async function findUnsubscriber(token: string): Promise<Unsubscriber | undefined> {
  const ref = readUnsubscribeToken(token)
  return ref && readUnsubscriber(systemCtx(ref.account_id), ref)
}

/** Unsubscribes. Repeating it changes nothing. */
export async function unsubscribe(
  token: string,
  cause: 'unsubscribe_link' | 'one_click',
): Promise<Unsubscriber | undefined> {
  const ref = readUnsubscribeToken(token)
  if (!ref) return undefined
  const ctx = systemCtx(ref.account_id)
  const { mail_id, subscriber_id } = ref
  if (isTestLink(ref)) return readUnsubscriber(ctx, ref)
  await write(ctx, async (tx) => {
    const mail = await tx.db.mail.findFirst({ where: { id: mail_id }, select: { id: true } })
    const moved = await changeState(tx, {
      ids: [subscriber_id],
      transition: 'unsubscribe',
      cause,
      mail_id: mail?.id ?? null,
    })
    if (moved.length > 0) await markDelivery(tx, ref, tx.now())
  })
  return readUnsubscriber(ctx, ref)
}

/** Undoes an unsubscribe from its page. */
export async function resubscribe(token: string): Promise<Unsubscriber | undefined> {
  const ref = readUnsubscribeToken(token)
  if (!ref) return undefined
  const ctx = systemCtx(ref.account_id)
  if (isTestLink(ref)) return readUnsubscriber(ctx, ref)
  await write(ctx, async (tx) => {
    const ids = [ref.subscriber_id]
    const moved = await changeState(tx, { ids, transition: 'resubscribe', cause: 'unsubscribe_link' })
    if (moved.length > 0) await markDelivery(tx, ref, null)
  })
  return readUnsubscriber(ctx, ref)
}

async function readUnsubscriber(ctx: Ctx, { subscriber_id }: MessageRef): Promise<Unsubscriber | undefined> {
  const row = await ctx.sql.one<{ account_name: string; email_address: string | null; state: string | null }>(
    `${ONE_PLAN}select a.name as account_name, s.email_address, s.state::text from account a
     left join subscriber s on s.account_id = a.id and s.id = $2 where a.id = $1`,
    [subscriber_id],
  )
  if (!row) return undefined
  return {
    account_name: row.account_name,
    masked_address: row.email_address && masked(row.email_address),
    is_subscribed: row.state === 'active' || row.state === 'inactive',
    is_test: isTestLink({ subscriber_id }),
    publisher: await findPublisher(ctx),
  }
}

/** Records an unsubscribe that a provider reported for this email. */
export const markUnsubscribed = (tx: Tx, ref: Omit<MessageRef, 'account_id'>): Promise<void> =>
  markDelivery(tx, ref, tx.now())

/** Records the email that caused the unsubscribe, and updates its count. */
async function markDelivery(
  ctx: Ctx,
  { mail_id, subscriber_id }: Omit<MessageRef, 'account_id'>,
  at: Date | null,
): Promise<void> {
  await ctx.sql.run(
    `with marked as (
       update delivery set unsubscribed_at = $4
       where account_id = $1 and mail_id = $2 and subscriber_id = $3 and (unsubscribed_at is null) <> ($4::timestamptz is null)
       returning 1
     )
     update mail set unsubscribed = unsubscribed + case when $4::timestamptz is null then -1 else 1 end
     where account_id = $1 and id = $2 and exists (select from marked)`,
    [mail_id, subscriber_id, at],
  )
}
