import { adminRecord } from '../../../core/audit/admin-write.ts'
import { type Ctx, systemPool } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { isoSql } from '../../../core/wire.ts'
import { parseEmailAddress } from '../../../lib/text/email-address.ts'
import { readReturnPath } from '../../delivery/tracking/return-path.ts'
import type { FoundMessage, FoundMessages, FoundServiceEmail, MessageKey, MessageSearch } from '../mail-schema.ts'

/** Maximum number of messages per search, newest first. */
const MAX_MESSAGES = 100
/** Maximum number of service emails that are read, newest first, because their recipients have no index. */
const MAX_SEARCHED = 20_000
const MAX_SERVICE_EMAILS = 20

/**
 * Finds messages of all accounts by Message-ID, return path or the recipient's exact address, newest first. Writes an audit entry,
 * because it shows personal data. Throws invalid for a text that is none of these.
 */
export async function findMessages(ctx: Ctx, { text }: MessageSearch): Promise<FoundMessages> {
  const key = messageKeyOf(text, ctx.now())
  if (key) {
    const { account_id, mail_id, subscriber_id } = key
    const message = `${account_id}.${mail_id}.${subscriber_id}`
    await adminRecord(ctx, { action: 'message_viewed', details: { message } })
    const messages = await messagesWhere(BY_KEY, [account_id, mail_id, subscriber_id])
    return { by: 'message', messages, service_emails: [], accounts: messages.length, is_cut: false }
  }
  const address = parseEmailAddress(text)
  if (!address)
    throw invalid(
      'Enter a Message-ID such as 1.20.300@example.com, a return path, or an email address. Parts of one are not searched',
    )
  await adminRecord(ctx, { action: 'address_searched', details: { address: maskedAddress(address) } })
  const messages = await messagesWhere(BY_ADDRESS, [address, MAX_MESSAGES + 1])
  const service_emails = await systemPool().query<FoundServiceEmail>(SERVICE_EMAILS, [address])
  const accounts = await systemPool().query<{ count: number }>(ACCOUNTS, [address])
  return {
    by: 'address',
    messages: messages.slice(0, MAX_MESSAGES),
    service_emails: service_emails.rows,
    accounts: accounts.rows[0]?.count ?? 0,
    is_cut: messages.length > MAX_MESSAGES,
  }
}

export async function readMessage({
  account_id,
  mail_id,
  subscriber_id,
}: MessageKey): Promise<FoundMessage | undefined> {
  const [message] = await messagesWhere(BY_KEY, [account_id, mail_id, subscriber_id])
  return message
}

const NUMBERS = /^(\d{1,9})\.(\d{1,9})\.(\d{1,15})$/

/** Parses `1.20.300@example.com`, with or without angle brackets and domain, or a message's return path. */
export function messageKeyOf(text: string, now: Date): MessageKey | undefined {
  const bare = text.replace(/^message-id:\s*/i, '').replace(/^<|>$/g, '')
  const numbers = NUMBERS.exec(bare.split('@', 1)[0] ?? '')
  if (numbers) return { account_id: Number(numbers[1]), mail_id: Number(numbers[2]), subscriber_id: Number(numbers[3]) }
  const path = readReturnPath(bare, { now })
  if (typeof path === 'string') return undefined
  const { account_id, mail_id, subscriber_id } = path
  return { account_id, mail_id, subscriber_id }
}

/** Masks `lin@example.net` as `l***@example.net`, because the audit log is never erased. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${[...address][0]}***${address.slice(at)}`
}

async function messagesWhere(source: string, values: readonly unknown[]): Promise<FoundMessage[]> {
  const { rows } = await systemPool().query<FoundMessage>(
    `select d.account_id, d.mail_id, d.subscriber_id::float8 as subscriber_id, a.name as account_name, m.kind::text as kind, s.email_address,
       coalesce(nullif(m.snapshot ->> 'subject', ''), 'No subject') as subject, d.state::text as state, d.reason, d.attempts, d.transport,
       d.reply, ${isoSql('coalesce(d.sent_at, d.claimed_at)')} as at, d.bounce_type, ${isoSql('d.bounced_at')} as bounced_at,
       ${isoSql('d.complained_at')} as complained_at
     ${source}`,
    [...values],
  )
  return rows
}

const BY_KEY = `from delivery d join account a on a.id = d.account_id
  join mail m on m.account_id = d.account_id and m.id = d.mail_id
  join subscriber s on s.account_id = d.account_id and s.id = d.subscriber_id
  where d.account_id = $1 and d.mail_id = $2 and d.subscriber_id = $3`

// A global index of addresses would slow down every import. Each account has its own, and a look-up in it takes microseconds.
const SUBSCRIBERS = `account a cross join lateral (
    select id, email_address from subscriber x where x.account_id = a.id and x.email_address = $1 offset 0
  ) s`

const BY_ADDRESS = `from ${SUBSCRIBERS} cross join lateral (
    select * from delivery y where y.account_id = a.id and y.subscriber_id = s.id order by y.id desc limit $2
  ) d join mail m on m.account_id = d.account_id and m.id = d.mail_id
  order by d.id desc limit $2`

const ACCOUNTS = `select count(*)::int as count from ${SUBSCRIBERS}`

const SERVICE_EMAILS = `select id::float8 as id, subject, ${isoSql('created_at')} as created_at, ${isoSql('sent_at')} as sent_at, attempts,
    last_reply as reply, error
  from (select * from service_mail order by id desc limit ${MAX_SEARCHED}) t
  where lower(to_address) = $1 order by id desc limit ${MAX_SERVICE_EMAILS}`
