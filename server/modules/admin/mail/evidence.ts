import { adminRecord } from '../../../core/audit/admin-write.ts'
import { type Ctx, systemCtx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { isoSql } from '../../../core/wire.ts'
import { explainAutomationEmail } from '../../automations/emails/why.ts'
import { explainBroadcast } from '../../broadcasts/report/why.ts'
import type { Why } from '../../delivery/evidence-schema.ts'
import { explainSequenceEmail } from '../../sequences/why.ts'
import type { MessageEvidence, MessageKey, MessageReport } from '../mail-schema.ts'
import { readMessage } from './find-messages.ts'

const MAX_REPORTS = 50

/**
 * Returns the chain of decisions about one message, and the reports about it. Writes an audit entry, because it shows personal data. Throws
 * not_found.
 */
export async function getMessageEvidence(ctx: Ctx, key: MessageKey): Promise<MessageEvidence> {
  const { account_id, mail_id, subscriber_id } = key
  const message = await readMessage(key)
  if (!message) throw notFound('No message has this ID. It may have been deleted with its email or subscriber')
  const within = { ...systemCtx(account_id), now: ctx.now }
  const named = `${account_id}.${mail_id}.${subscriber_id}`
  await adminRecord(ctx, { action: 'message_viewed', account_id, details: { message: named } })
  const email = await readEmail(within, mail_id)
  const why = await explain(within, email, subscriber_id)
  const reports = await within.sql.rows<MessageReport>(REPORTS, [mail_id, subscriber_id])
  return { message, message_id: named, why, reports }
}

interface Email {
  broadcast_id: number | null
  sequence_id: number | null
  sequence_email_id: number | null
  automation_email_id: number | null
}

async function readEmail(ctx: Ctx, mail_id: number): Promise<Email> {
  const email = await ctx.sql.one<Email>(
    `select m.broadcast_id, m.sequence_email_id, m.automation_email_id, e.sequence_id
     from mail m left join sequence_email e on e.account_id = m.account_id and e.id = m.sequence_email_id
     where m.account_id = $1 and m.id = $2`,
    [mail_id],
  )
  if (!email) throw notFound()
  return email
}

function explain(ctx: Ctx, email: Email, subscriber_id: number): Promise<Why> {
  const { broadcast_id, sequence_id, sequence_email_id, automation_email_id } = email
  if (broadcast_id !== null) return explainBroadcast(ctx, { id: broadcast_id, subscriber_id })
  if (sequence_id !== null && sequence_email_id !== null)
    return explainSequenceEmail(ctx, { sequence_id, id: sequence_email_id, subscriber_id })
  if (automation_email_id !== null) return explainAutomationEmail(ctx, { id: automation_email_id, subscriber_id })
  throw notFound()
}

const REPORTS = `select id::float8 as id, source, kind, status, diagnostic, outcome, ${isoSql('reported_at')} as reported_at
  from delivery_report where account_id = $1 and subscriber_id = $3::bigint and mail_id = $2 order by id desc limit ${MAX_REPORTS}`
